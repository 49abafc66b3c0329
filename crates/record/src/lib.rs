//! Game records of Acquire: writing, reading, replaying and verifying them. And provably fair chance.
//!
//! A [`Record`] is one whole game as one JSON document. Nothing in it is trusted: [`Record::verify`] replays
//! it with the rules engine and reports the first event that breaks a rule. Tiles come from a [`Deck`], whose
//! [`Seed`] proves after the game that nobody manipulated the draws.
//!
//! ```
//! use mergemaker_engine::{Game, Preset, Rules, Dice, Table};
//! use mergemaker_record::{Deck, Record, Recorder, Seed};
//!
//! let seed = Seed::for_simulation(7, 1);
//! let (mut deck, mut recorder) = (Deck::new(&seed), Recorder::new());
//! let table = Table::new(Rules::of(Preset::Renegade), 3)?;
//! let mut game = Game::start(table, &mut deck, &mut recorder);
//! game.play_randomly(&mut Dice::new(1), &mut deck, &mut recorder);
//!
//! let names = ["first", "second", "third"].map(String::from).to_vec();
//! let record = recorder.finish(&game, names, Some(seed));
//! let text = record.to_json();
//! assert_eq!(Record::read(text.as_bytes())?.verify()?, game);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod document;
mod error;
mod fair;
mod game_log;
mod name;
pub mod position;
mod record;
mod recorder;
mod replay;
mod script;
mod verifier;

pub use document::{Documents, documents};
pub use error::RecordError;
pub use fair::{Commitment, Deck, Seed, SeedError};
pub use game_log::{Bought, ChainNow, Effect, GameLog, LogEntry, Merging};
pub use name::display_name;
pub use record::{FORMAT, GameResult, MOST_BYTES, MOST_EVENTS, MOST_NAME_CHARACTERS, Record, VERSION};
pub use recorder::Recorder;
pub use replay::{Moment, Replay, unwritten_decision};
