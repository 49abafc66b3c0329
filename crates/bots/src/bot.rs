//! Bots: the interface of a computer player, and safe ways to call one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use mergemaker_engine::{Action, Dice, Game, Seat, Table, View};

use crate::HoldingsDelta;

/// A computer player that decides from what its seat may know.
///
/// Deterministic for a given seed and work budget. Where holdings are hidden, it sees every exchange of cash
/// and shares, as everybody at the table does (K1), and may remember it.
pub trait Bot: Send {
    /// Starts a new game.
    fn start(&mut self, table: &Table, seat: Seat) {
        let _ = (table, seat);
    }

    /// Observes a change of holdings. Called only where holdings are hidden (K2).
    fn observe(&mut self, delta: &HoldingsDelta) {
        let _ = delta;
    }

    /// Whether the bot picks dead tiles to exchange (T11). If not, all are exchanged without asking it.
    fn picks_dead_tiles(&self) -> bool {
        false
    }

    /// How the bot failed so far, for the person who has to find out why.
    fn failure(&self) -> Failure {
        Failure::default()
    }

    /// Decides. `legal` holds every legal action except trade offers and is never empty.
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

/// How much a bot may think about one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Units of work, such as playouts: the same decision on every machine.
    Work {
        /// The number of units.
        units: u32,
    },
    /// Wall-clock time.
    Time {
        /// The time limit.
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

/// A small amount of work, enough for every bot to decide sensibly.
impl Default for Budget {
    fn default() -> Budget {
        Budget::Work { units: 100 }
    }
}

/// How a bot failed, as far as it left traces.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Failure {
    /// The number of games in a row in which it did not start or hung, once that is too many: it is not started again.
    pub gave_up_after: Option<u32>,
    /// The last line that could not be read, fit to be shown.
    pub unreadable: Option<String>,
    /// The last line of error output before it crashed or was stopped, fit to be shown.
    pub error_output: Option<String>,
}

/// Why a bot failed to give a usable decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Fault {
    /// The bot could not be started.
    #[error("it could not be started")]
    NotStarted,
    /// The bot exited or panicked during the game.
    #[error("it ended in the middle of a game")]
    Crashed,
    /// The bot took too long.
    #[error("it took too long to answer")]
    TimedOut,
    /// The answer could not be parsed.
    #[error("its answer could not be read")]
    Rubbish,
    /// The decision breaks the rules.
    #[error("its decision was against the rules")]
    Illegal,
}

/// Starts a new game for a bot. A panic is caught and reported as a fault.
pub fn start(bot: &mut dyn Bot, table: &Table, seat: Seat) -> Option<Fault> {
    catch_unwind(AssertUnwindSafe(|| bot.start(table, seat))).err().map(|_| Fault::Crashed)
}

/// Shows a bot a change of holdings. A panic is caught and reported as a fault.
pub fn observe(bot: &mut dyn Bot, delta: &HoldingsDelta) -> Option<Fault> {
    catch_unwind(AssertUnwindSafe(|| bot.observe(delta))).err().map(|_| Fault::Crashed)
}

/// A seat's decision, and how it came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decided {
    /// The action, which is always legal.
    pub action: Action,
    /// Whether the bot was asked, because there was a choice.
    pub was_asked: bool,
    /// Why the fallback was used instead of the bot's own decision.
    pub fault: Option<Fault>,
}

/// Asks the bot to act and checks its decision. The bot is not asked if there is only one legal action. If it
/// fails, panics or breaks the rules, the fallback is used and the fault reported.
///
/// The fallback is the first legal action, which is the mildest: the first playable tile in hand, the first
/// chain, declining an offer, holding all shares, buying nothing, not declaring the end. Dead tiles are all
/// exchanged.
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
/// If the game is over.
pub fn decide(bot: &mut dyn Bot, game: &Game, dice: &mut Dice, budget: Budget) -> Decided {
    let seat = game.to_act().expect("the game is not over");
    if let Some(action) = game.exchange_all().filter(|_| !bot.picks_dead_tiles()) {
        return Decided { action, was_asked: false, fault: None };
    }
    let view = game.view(Some(seat));
    let legal = view.legal_actions();
    let fallback = game.exchange_all().unwrap_or(legal[0]);
    if legal.len() == 1 && !view.may_offer() {
        return Decided { action: fallback, was_asked: false, fault: None };
    }
    // Unwind safety: a bot that panicked may be inconsistent until the next game restarts it.
    let answer = catch_unwind(AssertUnwindSafe(|| bot.decide(&view, &legal, dice, budget)));
    // Check against the game, not the view: with hidden holdings, the view does not show whether the other
    // side has what the offer asks for.
    let checked = answer
        .unwrap_or(Err(Fault::Crashed))
        .and_then(|action| game.check(seat, &action).map_or(Err(Fault::Illegal), |()| Ok(action)));
    Decided { action: checked.unwrap_or(fallback), was_asked: true, fault: checked.err() }
}
