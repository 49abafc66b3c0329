//! The rules of Acquire: pure, complete, without I/O, clock, thread or hidden randomness.
//!
//! A [`Game`] holds the whole state except the order of the pile. Chance comes from a [`Dealer`], an argument
//! of every call that may draw. What happens is reported to a [`Log`] as [`Event`]s. A [`View`] is what one
//! seat may know.
//!
//! ```
//! use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
//!
//! let table = Table::new(Rules::of(Preset::Renegade), 4)?;
//! let mut rng = Dice::new(7);
//! let mut dealer = RandomDealer::new(Dice::new(8));
//! let mut game = Game::start(table, &mut dealer, &mut ());
//! while let Some(seat) = game.to_act() {
//!     let action = game.random_action(&mut rng);
//!     game.apply(seat, &action, &mut dealer, &mut ())?;
//! }
//! assert!(game.outcome().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Data flows one way: decision → check → event → state → view → screen.

mod action;
mod board;
mod bonus;
mod chain;
mod dealer;
mod error;
mod event;
mod game;
mod hand;
mod lanes;
mod money;
mod outcome;
mod phase;
mod position;
mod preview;
mod price;
mod price_card;
mod public;
mod reading;
mod rules;
mod seat;
mod shares;
mod step;
mod theme;
mod tile;
mod tile_play;
mod view;

pub use action::{Action, Actions, Bundle, MOST_ACTIONS, Offer};
pub use board::{Board, Cell, Touch};
pub use bonus::{Award, Holder, Payout, Place};
pub use chain::{Chain, ChainSet, SAFE_SIZE, Tier, WINNING_SIZE};
pub use dealer::{Dealer, Dice, FixedDealer, RandomDealer, below};
pub use error::RuleError;
pub use event::{DiscardReason, EndReason, Event, Log, Tiles};
pub use game::Game;
pub use game::legal::MOST_BOUGHT;
pub use hand::{HAND_SIZE, Hand};
pub use money::Money;
pub use outcome::Outcome;
pub use phase::Phase;
pub use position::{HandState, PlayerState, Position, PositionError, Situation};
pub use preview::{Dissolved, Preview};
pub use price_card::{PriceRow, Sizes, price_card};
pub use public::{PublicState, SetUp};
pub use rules::*;
pub use seat::{MOST_PLAYERS, Seat};
pub use shares::{SHARES_PER_CHAIN, Shares};
pub use step::{Choosing, STEPS, STEPS_WITH_EXCHANGE, Step, StepMask, Stepper};
pub use theme::{Face, Theme};
pub use tile::{Tile, TileSet};
pub use tile_play::TilePlay;
pub use view::{CoveredTiles, SeenEvent, View};

/// Tests the code in the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
