//! The players' time in a running game.

use mergemaker_engine::{MOST_PLAYERS, Seat};
use mergemaker_protocol::{Clock, Clocks};
use serde::{Deserialize, Serialize};

/// The players' time in a running game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Timer {
    pub(super) clock: Clock,
    /// The time left on each player's clock, as of the last entry.
    pub(super) left_ms: [i64; MOST_PLAYERS],
    /// The time left to answer a question about dead tiles, as of the last entry.
    pub(super) answer_ms: i64,
    pub(super) is_paused: bool,
    /// The time of the last entry.
    pub(super) last_at: i64,
}

/// A time that runs down.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Countdown {
    /// A player's clock.
    Clock(Seat),
    /// The time to answer a question about dead tiles.
    Answer,
}

impl Timer {
    pub(super) fn start(clock: Clock, now: i64) -> Timer {
        let left_ms = [initial_ms(clock); MOST_PLAYERS];
        Timer { clock, left_ms, answer_ms: 0, is_paused: false, last_at: now }
    }

    /// Charges what was running for the time since the last entry.
    pub(super) fn charge(&mut self, running: Option<Countdown>, at: i64) {
        let used = (at - std::mem::replace(&mut self.last_at, at)).max(0);
        match running {
            Some(Countdown::Clock(seat)) => self.left_ms[seat.index()] -= used,
            Some(Countdown::Answer) => self.answer_ms -= used,
            None => {}
        }
    }

    /// Grants a player the clock's time for a decision. Returns how much it was.
    pub(super) fn grant(&mut self, seat: Seat) -> i64 {
        let left = &mut self.left_ms[seat.index()];
        let before = *left;
        match self.clock {
            Clock::None => {}
            Clock::Bank { increment, .. } => *left = before.max(0) + i64::from(increment) * 1_000,
            Clock::PerDecision { .. } | Clock::Days { .. } => *left = initial_ms(self.clock),
        }
        *left - before
    }

    /// Grants a returning player a minimum of time.
    pub(super) fn top_up(&mut self, seat: Seat) {
        const LEAST: i64 = 30_000;
        if let Clock::Bank { .. } = self.clock {
            let left = &mut self.left_ms[seat.index()];
            *left = (*left).max(LEAST);
        } else {
            self.grant(seat);
        }
    }

    /// The players' clocks at `now`.
    pub(super) fn clocks(
        &self,
        seats: impl Iterator<Item = Seat>,
        running: Option<Countdown>,
        is_asked: bool,
        now: i64,
    ) -> Clocks {
        let left = |which| self.left(which, running, now);
        let has_clock = self.clock != Clock::None;
        Clocks {
            left_ms: seats.map(|seat| has_clock.then(|| left(Countdown::Clock(seat)))).collect(),
            running: match running {
                Some(Countdown::Clock(seat)) => Some(seat),
                Some(Countdown::Answer) | None => None,
            },
            exchange_ms: is_asked.then(|| left(Countdown::Answer)),
        }
    }

    /// What is left of a countdown at `now`, if `running` has run since the last entry.
    pub(super) fn left(&self, which: Countdown, running: Option<Countdown>, now: i64) -> i64 {
        let left = match which {
            Countdown::Clock(seat) => self.left_ms[seat.index()],
            Countdown::Answer => self.answer_ms,
        };
        let used = if running == Some(which) { (now - self.last_at).max(0) } else { 0 };
        (left - used).max(0)
    }
}

/// What a clock grants at the start of the game.
fn initial_ms(clock: Clock) -> i64 {
    match clock {
        Clock::None => 0,
        Clock::PerDecision { seconds } | Clock::Bank { seconds, .. } => i64::from(seconds) * 1_000,
        Clock::Days { days } => i64::from(days) * 86_400_000,
    }
}
