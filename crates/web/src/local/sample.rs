//! Games of bots, for tests.

use mergemaker_bots::{Budget, Level, decide};
use mergemaker_engine::{Dice, Holdings, Options, Preset, Rules};
use mergemaker_record::Seed;

use super::{LocalGame, Setup};
use crate::scene::Player;

/// The rules of a preset with hidden holdings.
pub(crate) fn with_hidden_holdings(preset: Preset) -> Rules {
    Rules::new(Options { holdings: Holdings::Hidden, ..Options::of(preset) }).unwrap()
}

/// A new game of bots. The two numbers are its seed.
pub(crate) fn new_game<const N: usize>(rules: Rules, levels: [Level; N], seed: (u64, u64)) -> LocalGame {
    let players = levels.map(Player::bot).to_vec();
    let seed = Seed::for_simulation(seed.0, seed.1);
    LocalGame::new(Setup { rules, players, seed, hints: false }).unwrap()
}

/// Such a game, played to its end.
pub(crate) fn finished<const N: usize>(rules: Rules, levels: [Level; N], seed: (u64, u64)) -> LocalGame {
    let mut game = new_game(rules, levels, seed);
    while game.game().to_act().is_some() {
        game.let_bot_decide();
    }
    game
}

impl LocalGame {
    /// Lets the player to act decide: a bot itself, or `steady` for a person.
    pub(crate) fn auto_decide(&mut self) {
        let Some(seat) = self.game().to_act() else { return };
        if self.waits_for_bot() {
            return self.let_bot_decide();
        }
        let mut dice = Dice::new(self.scene(None).number);
        let decided = decide(&mut *Level::Steady.bot(), self.game(), &mut dice, Budget::default());
        self.decide(seat, &decided.action).unwrap();
    }
}
