//! Plays random games and nothing else, for counting instructions: `random_games GAMES PLAYERS SEED`.

use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let &[games, players, seed] = &numbers[..] else {
        eprintln!("usage: random_games GAMES PLAYERS SEED");
        std::process::exit(2);
    };
    let table = Table::new(Rules::of(Preset::Renegade), players as usize).expect("2 to 6 players");
    let mut money = 0;
    for game in 0..games {
        let mut dealer = RandomDealer::new(Dice::new(seed ^ (2 * game).wrapping_mul(0x9e37_79b9)));
        let mut rng = Dice::new(seed ^ (2 * game + 1).wrapping_mul(0x9e37_79b9));
        let mut game = Game::start(table, &mut dealer, &mut ());
        game.play_randomly(&mut rng, &mut dealer, &mut ());
        money += u64::from(game.cash(game.turn()).0);
    }
    println!("{games} games, {money} dollars");
}
