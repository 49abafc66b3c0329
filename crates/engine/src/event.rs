//! Events: what happened. The list of them is the game (see the record format).

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::action::read_count;
use crate::{Action, Bundle, Chain, Game, HAND_SIZE, Offer, Payout, Seat, Shares, Tile};

/// Tiles in the order they were drawn or shown.
pub type Tiles = ArrayVec<Tile, HAND_SIZE>;

/// One decision of a player or one outcome of chance, as a game record holds it.
///
/// ```
/// use mergemaker_engine::{Event, Seat};
/// let event = Event::Place { player: Seat::new(0).unwrap(), tile: "7C".parse().unwrap() };
/// assert_eq!(serde_json::to_string(&event).unwrap(), r#"{"kind":"place","player":0,"tile":"7C"}"#);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// S2: a start tile, once for each seat.
    StartTile {
        /// Who drew it.
        player: Seat,
        /// The tile.
        tile: Tile,
    },
    /// S4: the first hand, once for each seat.
    Deal {
        /// Who gets it.
        player: Seat,
        /// Six tiles.
        tiles: Tiles,
    },
    /// T11, T13: tiles set aside, seen by all.
    Discard {
        /// Whose they were.
        player: Seat,
        /// The tiles.
        tiles: Tiles,
        /// Why.
        reason: DiscardReason,
    },
    /// X1: an offer.
    TradeOffer {
        /// Who offers.
        player: Seat,
        /// To whom.
        to: Seat,
        /// What is given.
        give: Bundle,
        /// What is taken.
        take: Bundle,
    },
    /// X1: the answer to an offer.
    TradeAnswer {
        /// Who answers.
        player: Seat,
        /// Whether it is accepted.
        accept: bool,
    },
    /// E2: the end is declared.
    DeclareEnd {
        /// By whom.
        player: Seat,
    },
    /// T1: a tile is placed.
    Place {
        /// By whom.
        player: Seat,
        /// The tile.
        tile: Tile,
    },
    /// T2: no tile in hand is playable.
    Pass {
        /// Whose hand.
        player: Seat,
    },
    /// T4: a chain is founded.
    Found {
        /// By whom.
        player: Seat,
        /// The chain.
        chain: Chain,
        /// Where its headquarters stand, if not on the tile just placed (S5).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Tile>,
    },
    /// M1: the survivor is picked among equals.
    Survivor {
        /// By whom.
        player: Seat,
        /// The survivor.
        chain: Chain,
    },
    /// M2: the next chain to dissolve is picked among equals.
    Defunct {
        /// By whom.
        player: Seat,
        /// The dissolved chain.
        chain: Chain,
    },
    /// P5: the tile whose column is the number of the bank's shares.
    BankTile {
        /// The chain bonuses are paid for.
        chain: Chain,
        /// The tile.
        tile: Tile,
    },
    /// M3: shares of a dissolved chain are sold, traded and held.
    Dispose {
        /// By whom.
        player: Seat,
        /// The dissolved chain.
        chain: Chain,
        /// How many are sold.
        #[serde(deserialize_with = "read_count")]
        sell: u8,
        /// How many are traded, two for one.
        #[serde(deserialize_with = "read_count")]
        trade: u8,
    },
    /// T10: shares are bought, once a turn, perhaps none.
    Buy {
        /// By whom.
        player: Seat,
        /// The shares.
        shares: Shares,
    },
    /// T11, T13: tiles are drawn.
    Draw {
        /// By whom.
        player: Seat,
        /// The tiles, known to the player alone.
        tiles: Tiles,
    },
    /// The game is over.
    End {
        /// Why.
        reason: EndReason,
    },
}

/// Why tiles are set aside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiscardReason {
    /// T13: no tile of the hand was playable.
    StuckHand,
    /// T11: they cannot be played.
    Unplayable,
}

