//! Bots: what decides for a seat, and what it is given to decide with.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use mergemaker_engine::{Action, Dice, Seat, Table, View};

use crate::Movement;

/// A player that decides by itself, from what its seat may know and nothing else.
///
/// For the same seed and work budget a bot decides the same. Where holdings are hidden it is shown what
/// changes hands, as everybody at the table is (K1), and may remember it.
pub trait Bot: Send {
    /// Sits down to a new game.
    ///
    /// ```
    /// use mergemaker_bots::Level;
    /// use mergemaker_engine::{Preset, Rules, Seat, Table};
    /// let table = Table::new(Rules::of(Preset::Classic), 3).unwrap();
    /// Level::Steady.bot().start(&table, Seat::new(0).unwrap());
    /// ```
    fn start(&mut self, table: &Table, seat: Seat) {
        let _ = (table, seat);
    }

    /// Sees what changed hands. Told only where holdings are hidden (K2).
    ///
    /// ```
    /// use mergemaker_bots::{Level, Movement};
    /// Level::Steady.bot().observe(&Movement::default());
    /// ```
    fn observe(&mut self, movement: &Movement) {
        let _ = movement;
    }

    /// Decides. `legal` holds every legal action but the offers of a trade, never none.
    ///
    /// ```
    /// use mergemaker_bots::{Budget, Level};
    /// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Classic), 3).unwrap();
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(game.to_act());
    /// let legal = view.legal_actions();
    /// let action = Level::Novice.bot().decide(&view, &legal, &mut Dice::new(2), Budget::default());
    /// assert!(legal.contains(&action.unwrap()));
    /// ```
    fn decide(
        &mut self,
        view: &View,
        legal: &[Action],
        dice: &mut Dice,
        budget: Budget,
    ) -> Result<Action, Fault>;
}

/// How long a bot may think about one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many units of work, such as playouts: the same decision on every machine.
    Work {
        /// How many.
        units: u32,
    },
    /// So much time.
    Time {
        /// How much.
        limit: Duration,
    },
}

impl Budget {
    /// Half of it.
    pub(crate) fn halved(self) -> Budget {
        match self {
            Budget::Work { units } => Budget::Work { units: units / 2 },
            Budget::Time { limit } => Budget::Time { limit: limit / 2 },
        }
    }
}

/// A little work: enough for every bot to decide soundly.
impl Default for Budget {
    fn default() -> Budget {
        Budget::Work { units: 100 }
    }
}

/// Why a bot gave no decision that can be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Fault {
    /// It could not be started.
    #[error("it could not be started")]
    NotStarted,
    /// It ended, or broke down, in the middle of the game.
    #[error("it ended in the middle of a game")]
    Crashed,
    /// It took too long.
    #[error("it took too long to answer")]
    TimedOut,
    /// It answered something that is no answer.
    #[error("its answer could not be read")]
    Rubbish,
    /// It decided what the rules do not allow.
    #[error("its decision was against the rules")]
    Illegal,
}

/// The decision of a bot, checked. Where the bot fails, panics or decides what is not legal, the decision
/// is the first of the legal actions, and the fault is told.
///
/// That first action is the mildest there is: the first playable tile of the hand, the first chain, no to
/// an offer, all shares held, nothing bought, no end declared.
///
/// ```
/// use mergemaker_bots::{Budget, Level, decide};
/// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
/// let table = Table::new(Rules::of(Preset::Classic), 3).unwrap();
/// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
/// let view = game.view(game.to_act());
/// let (action, fault) = decide(&mut *Level::Shopper.bot(), &view, &mut Dice::new(2), Budget::default());
/// assert!(view.check(&action).is_ok() && fault.is_none());
/// ```
///
/// # Panics
/// When the decision is not the viewer's.
pub fn decide(bot: &mut dyn Bot, view: &View, dice: &mut Dice, budget: Budget) -> (Action, Option<Fault>) {
    let legal = view.legal_actions();
    let fallback = *legal.first().expect("a bot is asked when the decision is its own");
    // A bot that panicked is as it was left; the next game starts it anew.
    let decided = catch_unwind(AssertUnwindSafe(|| bot.decide(view, &legal, dice, budget)));
    match decided.unwrap_or(Err(Fault::Crashed)) {
        Ok(action) if view.check(&action).is_ok() => (action, None),
        Ok(_) => (fallback, Some(Fault::Illegal)),
        Err(fault) => (fallback, Some(fault)),
    }
}
