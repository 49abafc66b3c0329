//! Players that decide by themselves, and what they can tell about a decision.
//!
//! A [`Bot`] is handed what its seat may know and nothing else. [`Level`] names ours.

#![expect(clippy::cast_precision_loss, reason = "counts are small; money stays within 24 bits")]

mod bot;
mod level;
mod memory;
mod novice;
mod player;
mod random;
mod shopper;
mod standing;
mod steady;

pub use bot::{Bot, Budget, Fault, decide};
pub use level::{Level, UnknownLevel};
pub use memory::{Memory, Movement};
pub use steady::{Steady, Weights};
