//! Evaluators: what decisions lead to, in chances to win and in money.

mod compare;
mod foresight;
mod playouts;

use arrayvec::ArrayVec;
use mergemaker_engine::{Action, Dice, MOST_PLAYERS, View};
use serde::{Deserialize, Serialize};

use crate::Budget;

pub(crate) use compare::{Line, compare};
pub use foresight::Foresight;
pub use playouts::Playouts;
pub(crate) use playouts::{follow, pile_at_start, play_on};

/// Judges decisions, from what the viewer may know. Whatever can do this can explain, advise and analyse.
pub trait Evaluator: Send {
    /// What each of the actions leads to, in their order. The actions are legal for the viewer, whose view
    /// has open holdings, or holdings filled in from memory.
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

    /// What it would think of deciding itself, the best first, so that it is looked at whatever the rules of thumb say.
    /// None where it has no ideas of its own.
    fn ideas(&mut self, _: &View) -> Vec<Action> {
        Vec::new()
    }
}

/// What a decision leads to.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// Each player's chance to win, in seat order; a shared victory counts in parts. None where nothing was judged.
    pub chances: ArrayVec<f32, MOST_PLAYERS>,
    /// Each player's money at the end, in seat order.
    pub money: ArrayVec<f32, MOST_PLAYERS>,
    /// How far off the viewer's chance may be, compared with that of the first action: one standard
    /// deviation.
    pub doubt: f32,
}
