//! Evaluators: estimate where decisions lead, in win probability and money.

mod compare;
mod foresight;
mod playouts;

use arrayvec::ArrayVec;
use mergemaker_engine::{Action, Dice, MOST_PLAYERS, View};
use serde::{Deserialize, Serialize};

use crate::Budget;

pub(crate) use compare::{DealResult, compare};
pub use foresight::Foresight;
pub use playouts::Playouts;
pub(crate) use playouts::{follow, pile_at_start, play_on};

/// Estimates decisions from what the viewer may know. Advice and analysis work with any evaluator.
pub trait Evaluator: Send {
    /// Estimates each action, in order. The actions must be legal for the viewer, and the view's holdings
    /// open or filled in from memory.
    ///
    /// ```
    /// use mergemaker_bots::{Budget, Evaluator, Playouts};
    /// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Classic), 3).unwrap();
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(game.to_act());
    /// let budget = Budget::Work { units: 12 };
    /// let estimates = Playouts::default().evaluate(&view, &view.legal_actions(), &mut Dice::new(2), budget);
    /// assert_eq!(estimates.len(), view.legal_actions().len());
    /// let all: f32 = estimates[0].chances.iter().sum();
    /// assert!((all - 1.0).abs() < 1e-3, "somebody wins");
    /// ```
    fn evaluate(&mut self, view: &View, actions: &[Action], dice: &mut Dice, budget: Budget)
    -> Vec<Estimate>;

    /// Actions that this evaluator would consider itself, best first. They are evaluated even if the rules of
    /// thumb dismiss them. Empty by default.
    fn ideas(&mut self, _: &View) -> Vec<Action> {
        Vec::new()
    }
}

/// The estimated outcome of a decision.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// Each player's win probability, in seat order; ties are shared. Empty if nothing was evaluated.
    pub chances: ArrayVec<f32, MOST_PLAYERS>,
    /// Each player's expected final money, in seat order.
    pub money: ArrayVec<f32, MOST_PLAYERS>,
    /// The standard error of the viewer's win probability relative to the first action's.
    pub doubt: f32,
}
