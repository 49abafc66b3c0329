//! Players that decide by themselves, and what they can tell about a decision.
//!
//! A [`Bot`] is handed what its seat may know and nothing else. [`Level`] names ours.

#![expect(clippy::cast_precision_loss, reason = "counts are small; money stays within 24 bits")]

mod advice;
mod analysis;
mod bot;
mod evaluator;
mod level;
mod memory;
mod novice;
mod player;
mod random;
mod shopper;
mod standing;
mod steady;
pub mod svg;
mod words;

pub use advice::{Advice, Alternative, advise};
pub use analysis::{Better, Decision, Judgement, Mark, Summary, chart, decisions, summaries};
pub use bot::{Bot, Budget, Fault, decide};
pub use evaluator::{Estimate, Evaluator, Playouts};
pub use level::{Level, UnknownLevel};
pub use memory::{Memory, Movement};
pub use steady::{Steady, Weights};
pub use words::advice_in_words;
