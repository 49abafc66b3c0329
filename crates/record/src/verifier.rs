//! Compares the events of a replay with the record.

use mergemaker_engine::{
    Dealer, DiscardReason, EndReason, Event, Game, Log, Payout, RuleError, Tile, TileSet,
};

use crate::script::Script;
use crate::{Deck, Moment, RecordError};

/// Listens to the engine and compares its events with the record.
pub(crate) struct Verifier<'a> {
    events: &'a [Event],
    /// The index of the next event of the record.
    pub(crate) at: usize,
    /// The deck of the seed, if there is one.
    deck: Option<Deck>,
    /// The first mismatch.
    mismatch: Option<Mismatch>,
    /// The moments of the game, if they are kept.
    moments: Option<Vec<Moment>>,
    /// The game in which the current decision was made, until its first event.
    decided_in: Option<Game>,
    /// The bonuses paid since the last decision.
    payouts: Vec<Payout>,
}

/// How the record differs from the engine.
enum Mismatch {
    /// This event happens instead.
    Event(Event),
    /// The seed deals these tiles instead of those of the event.
    Seed { event: Event, tiles: Vec<Tile> },
}

impl<'a> Verifier<'a> {
    pub(crate) fn new(events: &'a [Event], deck: Option<Deck>, keeps_moments: bool) -> Verifier<'a> {
        Verifier {
            events,
            at: 0,
            deck,
            mismatch: None,
            moments: keeps_moments.then(Vec::new),
            decided_in: None,
            payouts: Vec::new(),
        }
    }

    /// Call before applying a decision to this game.
    pub(crate) fn before_decision(&mut self, game: &Game) {
        self.decided_in = self.moments.is_some().then_some(*game);
    }

    /// The moments, in the order of the events.
    pub(crate) fn into_moments(self) -> Vec<Moment> {
        self.moments.unwrap_or_default()
    }

    /// Call after applying a decision: reports a mismatch, or completes the last moment. `since` is the
    /// number of events before the decision.
    pub(crate) fn settle(
        &mut self,
        game: &Game,
        since: usize,
        script: &Script<'_>,
    ) -> Result<(), RecordError> {
        if let Some(mismatch) = self.mismatch.take() {
            return Err(self.mismatch_error(mismatch, script));
        }
        if let Some(moments) = &mut self.moments {
            let left_an_event = moments.len() > since;
            match moments.last_mut() {
                Some(last) if left_an_event => {
                    last.game = *game;
                    last.payouts = std::mem::take(&mut self.payouts);
                }
                Some(last) => last.silent.push(*game),
                None => {}
            }
        }
        Ok(())
    }

    fn mismatch_error(&self, mismatch: Mismatch, script: &Script<'_>) -> RecordError {
        let at = self.at;
        let recorded = self.events.get(at);
        match mismatch {
            _ if let Some(tile) = script.stray_tile(at) => {
                rule_error(at, "B1", format!("{tile} is not in the pile: every tile is in one place only"))
            }
            Mismatch::Event(event) => {
                let due = named(&event);
                let why = match recorded.map(|recorded| (recorded, named(recorded))) {
                    None => format!("the record stops where {due} is due"),
                    Some((recorded, found)) if found == due => {
                        format!("here {due} has the wrong `{}`", wrong_field(recorded, &event))
                    }
                    Some((_, found)) => format!("here {due} is due, but the record says {found}"),
                };
                rule_error(at, self.rule_here(&event), why)
            }
            Mismatch::Seed { event, tiles } => {
                let tiles: Vec<String> = tiles.iter().map(ToString::to_string).collect();
                let why = format!("the seed deals {} here, not what the record says", tiles.join(" "));
                rule_error(at, self.rule_here(&event), why)
            }
        }
    }

    /// The rule behind this event at this point of the record: a draw may follow a stuck hand (T13).
    fn rule_here(&self, event: &Event) -> &'static str {
        let before = self.at.checked_sub(1).and_then(|before| self.events.get(before));
        match (before, event) {
            (Some(Event::Discard { reason: DiscardReason::StuckHand, .. }), Event::Draw { .. }) => "T13",
            _ => rule_of(event),
        }
    }

