//! The log of a game as data: every event and its effect. The `voice` crate turns it into sentences in any
//! language.

use mergemaker_engine::{
    Action, Cell, Chain, ChainSet, Dealer, Event, Game, Log, Money, Payout, Phase, Preview, Seat, SeenEvent,
    StartTiles, Table,
};
use serde::{Deserialize, Serialize};

use crate::{Moment, Recorder};

/// One event as one viewer may see it, and its effect.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LogEntry {
    /// The event.
    #[serde(flatten)]
    pub event: SeenEvent,
    /// The effect.
    #[serde(default, skip_serializing_if = "Effect::is_nothing")]
    pub effect: Effect,
    /// The chain that absorbed the others, if a merger ends with this event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged: Option<ChainNow>,
    /// The bonuses paid. The entry of the `end` event has the whole final scoring.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub payouts: Vec<Payout>,
}

/// The effect of a decision, with figures that everyone at the table may know.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(tag = "does", rename_all = "snake_case")]
pub enum Effect {
    /// Nothing beyond the event itself.
    #[default]
    Nothing,
    /// The tile stayed unincorporated (T3).
    Lone,
    /// The tile founds a chain, still to be chosen (T4).
    Founds,
    /// The tile joined a chain (T6).
    Grows {
        /// The chain.
        now: ChainNow,
    },
    /// The tile merges chains (T7).
    Merges {
        /// The chain that survives; none if it is still to be chosen.
        survivor: Option<Chain>,
        /// All merging chains, with their sizes before the merger.
        merging: Vec<Merging>,
    },
    /// A chain was founded (T4, T5).
    Founded {
        /// The chain.
        now: ChainNow,
        /// Whether the founder got a share.
        gets_share: bool,
        /// What the founder got instead.
        cash: Money,
    },
    /// Shares of a dissolved chain were sold, traded and held (M3).
    Disposed {
        /// The surviving chain.
        survivor: Chain,
        /// The price of a share sold.
        price: Money,
        /// The proceeds of the sale.
        cash: Money,
        /// Shares of the survivor received.
        taken: u8,
        /// Shares of the dissolved chain held.
        held: u8,
    },
    /// Shares were bought (T10).
    Bought {
        /// The shares of each chain.
        lines: Vec<Bought>,
        /// The total cost.
        cost: Money,
    },
}

impl Effect {
    fn is_nothing(&self) -> bool {
        *self == Effect::Nothing
    }
}

/// A chain right after an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChainNow {
    /// The chain.
    pub chain: Chain,
    /// Its size.
    pub size: u8,
    /// The price of a share.
    pub price: Money,
    /// Whether it is safe.
    pub is_safe: bool,
}

/// A chain that takes part in a merger.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Merging {
    /// The chain.
    pub chain: Chain,
    /// How many tiles it had.
    pub size: u8,
}

/// Shares of one chain in a purchase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bought {
    /// The chain.
    pub chain: Chain,
    /// The number of shares.
    pub count: u8,
    /// The price of a share.
    pub price: Money,
}

/// What has happened in a game so far. Decisions must be checked before they are added.
///
/// ```
/// use mergemaker_engine::{Preset, Rules, Table};
/// use mergemaker_record::{GameLog, Deck, Seed};
/// let mut deck = Deck::new(&Seed::for_simulation(1, 1));
/// let (mut game, mut log) =
///     GameLog::start(Table::new(Rules::of(Preset::Classic), 2)?, &mut deck);
/// let action = game.legal_actions()[0];
/// log.decide(&mut game, &action, &mut deck);
/// assert_eq!(log.entries(0, None).len(), log.events().len());
/// # Ok::<(), mergemaker_engine::RulesError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameLog {
    recorder: Recorder,
    /// The effect of each event, if it has one.
    outcomes: Vec<Option<Box<Outcome>>>,
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Outcome {
    effect: Effect,
    merged: Option<ChainNow>,
    payouts: Vec<Payout>,
}

impl GameLog {
    /// Starts a game and its log.
    pub fn start<D: Dealer>(table: Table, dealer: &mut D) -> (Game, GameLog) {
        let mut log = GameLog::default();
        let mut listener = Listener::new(&mut log.recorder);
        let game = Game::start(table, dealer, &mut listener);
        let games = listener.games;
        for (index, event) in log.recorder.events().iter().enumerate() {
            let before = index.checked_sub(1).map(|before| &games[before]);
            let effect =
                before.map_or(Effect::Nothing, |before| effect_of(event, None, before, &games[index]));
            let outcome = Outcome { effect, ..Outcome::default() };
            log.outcomes.push((outcome != Outcome::default()).then(|| Box::new(outcome)));
        }
        (game, log)
    }

