//! How often each player may change something that stays in the log besides their decisions.

use mergemaker_engine::{MOST_PLAYERS, Seat};

use crate::limit::{Bucket, Rate};

/// What is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Limited {
    /// The setting about dead tiles.
    DeadTiles,
    /// Pauses, handing over and taking back a seat, and votes.
    Seat,
    /// Takebacks.
    TakeBack,
}

impl Limited {
    fn rate(self) -> Rate {
        match self {
            Limited::DeadTiles => Rate { burst: 3, refill_ms: 5_000 },
            Limited::Seat => Rate { burst: 10, refill_ms: 3_000 },
            Limited::TakeBack => Rate { burst: 20, refill_ms: 1_000 },
        }
    }
}

/// How often each player may change something.
#[derive(Default)]
pub(super) struct Throttle([[Bucket; 3]; MOST_PLAYERS]);

impl Throttle {
    /// Whether a player may do this now; if so, it counts.
    pub(super) fn allows(&mut self, seat: Seat, what: Limited, elapsed_ms: i64) -> bool {
        self.0[seat.index()][what as usize].take(what.rate(), elapsed_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_player_has_a_limit_of_their_own_for_each_change() {
        let mut throttle = Throttle::default();
        let (one, other) = (Seat::new(0).unwrap(), Seat::new(1).unwrap());
        let mut allowed = |seat, what, now| (0..400).filter(|_| throttle.allows(seat, what, now)).count();
        assert_eq!(allowed(one, Limited::Seat, 0), 10);
        assert_eq!((allowed(other, Limited::Seat, 0), allowed(one, Limited::TakeBack, 0)), (10, 20));
        assert_eq!(allowed(one, Limited::DeadTiles, 0), 3);
        assert_eq!(allowed(one, Limited::Seat, 6_000), 2);
    }
}
