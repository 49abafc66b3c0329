//! Seats at the table, counted from 0.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

/// The most players a game can have (S1).
pub const MOST_PLAYERS: usize = 6;

/// A place at the table, numbered from 0. Play proceeds by seat (S2).
///
/// ```
/// use mergemaker_engine::Seat;
/// let seat = Seat::new(2).unwrap();
/// assert_eq!((seat.index(), Seat::new(6)), (2, None));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Seat(u8);

impl Seat {
    /// The first seat, which every table has.
    pub(crate) const FIRST: Seat = Seat(0);

    /// The seat with a number from 0 to 5.
    #[must_use]
    pub const fn new(index: usize) -> Option<Seat> {
        if index < MOST_PLAYERS { Some(Seat(index as u8)) } else { None }
    }

    /// The seats of a table with this many players, in order.
    ///
    /// ```
    /// assert_eq!(mergemaker_engine::Seat::all(3).count(), 3);
    /// ```
    #[must_use]
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..players.min(MOST_PLAYERS)).map(|index| Seat(index as u8))
    }

    /// The seat's number, from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat `steps` places on, at a table of `players`.
    #[inline]
    pub(crate) const fn after(self, steps: u8, players: u8) -> Seat {
        let mut index = self.0 + steps;
        if index >= players {
            index -= players;
        }
        Seat(index)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        crate::reading::parse_whole(deserializer, "a seat number from 0 to 5", 5)
            .map(|index| Seat(index as u8))
    }
}
