//! Matches between bots, and figures from them that can be trusted.
//!
//! A [`Contest`] plays each deal in all rotations of its players over the seats, so that nobody wins by the
//! luck of the tiles alone; a [`Tally`] sums the games up.

#![expect(
    clippy::cast_precision_loss,
    reason = "floating point is only for means, shares and times, which need a few digits"
)]

mod contest;
mod entrant;
mod external;
mod plot;
mod tally;

pub use contest::{Bots, Contest, ContestError, PlayedDeal, PlayedGame, PlayedSeat};
pub use entrant::{Entrant, EntrantError};
pub use external::{CommandError, CommandLine, External, StartError};
pub use plot::plot;
pub use tally::{Pairing, Standing, Tally};

/// The example of a bot in the page for those who write one.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/BOTS.md")]
struct BotsPage;
