//! Matches between bots, with statistics you can trust.
//!
//! A [`Contest`] plays each deal in all rotations of the players over the seats to cancel the luck of the
//! tiles. A [`Tally`] summarises the games.
//!
//! ```
//! use mergemaker_arena::{Bots, Contest, Entrant, Tally};
//! use mergemaker_bots::Budget;
//! use mergemaker_engine::{Preset, Rules, Table};
//!
//! let entrants = Entrant::list("steady, shopper, random")?;
//! let table = Table::new(Rules::of(Preset::Renegade), entrants.len())?;
//! let contest = Contest::new(table, entrants.len(), 7, Budget::Work { units: 10 })?;
//! let mut bots: Bots = entrants.iter().map(Entrant::bot).collect();
//! let names: Vec<String> = entrants.iter().map(Entrant::to_string).collect();
//! let mut tally = Tally::new(&names);
//! for deal in 0..4 {
//!     tally.add(&contest.play_deal(&mut bots, deal));
//! }
//! assert_eq!(tally.games(), 12);
//! assert_eq!(tally.standings()[0].bot, "steady");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
