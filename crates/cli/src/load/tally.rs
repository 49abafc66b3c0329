//! Measurements shared by all games.

use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mergemaker_engine::Money;
use mergemaker_protocol::TableId;
use tokio::time::Instant;

use super::seat::Fault;

/// A finished game.
#[derive(Clone)]
pub(super) struct Finished {
    pub(super) table: TableId,
    /// The final cash as the players saw it.
    pub(super) cash: Vec<Money>,
}

/// The measurements so far.
#[derive(Default)]
pub(super) struct Tally {
    counts: Mutex<Counts>,
}

/// The measurements.
#[derive(Clone, Default)]
pub(super) struct Counts {
    pub(super) latencies: Vec<Duration>,
    pub(super) finished: Vec<Finished>,
    pub(super) verified: u64,
    pub(super) refusals: u64,
    pub(super) closed: u64,
    pub(super) late: u64,
    pub(super) not_begun: u64,
    pub(super) wrong_records: u64,
    /// The first few errors.
    pub(super) messages: Vec<String>,
    seeds: u64,
}

/// The maximum number of error messages kept.
const MAX_MESSAGES: usize = 10;

impl Tally {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A copy of the measurements so far.
    pub(super) fn so_far(&self) -> Counts {
        self.counts().clone()
    }

    /// The finished games.
    pub(super) fn finished(&self) -> Vec<Finished> {
        self.counts().finished.clone()
    }

    /// A unique seed.
    pub(super) fn next_seed(&self) -> u64 {
        let mut counts = self.counts();
        counts.seeds += 1;
        counts.seeds
    }

    /// Records a decision that has reached every player.
    pub(super) fn decide(&self, latency: Duration) {
        self.counts().latencies.push(latency);
    }

    /// Records a finished game.
    pub(super) fn finish(&self, finished: Finished) {
        self.counts().finished.push(finished);
    }

    /// Records an aborted game.
    pub(super) fn fail(&self, fault: &Fault) {
        let mut counts = self.counts();
        match fault {
            Fault::Refused { .. } => counts.refusals += 1,
            Fault::Closed { .. } => counts.closed += 1,
            Fault::Late => counts.late += 1,
        }
        counts.note(fault.to_string());
    }

    /// Records a game that could not be started.
    pub(super) fn not_begun(&self, why: &str) {
        let mut counts = self.counts();
        counts.not_begun += 1;
        counts.note(why.to_owned());
    }

    /// Records the check of a game's record.
    pub(super) fn verify(&self, finished: &Finished, checked: Result<(), String>) {
        let mut counts = self.counts();
        match checked {
            Ok(()) => counts.verified += 1,
            Err(why) => {
                counts.wrong_records += 1;
                counts.note(format!("the record of {} is wrong: {why}", finished.table.0));
            }
        }
    }
}

impl Counts {
    fn note(&mut self, message: String) {
        if self.messages.len() < MAX_MESSAGES {
            self.messages.push(message);
        }
    }

    /// The total number of errors.
    pub(super) fn errors(&self) -> u64 {
        self.refusals + self.closed + self.late + self.not_begun + self.wrong_records
    }
}

/// Limits decisions per second.
pub(super) struct Pace {
    each: Duration,
    next: Mutex<Instant>,
}

impl Pace {
    /// How far behind schedule the pace may catch up.
    const SLACK: Duration = Duration::from_millis(50);

    pub(super) fn new(rate: NonZeroU32) -> Pace {
        Pace { each: Duration::from_secs(1) / rate.get(), next: Mutex::new(Instant::now()) }
    }

    /// When the next decision may be sent.
    pub(super) fn next(&self) -> Instant {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let turn = (*next).max(now.checked_sub(Pace::SLACK).unwrap_or(now));
        *next = turn + self.each;
        turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_evenly_spaced() {
        let pace = Pace::new(NonZeroU32::new(10).unwrap());
        let turns: Vec<Instant> = (0..4).map(|_| pace.next()).collect();
        for pair in turns.windows(2) {
            assert_eq!(pair[1] - pair[0], Duration::from_millis(100));
        }
    }
}
