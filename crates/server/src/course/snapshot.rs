//! The state of a game after an entry of its log, so that nobody has to replay the log from its start.
//!
//! It holds the decisions that count, not the engine's state. The engine makes the state from them again, so a snapshot
//! stays readable when the engine changes, and it is checked like the log itself. How long it takes to restore is bounded
//! by the game: takebacks, pauses and other settings, which can be repeated without end, are not in it.

use mergemaker_engine::MOST_PLAYERS;
use serde::{Deserialize, Serialize};

use super::timer::Timer;
use super::{Course, Decision, Numbers, Player};

/// The state of a game after an entry of its log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct CourseSnapshot {
    numbers: Numbers,
    decisions: Vec<Decision>,
    /// For each decision that can be taken back, the time the clock granted for it, and when its turn began.
    undos: Vec<(i64, u64)>,
    players: [Player; MOST_PLAYERS],
    timer: Timer,
}

impl CourseSnapshot {
    /// The version of the stored form. It grows with every change.
    pub(crate) const VERSION: i64 = 1;

    /// The number of the last entry it includes.
    pub(crate) fn number(&self) -> u64 {
        self.numbers.last
    }

    /// The time of that entry.
    pub(crate) fn at(&self) -> i64 {
        self.timer.last_at
    }
}

impl Course {
    /// The state now.
    pub(crate) fn snapshot(&self) -> CourseSnapshot {
        CourseSnapshot {
            numbers: self.numbers.clone(),
            decisions: self.decisions.clone(),
            undos: self.takebacks.undos().map(|undo| (undo.granted_ms, undo.turn_began_at)).collect(),
            players: self.players,
            timer: self.timer.clone(),
        }
    }

    /// Continues a game that has just been started from a snapshot. None if the snapshot does not fit the game.
    pub(crate) fn restored(mut self, snapshot: CourseSnapshot) -> Option<Course> {
        let CourseSnapshot { numbers, decisions, undos, players, timer } = snapshot;
        for Decision { seat, action, asks } in decisions {
            self.game.check(seat, &action).ok()?;
            self.decide(seat, &action, asks);
        }
        let kept = self.takebacks.keep_last(undos.len())?;
        for (undo, (granted_ms, turn_began_at)) in kept.zip(undos) {
            (undo.granted_ms, undo.turn_began_at) = (granted_ms, turn_began_at);
        }
        self.numbers = numbers;
        for (player, known) in self.players.iter_mut().zip(players) {
            // A bot may have taken the seat for good.
            *player = Player { is_bot: player.is_bot, ..known };
        }
        self.timer = Timer { clock: self.timer.clock, ..timer };
        Some(self)
    }
}