    /// The tiles that the seed deals in this event, if they differ from the record's.
    fn other_tiles_of_seed(&mut self, event: &Event) -> Option<Vec<Tile>> {
        let deck = self.deck.as_mut()?;
        match event {
            Event::StartTile { tile, .. } => {
                Some(deck.draw()).filter(|drawn| drawn != tile).map(|drawn| vec![drawn])
            }
            Event::BankTile { tile, .. } => {
                Some(deck.look()).filter(|shown| shown != tile).map(|shown| vec![shown])
            }
            Event::Deal { tiles, .. } | Event::Draw { tiles, .. } => {
                let drawn: Vec<Tile> = tiles.iter().map(|_| deck.draw()).collect();
                (set(&drawn) != set(tiles)).then_some(drawn)
            }
            _ => None,
        }
    }
}

impl Log for Verifier<'_> {
    fn event(&mut self, game: &Game, event: Event) {
        if self.mismatch.is_some() {
            return;
        }
        match self.events.get(self.at) {
            Some(recorded) if is_same(recorded, &event) => {
                if let Some(tiles) = self.other_tiles_of_seed(&event) {
                    self.mismatch = Some(Mismatch::Seed { event, tiles });
                    return;
                }
                if let Some(moments) = &mut self.moments {
                    let last = moments.last().map_or(*game, |moment| moment.game);
                    let before = self.decided_in.take().unwrap_or(last);
                    moments.push(Moment {
                        event: recorded.clone(),
                        game: *game,
                        payouts: Vec::new(),
                        before,
                        silent: Vec::new(),
                    });
                }
                self.at += 1;
            }
            _ => self.mismatch = Some(Mismatch::Event(event)),
        }
    }

    fn payout(&mut self, _game: &Game, payout: Payout) {
        if self.moments.is_some() {
            self.payouts.push(payout);
        }
    }
}

/// Whether two events are the same, except for the order of tiles.
fn is_same(recorded: &Event, event: &Event) -> bool {
    recorded == event || in_tile_order(recorded) == in_tile_order(event)
}

fn in_tile_order(event: &Event) -> Event {
    let mut event = event.clone();
    if let Event::Deal { tiles, .. } | Event::Draw { tiles, .. } | Event::Discard { tiles, .. } = &mut event {
        tiles.sort_unstable();
    }
    event
}

fn set(tiles: &[Tile]) -> TileSet {
    tiles.iter().copied().collect()
}

pub(crate) fn rule_error(at: usize, rule: &'static str, why: String) -> RecordError {
    RecordError::Rule { event: at + 1, rule, why }
}

/// The error for an event that is not a decision when a decision is due.
pub(crate) fn decision_expected(game: &Game, event: &Event, at: usize) -> RecordError {
    match game.to_act() {
        None => rule_error(at, RuleError::GameOver.rule(), RuleError::GameOver.to_string()),
        Some(seat) => {
            let due = game.phase().words();
            let found = named(event);
            let why = format!("here the game waits for {due} by seat {seat}, but the record says {found}");
            rule_error(at, rule_of(event), why)
        }
    }
}

/// The rule behind an event.
fn rule_of(event: &Event) -> &'static str {
    match event {
        Event::StartTile { .. } => "S2",
        Event::Deal { .. } => "S4",
        Event::Discard { reason: DiscardReason::StuckHand, .. } => "T13",
        Event::Discard { reason: DiscardReason::Unplayable, .. } | Event::Draw { .. } => "T11",
        Event::TradeOffer { .. } | Event::TradeAnswer { .. } => "X1",
        Event::DeclareEnd { .. } | Event::End { reason: EndReason::Declared } => "E2",
        Event::Place { .. } => "T1",
        Event::Pass { .. } => "T2",
        Event::Found { .. } => "T4",
        Event::Survivor { .. } => "M1",
        Event::Defunct { .. } => "M2",
        Event::BankTile { .. } => "P5",
        Event::Dispose { .. } => "M3",
        Event::Buy { .. } => "T10",
        Event::End { reason: EndReason::AllTilesPlayed | EndReason::NoTilePlayed } => "E3",
    }
}

/// The kind and the seat of an event, for a message.
fn named(event: &Event) -> String {
    match event.player() {
        Some(seat) => format!("`{}` by seat {seat}", event.kind()),
        None => format!("`{}`", event.kind()),
    }
}

/// The field in which an event of the record differs from one of the same kind and seat.
fn wrong_field(recorded: &Event, event: &Event) -> &'static str {
    match (recorded, event) {
        (Event::Discard { reason, .. }, Event::Discard { reason: due, .. }) if reason != due => "reason",
        (Event::End { .. }, _) => "reason",
        (Event::BankTile { .. } | Event::Dispose { .. }, _) => "chain",
        _ => "tiles",
    }
}
