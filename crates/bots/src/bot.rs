//! Bots: what decides for a seat, and what it is given to decide with.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use mergemaker_engine::{Action, Dice, Game, Seat, Table, View};

use crate::HoldingsDelta;

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

    /// Sees what changed hands. Called only where holdings are hidden (K2).
    ///
    /// ```
    /// use mergemaker_bots::{Level, HoldingsDelta};
    /// Level::Steady.bot().observe(&HoldingsDelta::default());
    /// ```
    fn observe(&mut self, delta: &HoldingsDelta) {
        let _ = delta;
    }

    /// Whether it picks the dead tiles to exchange itself (T11). Otherwise they are all exchanged and it is not
    /// asked.
    ///
    /// ```
    /// use mergemaker_bots::Level;
    /// assert!(!Level::Steady.bot().picks_dead_tiles());
    /// ```
    fn picks_dead_tiles(&self) -> bool {
        false
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

/// Lets a bot sit down to a new game. A bot that panics is told as a fault, and stops nothing.
///
/// ```
/// use mergemaker_bots::{Level, start};
/// use mergemaker_engine::{Preset, Rules, Seat, Table};
/// let table = Table::new(Rules::of(Preset::Classic), 3).unwrap();
/// assert_eq!(start(&mut *Level::Novice.bot(), &table, Seat::new(0).unwrap()), None);
/// ```
pub fn start(bot: &mut dyn Bot, table: &Table, seat: Seat) -> Option<Fault> {
    catch_unwind(AssertUnwindSafe(|| bot.start(table, seat))).err().map(|_| Fault::Crashed)
}

/// Shows a bot what changed hands. A bot that panics is told as a fault, and stops nothing.
///
/// ```
/// use mergemaker_bots::{Level, HoldingsDelta, observe};
/// assert_eq!(observe(&mut *Level::Novice.bot(), &HoldingsDelta::default()), None);
/// ```
pub fn observe(bot: &mut dyn Bot, delta: &HoldingsDelta) -> Option<Fault> {
    catch_unwind(AssertUnwindSafe(|| bot.observe(delta))).err().map(|_| Fault::Crashed)
}

/// What was decided for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decided {
    /// The decision, which is legal.
    pub action: Action,
    /// Whether there was a choice, so that the bot was asked.
    pub was_asked: bool,
    /// Why the decision is not the bot's own.
    pub fault: Option<Fault>,
}

/// The decision of the bot whose turn it is to decide, checked. It is handed what its seat may know; where
/// there is only one thing to do, it is not asked. Where it fails, panics or decides what is not legal, the
/// decision is the first of the legal actions, and the fault is told.
///
/// That first action is the mildest there is: the first playable tile of the hand, the first chain, no to
/// an offer, all shares held, nothing bought, no end declared. Dead tiles are all exchanged instead.
///
/// ```
/// use mergemaker_bots::{Budget, Level, decide};
/// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
/// let table = Table::new(Rules::of(Preset::Classic), 3).unwrap();
/// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
/// let decided = decide(&mut *Level::Shopper.bot(), &game, &mut Dice::new(2), Budget::default());
/// assert!(game.check(game.turn(), &decided.action).is_ok() && decided.fault.is_none());
/// ```
///
/// # Panics
/// When the game is over: there is nothing to decide.
pub fn decide(bot: &mut dyn Bot, game: &Game, dice: &mut Dice, budget: Budget) -> Decided {
    let seat = game.to_act().expect("somebody is to decide");
    if let Some(action) = game.exchange_all().filter(|_| !bot.picks_dead_tiles()) {
        return Decided { action, was_asked: false, fault: None };
    }
    let view = game.view(Some(seat));
    let legal = view.legal_actions();
    let fallback = game.exchange_all().unwrap_or(legal[0]);
    if legal.len() == 1 && !view.may_offer() {
        return Decided { action: fallback, was_asked: false, fault: None };
    }
    // A bot that panicked is as it was left; the next game starts it anew.
    let answer = catch_unwind(AssertUnwindSafe(|| bot.decide(&view, &legal, dice, budget)));
    // The game itself is asked, not the view: where holdings are hidden, a view cannot tell whether the
    // other side has what an offer takes.
    let checked = answer
        .unwrap_or(Err(Fault::Crashed))
        .and_then(|action| game.check(seat, &action).map_or(Err(Fault::Illegal), |()| Ok(action)));
    Decided { action: checked.unwrap_or(fallback), was_asked: true, fault: checked.err() }
}