    /// Applies a checked decision and logs its effects.
    pub fn decide<D: Dealer>(&mut self, game: &mut Game, action: &Action, dealer: &mut D) {
        let before = *game;
        let first = self.events().len();
        let mut listener = Listener::new(&mut self.recorder);
        game.apply_unchecked(action, dealer, &mut listener);
        let Listener { payouts, games, .. } = listener;
        let events = self.recorder.events();
        for (index, event) in events.iter().enumerate().skip(first) {
            let is_last = index + 1 == events.len();
            let earlier = (index - first).checked_sub(1).map_or(&before, |earlier| &games[earlier]);
            let after = if is_last { &*game } else { &games[index - first] };
            let effect = effect_of(event, Some(action), earlier, after);
            let merged = if is_last { merged(&before, &events[first..], game) } else { None };
            let payouts = if is_last { payouts.clone() } else { Vec::new() };
            let outcome = Outcome { effect, merged, payouts };
            self.outcomes.push((outcome != Outcome::default()).then(|| Box::new(outcome)));
        }
    }

    /// Exchanges all dead tiles for seats that do not want to be asked, as long as that is the decision
    /// (T11). Returns these decisions.
    ///
    /// ```
    /// # use mergemaker_engine::{Preset, Rules, Table};
    /// # use mergemaker_record::{GameLog, Deck, Seed};
    /// # let mut deck = Deck::new(&Seed::for_simulation(1, 1));
    /// # let (mut game, mut log) =
    /// #     GameLog::start(Table::new(Rules::of(Preset::Digital), 2)?, &mut deck);
    /// assert!(log.exchange_for(&mut game, |_seat| true, &mut deck).is_empty());
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    pub fn exchange_for<D: Dealer>(
        &mut self,
        game: &mut Game,
        exchanges_all: impl Fn(Seat) -> bool,
        dealer: &mut D,
    ) -> Vec<Action> {
        let mut answers = Vec::new();
        while let Some(all) = game.exchange_all().filter(|_| exchanges_all(game.turn())) {
            self.decide(game, &all, dealer);
            answers.push(all);
        }
        answers
    }

    /// The full events so far.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        self.recorder.events()
    }

    /// The recorder, which makes the record of the game.
    #[must_use]
    pub fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// Keeps only the first events, when later ones are taken back.
    pub fn truncate(&mut self, events: usize) {
        self.recorder.truncate(events);
        self.outcomes.truncate(events);
    }

    /// The entries from index `first` on, as a viewer may see them.
    #[must_use]
    pub fn entries(&self, first: usize, viewer: Option<Seat>) -> Vec<LogEntry> {
        let entry = |(event, outcome): (&Event, &Option<Box<Outcome>>)| {
            let Outcome { effect, merged, payouts } = outcome.as_deref().cloned().unwrap_or_default();
            LogEntry { event: event.seen_by(viewer), effect, merged, payouts }
        };
        self.events().iter().zip(&self.outcomes).skip(first).map(entry).collect()
    }
}

impl Moment {
    /// The log entry of the event, as a viewer may see it.
    ///
    /// ```
    /// # use mergemaker_engine::{Game, Preset, Rules, Table};
    /// # use mergemaker_record::{Deck, Recorder, Seed};
    /// # let (mut deck, mut recorder) = (Deck::new(&Seed::for_simulation(7, 1)), Recorder::new());
    /// # let game = Game::start(Table::new(Rules::of(Preset::Classic), 2)?, &mut deck, &mut recorder);
    /// # let record = recorder.finish(&game, vec!["first".into(), "second".into()], None);
    /// let replay = record.replay()?;
    /// assert_eq!(replay.moments()[0].entry(None).event, record.events[0].seen_by(None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn entry(&self, viewer: Option<Seat>) -> LogEntry {
        let decision = self.event.decision().map(|(_, action)| action);
        LogEntry {
            event: self.event.seen_by(viewer),
            effect: effect_of(&self.event, decision.as_ref(), &self.before, &self.game),
            merged: merged(&self.before, std::slice::from_ref(&self.event), &self.game),
            payouts: self.payouts.clone(),
        }
    }
}

/// Records the game, and keeps the bonuses and the game right after each event.
struct Listener<'a> {
    recorder: &'a mut Recorder,
    payouts: Vec<Payout>,
    games: Vec<Game>,
}

impl Listener<'_> {
    fn new(recorder: &mut Recorder) -> Listener<'_> {
        Listener { recorder, payouts: Vec::new(), games: Vec::new() }
    }
}

impl Log for Listener<'_> {
    fn event(&mut self, game: &Game, event: Event) {
        self.recorder.event(game, event);
        self.games.push(*game);
    }

    fn payout(&mut self, _game: &Game, payout: Payout) {
        self.payouts.push(payout);
    }
}