/// Why the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// E2: a player declared it.
    Declared,
    /// E3: no tile is left in any hand or in the pile.
    AllTilesPlayed,
    /// E3: every player in a row had a turn without placing a tile, and nobody can place one.
    NoTilePlayed,
}

impl EndReason {
    /// The id in records.
    ///
    /// ```
    /// assert_eq!(mergemaker_engine::EndReason::Declared.id(), "declared");
    /// ```
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            EndReason::Declared => "declared",
            EndReason::AllTilesPlayed => "all_tiles_played",
            EndReason::NoTilePlayed => "no_tile_played",
        }
    }
}

impl Event {
    /// The decision in the event and who made it; none for chance and for what follows by rule. An exchange
    /// of dead tiles is a decision only where the rules leave the choice, which an event does not say.
    ///
    /// ```
    /// use mergemaker_engine::{Action, Event, Seat};
    /// let seat = Seat::new(1).unwrap();
    /// assert_eq!(Event::Pass { player: seat }.decision(), Some((seat, Action::Pass)));
    /// ```
    #[must_use]
    pub fn decision(&self) -> Option<(Seat, Action)> {
        Some(match *self {
            Event::TradeOffer { player, to, give, take } => {
                (player, Action::TradeOffer { offer: Offer { to, give, take } })
            }
            Event::TradeAnswer { player, accept } => (player, Action::TradeAnswer { accept }),
            Event::DeclareEnd { player } => (player, Action::DeclareEnd),
            Event::Place { player, tile } => (player, Action::Place { tile }),
            Event::Pass { player } => (player, Action::Pass),
            Event::Found { player, chain, at } => (player, Action::Found { chain, at }),
            Event::Survivor { player, chain } => (player, Action::Survivor { chain }),
            Event::Defunct { player, chain } => (player, Action::Defunct { chain }),
            Event::Dispose { player, sell, trade, .. } => (player, Action::Dispose { sell, trade }),
            Event::Buy { player, shares } => (player, Action::Buy { shares }),
            Event::StartTile { .. }
            | Event::Deal { .. }
            | Event::Discard { .. }
            | Event::BankTile { .. }
            | Event::Draw { .. }
            | Event::End { .. } => return None,
        })
    }

    /// Whose event it is: who decided, or who the tiles belong to. None for the bank's tile and the end.
    ///
    /// ```
    /// use mergemaker_engine::{EndReason, Event, Seat};
    /// let seat = Seat::new(1).unwrap();
    /// assert_eq!(Event::Pass { player: seat }.player(), Some(seat));
    /// assert_eq!(Event::End { reason: EndReason::Declared }.player(), None);
    /// ```
    #[must_use]
    pub const fn player(&self) -> Option<Seat> {
        match *self {
            Event::StartTile { player, .. }
            | Event::Deal { player, .. }
            | Event::Discard { player, .. }
            | Event::TradeOffer { player, .. }
            | Event::TradeAnswer { player, .. }
            | Event::DeclareEnd { player }
            | Event::Place { player, .. }
            | Event::Pass { player }
            | Event::Found { player, .. }
            | Event::Survivor { player, .. }
            | Event::Defunct { player, .. }
            | Event::Dispose { player, .. }
            | Event::Buy { player, .. }
            | Event::Draw { player, .. } => Some(player),
            Event::BankTile { .. } | Event::End { .. } => None,
        }
    }

