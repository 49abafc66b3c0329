//! Games that reach a question about dead tiles (T11), for the tests of `course` and of the real server.

use mergemaker_engine::{Action, Dice, Game, Phase, Rules, Seat, Table};
use mergemaker_record::{Deck, Seed};

/// A game up to a decision that leaves the player to move with dead tiles to exchange.
pub(crate) struct Question {
    pub(crate) table: Table,
    pub(crate) seed: Seed,
    pub(crate) before: Vec<(Seat, Action)>,
    /// The player who makes the last decision and is then asked.
    pub(crate) seat: Seat,
    pub(crate) last: Action,
}

impl Question {
    /// Finds the first game of random players that reaches a matching question. Earlier questions are
    /// answered "exchange all".
    pub(crate) fn find(rules: Rules, players: usize, fits: impl Fn(&Game, &Deck) -> bool) -> Question {
        let table = Table::new(rules, players).unwrap();
        for number in 1..5_000 {
            let seed = Seed::for_simulation(number, 1);
            let (mut deck, mut dice) = (Deck::new(&seed), Dice::new(number));
            let mut game = Game::start(table, &mut deck, &mut ());
            let mut before = Vec::new();
            while let Some(seat) = game.to_act() {
                let last = game.random_action(&mut dice);
                game.apply_unchecked(&last, &mut deck, &mut ());
                if game.phase() == Phase::Exchange && game.turn() == seat && fits(&game, &deck) {
                    return Question { table, seed, before, seat, last };
                }
                game.exchange_for(|_| true, &mut deck, &mut ());
                before.push((seat, last));
            }
        }
        panic!("no game reaches such a question");
    }
}

/// Whether a player who exchanges everything is asked again.
pub(crate) fn comes_again(game: &Game, deck: &Deck) -> bool {
    let (mut game, mut deck) = (*game, deck.clone());
    let all = game.exchange_all();
    all.is_some_and(|all| {
        game.apply_unchecked(&all, &mut deck, &mut ());
        game.phase() == Phase::Exchange
    })
}
