//! Matches between bots, with statistics you can trust.
//!
//! A [`Contest`] plays each deal in all rotations of the players over the seats to cancel the luck of the
//! tiles. A [`Tally`] summarises the games.

#![expect(
    clippy::cast_precision_loss,
    reason = "floats are only used for means, shares and times, which need a few digits"
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

/// Tests the example in the page for bot authors.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/BOTS.md")]
struct BotsPage;