    /// Whose turn it is, if a turn can begin with this event. Later events of a turn can be of the same kind, but
    /// two turns in a row never belong to the same player.
    ///
    /// ```
    /// use mergemaker_engine::{Event, Seat, Shares};
    /// let player = Seat::new(1).unwrap();
    /// assert_eq!(Event::Pass { player }.opens_turn_of(), Some(player));
    /// assert_eq!(Event::Buy { player, shares: Shares::NONE }.opens_turn_of(), None);
    /// ```
    #[must_use]
    pub const fn opens_turn_of(&self) -> Option<Seat> {
        match self {
            Event::Discard { reason: DiscardReason::StuckHand, .. }
            | Event::TradeOffer { .. }
            | Event::DeclareEnd { .. }
            | Event::Place { .. }
            | Event::Pass { .. } => self.player(),
            Event::StartTile { .. }
            | Event::Deal { .. }
            | Event::Discard { reason: DiscardReason::Unplayable, .. }
            | Event::TradeAnswer { .. }
            | Event::Found { .. }
            | Event::Survivor { .. }
            | Event::Defunct { .. }
            | Event::BankTile { .. }
            | Event::Dispose { .. }
            | Event::Buy { .. }
            | Event::Draw { .. }
            | Event::End { .. } => None,
        }
    }

    /// Whether the event shows somebody what they could not know before, so that the decision that led to it
    /// cannot be taken back: tiles drawn, set aside or shown by the bank, and the final scoring.
    ///
    /// ```
    /// use mergemaker_engine::{Event, Seat, Tiles};
    /// let player = Seat::new(1).unwrap();
    /// assert!(Event::Draw { player, tiles: Tiles::new() }.reveals());
    /// assert!(!Event::Pass { player }.reveals());
    /// ```
    #[must_use]
    pub const fn reveals(&self) -> bool {
        match self {
            Event::StartTile { .. }
            | Event::Deal { .. }
            | Event::Discard { .. }
            | Event::BankTile { .. }
            | Event::Draw { .. }
            | Event::End { .. } => true,
            Event::TradeOffer { .. }
            | Event::TradeAnswer { .. }
            | Event::DeclareEnd { .. }
            | Event::Place { .. }
            | Event::Pass { .. }
            | Event::Found { .. }
            | Event::Survivor { .. }
            | Event::Defunct { .. }
            | Event::Dispose { .. }
            | Event::Buy { .. } => false,
        }
    }

    /// The kind of the event, as records write it.
    ///
    /// ```
    /// use mergemaker_engine::{Event, Seat};
    /// assert_eq!(Event::Pass { player: Seat::new(1).unwrap() }.kind(), "pass");
    /// ```
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Event::StartTile { .. } => "start_tile",
            Event::Deal { .. } => "deal",
            Event::Discard { .. } => "discard",
            Event::TradeOffer { .. } => "trade_offer",
            Event::TradeAnswer { .. } => "trade_answer",
            Event::DeclareEnd { .. } => "declare_end",
            Event::Place { .. } => "place",
            Event::Pass { .. } => "pass",
            Event::Found { .. } => "found",
            Event::Survivor { .. } => "survivor",
            Event::Defunct { .. } => "defunct",
            Event::BankTile { .. } => "bank_tile",
            Event::Dispose { .. } => "dispose",
            Event::Buy { .. } => "buy",
            Event::Draw { .. } => "draw",
            Event::End { .. } => "end",
        }
    }
}

/// Receives events as they happen. `()` ignores them and costs nothing.
pub trait Log {
    /// Whether anybody listens. If not, what only a log needs is not worked out.
    const LISTENS: bool = true;

    /// Something happened; `game` is the state right after it, before what follows from it. A position or
    /// a view taken here may wait for nothing, and is for looking at, not for playing on.
    ///
    /// ```
    /// use mergemaker_engine::{Dice, Event, Game, Log, Preset, RandomDealer, Rules, Table};
    /// struct Counter(u32);
    /// impl Log for Counter {
    ///     fn event(&mut self, _game: &Game, _event: Event) {
    ///         self.0 += 1;
    ///     }
    /// }
    /// let mut counter = Counter(0);
    /// let table = Table::new(Rules::of(Preset::Classic), 3)?;
    /// Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut counter);
    /// assert_eq!(counter.0, 3 + 3, "start tiles and deals");
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    fn event(&mut self, game: &Game, event: Event);

