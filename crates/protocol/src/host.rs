//! Decisions that every host of a game makes alike, whether server or page: which offers probe hidden
//! holdings, and which decisions can be taken back.

use mergemaker_engine::{Action, Event, Game, Phase, RuleError, Seat};

/// With hidden holdings, the number of offers per turn that may be refused because the other side cannot
/// fulfil them. Each refusal reveals something.
pub const MOST_REFUSED_OFFERS: u32 = 3;

/// What an offer reveals about hidden holdings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Probe {
    /// Nothing: any other decision, and every offer with open holdings.
    Harmless,
    /// It is refused because of the other side's holdings, which reveals something. It counts.
    Reveals,
    /// Too many offers of this turn were refused already: refuse it unchecked.
    TooMany,
}

/// What a person's decision reveals about hidden holdings, given the number of offers refused this turn.
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

/// The decisions that can be taken back, oldest first, each with what its host needs to undo it.
///
/// ```
/// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
/// use mergemaker_protocol::Takebacks;
/// let mut dealer = RandomDealer::new(Dice::new(1));
/// let mut game = Game::start(Table::new(Rules::of(Preset::Classic), 2)?, &mut dealer, &mut ());
/// let (before, mut events) = (game, Vec::new());
/// game.apply(before.turn(), &before.legal_actions()[0], &mut dealer, &mut events)?;
/// let mut takebacks = Takebacks::default();
/// takebacks.note((before.turn(), before), [&before, &game], &events);
/// assert!(takebacks.may_take_back(before.turn(), &game), "placing a tile reveals nothing");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Takebacks<T> {
    decisions: Vec<Decision<T>>,
}

#[derive(Clone, Debug)]
struct Decision<T> {
    seat: Seat,
    undo: T,
    /// Whether it showed hidden holdings: a chain paid its bonuses, and its holders were asked (K2).
    has_revealed_holdings: bool,
}

impl<T> Default for Takebacks<T> {
    fn default() -> Takebacks<T> {
        Takebacks { decisions: Vec::new() }
    }
}

impl<T> Takebacks<T> {
    /// Adds a decision, with the game before and after it and its events. Nothing can be taken back any more
    /// once another player has decided, hidden information was revealed, or a question showed that a player
    /// holds a dead tile.
    pub fn note(&mut self, (seat, undo): (Seat, T), [before, after]: [&Game; 2], events: &[Event]) {
        if self.decisions.last().is_some_and(|last| last.seat != seat) {
            self.decisions.clear();
        }
        // Holdings that were shown are remembered, not ruled out here: older logs may take such a decision back. Whether
        // an offer reveals something is checked while it is pending, by `may_take_back`.
        let has_revealed_holdings = after.rules().hides_holdings()
            && after.phase() == Phase::Dispose
            && (before.phase() != Phase::Dispose || before.defunct() != after.defunct());
        let is_question = before.phase() == Phase::Exchange || after.phase() == Phase::Exchange;
        if is_question || events.iter().any(Event::reveals) {
            self.decisions.clear();
        } else {
            self.decisions.push(Decision { seat, undo, has_revealed_holdings });
        }
    }

    /// Whether the last decision is this player's and can be undone. Older logs take back anything that can be; today,
    /// see [`may_take_back`](Takebacks::may_take_back).
    #[must_use]
    pub fn is_last_of(&self, seat: Seat) -> bool {
        self.decisions.last().is_some_and(|last| last.seat == seat)
    }

    /// Whether a player may take back the last decision: it is theirs, and it has not shown what others hold. A merger
    /// shows who holds the chain that pays bonuses; a pending offer shows, simply by being legal, that the other side can
    /// keep it.
    #[must_use]
    pub fn may_take_back(&self, seat: Seat, game: &Game) -> bool {
        let is_offer = game.rules().hides_holdings() && game.phase() == Phase::Answer;
        let has_revealed_holdings = self.decisions.last().is_some_and(|last| last.has_revealed_holdings);
        self.is_last_of(seat) && !is_offer && !has_revealed_holdings
    }

    /// Removes the last decision.
    pub fn pop(&mut self) -> Option<(Seat, T)> {
        self.decisions.pop().map(|last| (last.seat, last.undo))
    }

    /// The host's data of the last decision.
    pub fn last_mut(&mut self) -> Option<&mut T> {
        self.decisions.last_mut().map(|last| &mut last.undo)
    }

    /// The host's data of every decision that can be taken back, oldest first.
    #[must_use]
    pub fn undos(&self) -> impl ExactSizeIterator<Item = &T> {
        self.decisions.iter().map(|decision| &decision.undo)
    }

    /// Keeps only the last decisions. Their undo data can be changed. None if there are fewer.
    pub fn keep_last(&mut self, count: usize) -> Option<impl Iterator<Item = &mut T>> {
        let dropped = self.decisions.len().checked_sub(count)?;
        self.decisions.drain(..dropped);
        Some(self.decisions.iter_mut().map(|decision| &mut decision.undo))
    }
}
