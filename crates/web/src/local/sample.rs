//! Games of bots, for tests.

use mergemaker_bots::Level;
use mergemaker_engine::Rules;
use mergemaker_record::Seed;

use super::{LocalGame, Setup};
use crate::scene::Player;

/// A game of bots that begins; the two numbers are its seed.
pub(crate) fn begun<const N: usize>(rules: Rules, levels: [Level; N], seed: (u64, u64)) -> LocalGame {
    let players = levels.map(Player::bot).to_vec();
    let seed = Seed::for_simulation(seed.0, seed.1);
    LocalGame::new(Setup { rules, players, seed, hints: false }).unwrap()
}

/// The same game, played to its end.
pub(crate) fn finished<const N: usize>(rules: Rules, levels: [Level; N], seed: (u64, u64)) -> LocalGame {
    let mut game = begun(rules, levels, seed);
    while game.game().to_act().is_some() {
        game.let_bot_decide();
    }
    game
}
