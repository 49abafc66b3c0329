//! A witness of a replay: compares what the engine tells with what the record says.

use mergemaker_engine::{
    Dealer, DiscardReason, EndReason, Event, Game, Log, Payout, RuleError, Tile, TileSet,
};

use crate::name::{plural, tile_list};
use crate::script::Script;
use crate::{Deck, Moment, RecordError};

/// Listens to the engine and compares what it tells with the record.
pub(crate) struct Witness<'a> {
    events: &'a [Event],
    /// The event of the record that must be told next.
    pub(crate) at: usize,
    /// What the seed deals, if there is one.
    deck: Option<Deck>,
    /// The first difference.
    fault: Option<Fault>,
    /// What is kept of the game, if anything is.
    moments: Option<Vec<Moment>>,
    /// The game in which the decision under way was made, until its first event.
    decided_in: Option<Game>,
    /// The bonuses told since the last decision.
    payouts: Vec<Payout>,
}

/// How the record differs from what the engine tells.
enum Fault {
    /// The engine tells this instead.
    Told(Event),
    /// The seed deals these tiles instead of those of the event.
    Seed { told: Event, tiles: Vec<Tile> },
}

impl<'a> Witness<'a> {
    pub(crate) fn new(events: &'a [Event], deck: Option<Deck>, keeps: bool) -> Witness<'a> {
        Witness {
            events,
            at: 0,
            deck,
            fault: None,
            moments: keeps.then(Vec::new),
            decided_in: None,
            payouts: Vec::new(),
        }
    }

    /// A decision is about to be applied to this game.
    pub(crate) fn decided_in(&mut self, game: &Game) {
        self.decided_in = self.moments.is_some().then_some(*game);
    }

    /// What was kept, in the order of the events.
    pub(crate) fn into_moments(self) -> Vec<Moment> {
        self.moments.unwrap_or_default()
    }

    /// After a decision and all that followed: reports a difference, or completes the last moment.
    /// `since` is the number of events before the decision.
    pub(crate) fn settle(
        &mut self,
        game: &Game,
        since: usize,
        script: &Script<'_>,
    ) -> Result<(), RecordError> {
        if let Some(fault) = self.fault.take() {
            return Err(self.difference(fault, script));
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

    fn difference(&self, difference: Fault, script: &Script<'_>) -> RecordError {
        let at = self.at;
        let recorded = self.events.get(at);
        match difference {
            _ if let Some(tile) = script.stray_tile(at) => {
                fault(at, "B1", format!("{tile} is not in the pile: every tile is in one place only"))
            }
            Fault::Told(told) => {
                let due = words(&told);
                let why = match recorded {
                    None => format!("the record stops where {due}"),
                    Some(recorded) => format!("here {due}, but the record says {}", words(recorded)),
                };
                fault(at, self.rule_here(&told), why)
            }
            Fault::Seed { told, tiles } => {
                let why = format!("the seed deals {} here, not what the record says", tile_list(tiles));
                fault(at, self.rule_here(&told), why)
            }
        }
    }

    /// The rule that makes this event happen where the record is: a draw may follow a stuck hand (T13).
    fn rule_here(&self, event: &Event) -> &'static str {
        let before = self.at.checked_sub(1).and_then(|before| self.events.get(before));
        match (before, event) {
            (Some(Event::Discard { reason: DiscardReason::StuckHand, .. }), Event::Draw { .. }) => "T13",
            _ => rule_of(event),
        }
    }

    /// The tiles that the seed deals where the record has this event, if they are others.
    fn seed_differs(&mut self, event: &Event) -> Option<Vec<Tile>> {
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

impl Log for Witness<'_> {
    fn event(&mut self, game: &Game, told: Event) {
        if self.fault.is_some() {
            return;
        }
        match self.events.get(self.at) {
            Some(recorded) if is_same(recorded, &told) => {
                if let Some(tiles) = self.seed_differs(&told) {
                    self.fault = Some(Fault::Seed { told, tiles });
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
            _ => self.fault = Some(Fault::Told(told)),
        }
    }

    fn payout(&mut self, _game: &Game, payout: Payout) {
        if self.moments.is_some() {
            self.payouts.push(payout);
        }
    }
}

/// Whether the record says what was told. Tiles may be in another order.
fn is_same(recorded: &Event, told: &Event) -> bool {
    recorded == told || in_tile_order(recorded) == in_tile_order(told)
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

pub(crate) fn fault(at: usize, rule: &'static str, why: String) -> RecordError {
    RecordError::Rule { event: at + 1, rule, why }
}

/// The fault of an event that is no decision where one is due.
pub(crate) fn no_decision(game: &Game, event: &Event, at: usize) -> RecordError {
    match game.to_act() {
        None => fault(at, RuleError::GameOver.rule(), RuleError::GameOver.to_string()),
        Some(seat) => {
            let due = game.phase().words();
            let why =
                format!("here the game waits for {due} by seat {seat}, but the record says {}", words(event));
            fault(at, rule_of(event), why)
        }
    }
}

/// The rule that makes an event happen.
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

/// What happens in an event, for a message.
fn words(event: &Event) -> String {
    match event {
        Event::StartTile { player, .. } => format!("seat {player} draws a start tile"),
        Event::Deal { player, tiles } => format!("seat {player} is dealt {}", plural(tiles.len(), "tile")),
        Event::Discard { player, tiles, reason } => {
            let why = match reason {
                DiscardReason::StuckHand => "stuck_hand",
                DiscardReason::Unplayable => "unplayable",
            };
            format!("seat {player} sets aside {} ({why})", tile_list(tiles.iter().copied()))
        }
        Event::TradeOffer { player, .. } => format!("seat {player} offers a trade"),
        Event::TradeAnswer { player, .. } => format!("seat {player} answers an offer"),
        Event::DeclareEnd { player } => format!("seat {player} declares the end"),
        Event::Place { player, tile } => format!("seat {player} places {tile}"),
        Event::Pass { player } => format!("seat {player} passes"),
        Event::Found { player, chain, .. } => format!("seat {player} founds {chain}"),
        Event::Survivor { player, chain } => format!("seat {player} lets {chain} survive"),
        Event::Defunct { player, chain } => format!("seat {player} picks {chain} to be dissolved"),
        Event::BankTile { chain, .. } => format!("the bank's tile for {chain} is shown"),
        Event::Dispose { player, chain, .. } => format!("seat {player} decides about shares of {chain}"),
        Event::Buy { player, .. } => format!("seat {player} buys"),
        Event::Draw { player, tiles } => format!("seat {player} draws {}", plural(tiles.len(), "tile")),
        Event::End { reason } => format!("the game ends ({})", reason.id()),
    }
}