    /// Bonuses were paid because of the last event. The default does nothing, for logs that only want
    /// events.
    ///
    /// ```
    /// use mergemaker_engine::{Dice, Event, Game, Log, Money, Payout, Preset, RandomDealer, Rules, Table};
    /// struct Paid(Money);
    /// impl Log for Paid {
    ///     fn event(&mut self, _game: &Game, _event: Event) {}
    ///     fn payout(&mut self, game: &Game, payout: Payout) {
    ///         self.0 += game.seats().map(|seat| payout.amount(seat)).sum();
    ///     }
    /// }
    /// let (mut paid, mut dealer) = (Paid(Money::ZERO), RandomDealer::new(Dice::new(1)));
    /// let mut game = Game::start(Table::new(Rules::of(Preset::Classic), 3)?, &mut dealer, &mut paid);
    /// game.play_randomly(&mut Dice::new(2), &mut dealer, &mut paid);
    /// assert!(paid.0 > Money::ZERO);
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    fn payout(&mut self, game: &Game, payout: Payout) {
        let _ = (game, payout);
    }
}

impl Log for () {
    const LISTENS: bool = false;

    #[inline]
    fn event(&mut self, _game: &Game, _event: Event) {}
}

/// Keeps the events.
impl Log for Vec<Event> {
    fn event(&mut self, _game: &Game, event: Event) {
        self.push(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whose each event is, whether a turn can begin with it, and whether it can be taken back.
    #[test]
    fn events_name_their_player_and_what_they_reveal() {
        let rows = [
            (r#"{"kind":"start_tile","player":1,"tile":"5E"}"#, "player reveals"),
            (r#"{"kind":"deal","player":1,"tiles":["5E"]}"#, "player reveals"),
            (r#"{"kind":"discard","player":1,"tiles":["5E"],"reason":"stuck_hand"}"#, "player opens reveals"),
            (r#"{"kind":"discard","player":1,"tiles":["5E"],"reason":"unplayable"}"#, "player reveals"),
            (
                r#"{"kind":"trade_offer","player":1,"to":0,"give":{"cash":0,"shares":{}},"take":{"cash":100,"shares":{}}}"#,
                "player opens decision",
            ),
            (r#"{"kind":"trade_answer","player":1,"accept":true}"#, "player decision"),
            (r#"{"kind":"declare_end","player":1}"#, "player opens decision"),
            (r#"{"kind":"place","player":1,"tile":"5E"}"#, "player opens decision"),
            (r#"{"kind":"pass","player":1}"#, "player opens decision"),
            (r#"{"kind":"found","player":1,"chain":"tower"}"#, "player decision"),
            (r#"{"kind":"survivor","player":1,"chain":"tower"}"#, "player decision"),
            (r#"{"kind":"defunct","player":1,"chain":"tower"}"#, "player decision"),
            (r#"{"kind":"bank_tile","chain":"tower","tile":"5E"}"#, "reveals"),
            (r#"{"kind":"dispose","player":1,"chain":"tower","sell":1,"trade":0}"#, "player decision"),
            (r#"{"kind":"buy","player":1,"shares":{}}"#, "player decision"),
            (r#"{"kind":"draw","player":1,"tiles":["5E"]}"#, "player reveals"),
            (r#"{"kind":"end","reason":"declared"}"#, "reveals"),
        ];
        for (text, expected) in rows {
            let event: Event = serde_json::from_str(text).unwrap();
            let seat = Seat::new(1).unwrap();
            let facts = [
                ("player", event.player() == Some(seat)),
                ("opens", event.opens_turn_of() == Some(seat)),
                ("decision", event.decision().is_some_and(|(decider, _)| decider == seat)),
                ("reveals", event.reveals()),
            ];
            let found: Vec<&str> = facts.iter().filter(|(_, holds)| *holds).map(|(fact, _)| *fact).collect();
            assert_eq!(found.join(" "), expected, "{text}");
        }
    }
}
