//! Plays random games, for counting instructions: `random_games GAMES PLAYERS SEED [PRESET]`.

use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((games, table, seed)) = parse(&args) else {
        eprintln!("usage: random_games GAMES PLAYERS SEED [PRESET]");
        std::process::exit(2);
    };
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

/// Parses the number of games, the table and the seed.
fn parse(args: &[String]) -> Option<(u64, Table, u64)> {
    let (numbers, preset) = match args {
        [numbers @ .., preset] if numbers.len() == 3 => (numbers, preset.parse().ok()?),
        numbers => (numbers, Preset::Renegade),
    };
    let [games, players, seed] = numbers else { return None };
    let table = Table::new(Rules::of(preset), players.parse().ok()?).ok()?;
    Some((games.parse().ok()?, table, seed.parse().ok()?))
}
