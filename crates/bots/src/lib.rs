//! Bots, and the tools to judge decisions: advice, analysis and the reasons behind them.
//!
//! A [`Bot`] sees only what its seat may know. [`Level`] lists the built-in bots.
//!
//! ```
//! use mergemaker_bots::{Budget, Level, decide, start};
//! use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
//!
//! let table = Table::new(Rules::of(Preset::Renegade), 3)?;
//! let (mut dealer, mut dice) = (RandomDealer::new(Dice::new(1)), Dice::new(2));
//! let mut game = Game::start(table, &mut dealer, &mut ());
//! let mut bots = [Level::Steady, Level::Novice, Level::Shopper].map(Level::bot);
//! for (bot, seat) in bots.iter_mut().zip(game.seats()) {
//!     start(&mut **bot, &table, seat);
//! }
//! while let Some(seat) = game.to_act() {
//!     let decided = decide(&mut *bots[seat.index()], &game, &mut dice, Budget::default());
//!     game.apply(seat, &decided.action, &mut dealer, &mut ())?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "floats are estimates: counts are small, money is non-negative and fits in 24 bits"
)]

mod advice;
mod analysis;
mod bot;
mod evaluator;
mod expert;
mod level;
mod master;
mod memory;
pub mod net;
mod novice;
mod player;
mod random;
mod reason;
mod shopper;
mod standing;
mod steady;
mod strength;
pub mod svg;

pub use advice::{Advice, Alternative, advise};
pub use analysis::{Better, ChartLabels, Decision, Judgement, Mark, Summary, chart, decisions, summaries};
pub use bot::{Bot, Budget, Decided, Failure, Fault, decide, observe, start};
pub use evaluator::{Estimate, Evaluator, Foresight, Playouts};
pub use level::{Level, UnknownLevel};
pub use memory::{HoldingsDelta, Memory};
pub use reason::{Dissolving, End, Gain, Goods, Paid, Rank, Reason};
pub use steady::{Steady, Weights};
pub use strength::Strength;