fn chain_now(game: &Game, chain: Chain) -> ChainNow {
    ChainNow { chain, size: game.size(chain), price: game.price(chain), is_safe: game.safe().contains(chain) }
}

/// The effect of a decision, or of a start tile that acts like a placed tile (S3).
fn effect_of(event: &Event, decision: Option<&Action>, before: &Game, after: &Game) -> Effect {
    match (event, decision) {
        (Event::StartTile { tile, .. }, _) if before.rules().options().start_tiles == StartTiles::Found => {
            match effect(before, &Action::Place { tile: *tile }, after) {
                Effect::Lone => Effect::Nothing,
                effect => effect,
            }
        }
        (event, Some(action)) if event.decision().is_some() => effect(before, action, after),
        _ => Effect::Nothing,
    }
}

fn effect(before: &Game, action: &Action, after: &Game) -> Effect {
    match before.preview(action) {
        Preview::Lone => Effect::Lone,
        Preview::Founds { .. } => Effect::Founds,
        Preview::Grows { chain, .. } => Effect::Grows { now: chain_now(after, chain) },
        Preview::Merges { survivors, dissolved, .. } => {
            let survivor = survivors.first().filter(|_| !survivors.has_several());
            let mut chains = ChainSet::EMPTY;
            for chain in survivor.into_iter().chain(dissolved.iter().map(|dissolved| dissolved.chain)) {
                chains.insert(chain);
            }
            let merging = |chain| Merging { chain, size: before.size(chain) };
            Effect::Merges { survivor, merging: chains.iter().map(merging).collect() }
        }
        Preview::NewChain { chain, size, price, gets_share, cash } => {
            Effect::Founded { now: ChainNow { chain, size, price, is_safe: false }, gets_share, cash }
        }
        Preview::Disposes { cash, taken, held } => match (before.survivor(), before.defunct()) {
            (Some(survivor), Some(defunct)) => {
                Effect::Disposed { survivor, price: before.price(defunct), cash, taken, held }
            }
            _ => Effect::Nothing,
        },
        Preview::Buys { cost, .. } => {
            let Action::Buy { shares } = action else { return Effect::Nothing };
            let line = |(chain, count)| Bought { chain, count, price: before.price(chain) };
            Effect::Bought { lines: shares.iter().map(line).collect(), cost }
        }
        Preview::Dead | Preview::EighthChain | Preview::Ends { .. } | Preview::Nothing => Effect::Nothing,
    }
}

/// The surviving chain, if a merger ends with the last of these events.
fn merged(before: &Game, events: &[Event], after: &Game) -> Option<ChainNow> {
    let placed = |event: &Event| match event {
        Event::Place { tile, .. } => Some(*tile),
        _ => None,
    };
    let tile = match events.iter().find_map(placed) {
        Some(tile) if matches!(before.preview(&Action::Place { tile }), Preview::Merges { .. }) => Some(tile),
        None if before.survivor().is_some() || before.phase() == Phase::Survivor => before.unsettled_tile(),
        Some(_) | None => None,
    };
    match after.board().cell(tile.filter(|_| after.phase() == Phase::Buy)?) {
        Cell::Chain { chain } => Some(chain_now(after, chain)),
        Cell::Lone | Cell::Empty => None,
    }
}

#[cfg(test)]
mod tests {
    use mergemaker_engine::{Dice, Preset, Rules};

    use super::*;
    use crate::{Deck, Seed};

    /// The log kept during a game equals that of a replay of its record, under every preset, and its JSON
    /// round-trips.
    #[test]
    fn the_log_of_a_game_is_the_log_of_its_replay() {
        for &preset in Preset::NAMED {
            for number in 0..20 {
                let seed = Seed::for_simulation(3, number);
                let (mut deck, mut dice) = (Deck::new(&seed), Dice::new(number));
                let players = 2 + number as usize % 5;
                // Tycoon bonuses need three players.
                let Ok(table) = Table::new(Rules::of(preset), players) else { continue };
                let (mut game, mut log) = GameLog::start(table, &mut deck);
                while game.to_act().is_some() {
                    let action = game.random_action(&mut dice);
                    log.decide(&mut game, &action, &mut deck);
                }
                let names = vec!["Ann".to_owned(); players];
                let record = log.recorder().clone().finish(&game, names, Some(seed));
                let replay = record.replay().unwrap();
                let viewer = Seat::new(1);
                let entries = log.entries(0, viewer);
                let again: Vec<LogEntry> =
                    replay.moments().iter().map(|moment| moment.entry(viewer)).collect();
                assert_eq!(entries, again, "{preset:?}, game {number}");
                let text = serde_json::to_string(&entries).unwrap();
                assert_eq!(serde_json::from_str::<Vec<LogEntry>>(&text).unwrap(), entries);
            }
        }
    }
}
