//! What every host of a game decides alike, whether the server or the page: which offers only probe what others hold,
//! and which decisions may be taken back.

use mergemaker_engine::{Action, Event, Game, Phase, RuleError, Seat};

/// How many offers a person may have refused in one turn because the other side cannot keep them, where holdings are
/// hidden: each refusal reveals something.
pub const MOST_REFUSED_OFFERS: u32 = 3;

/// What an offer shows of hidden holdings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Probe {
    /// Nothing: any other decision, and every offer where holdings are open.
    Harmless,
    /// It is refused because of what the other side holds, which shows something: it counts.
    Reveals,
    /// Too many of this turn counted already: it is refused unseen.
    TooMany,
}

/// What a person's decision shows of hidden holdings, after so many offers of this turn were refused.
///
/// ```
/// use mergemaker_engine::{Action, Dice, Game, Preset, RandomDealer, Rules, Table};
/// use mergemaker_protocol::{Probe, probe};
/// let table = Table::new(Rules::of(Preset::Trading), 2)?;
/// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
/// assert_eq!(probe(&game, game.turn(), &Action::Pass, 99), Probe::Harmless);
/// # Ok::<(), mergemaker_engine::RulesError>(())
/// ```
#[must_use]
pub fn probe(game: &Game, seat: Seat, action: &Action, refused: u32) -> Probe {
    if !matches!(action, Action::TradeOffer { .. }) || !game.rules().hides_holdings() {
        return Probe::Harmless;
    }
    if refused >= MOST_REFUSED_OFFERS {
        return Probe::TooMany;
    }
    match game.check(seat, action) {
        Err(RuleError::CannotGive { seat: other }) if other != seat => Probe::Reveals,
        Ok(()) | Err(_) => Probe::Harmless,
    }
}

/// The decisions that may be taken back, the last one last, each with what its host needs to undo it.
#[derive(Clone, Debug)]
pub struct Takebacks<T> {
    decisions: Vec<(Seat, T)>,
}

impl<T> Default for Takebacks<T> {
    fn default() -> Takebacks<T> {
        Takebacks { decisions: Vec::new() }
    }
}

impl<T> Takebacks<T> {
    /// Notes a decision with the game before and after it and its events. Once another player has decided, a tile was
    /// shown that nobody could know, or everyone has seen that somebody holds a dead tile, there is no way back.
    pub fn note(&mut self, (seat, undo): (Seat, T), [before, after]: [&Game; 2], events: &[Event]) {
        if self.decisions.last().is_some_and(|(last, _)| *last != seat) {
            self.decisions.clear();
        }
        // Whether an offer shows something is decided while it waits, by `may_take_back`: older logs may take one back.
        let is_question = before.phase() == Phase::Exchange || after.phase() == Phase::Exchange;
        if is_question || events.iter().any(Event::reveals) {
            self.decisions.clear();
        } else {
            self.decisions.push((seat, undo));
        }
    }

    /// Whether the last decision can be undone and is this player's. Older logs take back whatever can be; today, see
    /// [`may_take_back`](Takebacks::may_take_back).
    #[must_use]
    pub fn is_last_of(&self, seat: Seat) -> bool {
        self.decisions.last().is_some_and(|(last, _)| *last == seat)
    }

    /// Whether a player may take back the last decision: it is theirs, and no offer that shows what the other side holds
    /// is waiting for an answer.
    #[must_use]
    pub fn may_take_back(&self, seat: Seat, game: &Game) -> bool {
        let has_shown_holdings = game.rules().hides_holdings() && game.phase() == Phase::Answer;
        self.is_last_of(seat) && !has_shown_holdings
    }

    /// Takes the last one out.
    pub fn pop(&mut self) -> Option<(Seat, T)> {
        self.decisions.pop()
    }

    /// The last one, to change what is kept for it.
    pub fn last_mut(&mut self) -> Option<&mut T> {
        self.decisions.last_mut().map(|(_, undo)| undo)
    }
}
