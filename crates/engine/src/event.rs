//! Events: what happened. The list of them is the game (see the record format).

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::action::read_count;
use crate::{Action, Bundle, Chain, Game, HAND_SIZE, Offer, Payout, Seat, Shares, Tile};

/// Tiles in the order they were drawn or shown.
pub type Tiles = ArrayVec<Tile, HAND_SIZE>;

/// One decision of a player or one outcome of chance, as stored in a game record.
///
/// ```
/// use mergemaker_engine::{Event, Seat};
/// let event = Event::Place { player: Seat::new(0).unwrap(), tile: "7C".parse().unwrap() };
/// assert_eq!(serde_json::to_string(&event).unwrap(), r#"{"kind":"place","player":0,"tile":"7C"}"#);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// S2: a start tile, one per seat.
    StartTile {
        /// The player who drew it.
        player: Seat,
        /// The tile.
        tile: Tile,
    },
    /// S4: the first hand, one per seat.
    Deal {
        /// The player who gets it.
        player: Seat,
        /// Six tiles.
        tiles: Tiles,
    },
    /// T11, T13: tiles set aside, seen by all.
    Discard {
        /// The player whose hand they were in.
        player: Seat,
        /// The tiles.
        tiles: Tiles,
        /// The reason.
        reason: DiscardReason,
    },
    /// X1: an offer.
    TradeOffer {
        /// The player who offers.
        player: Seat,
        /// The player it is made to.
        to: Seat,
        /// What the offering player gives.
        give: Bundle,
        /// What the offering player gets.
        take: Bundle,
    },
    /// X1: the answer to an offer.
    TradeAnswer {
        /// The player who answers.
        player: Seat,
        /// Whether it is accepted.
        accept: bool,
    },
    /// E2: the end is declared.
    DeclareEnd {
        /// The player.
        player: Seat,
    },
    /// T1: a tile is placed.
    Place {
        /// The player.
        player: Seat,
        /// The tile.
        tile: Tile,
    },
    /// T2: no tile in hand is playable.
    Pass {
        /// The player.
        player: Seat,
    },
    /// T4: a chain is founded.
    Found {
        /// The player.
        player: Seat,
        /// The chain.
        chain: Chain,
        /// Where its headquarters stand, if not on the tile just placed (S5).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Tile>,
    },
    /// M1: the survivor is picked among equally large chains.
    Survivor {
        /// The player.
        player: Seat,
        /// The survivor.
        chain: Chain,
    },
    /// M2: the next chain to dissolve is picked among equally large chains.
    Defunct {
        /// The player.
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
        /// The player.
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
    /// T10: shares are bought, or none; once per turn.
    Buy {
        /// The player.
        player: Seat,
        /// The shares.
        shares: Shares,
    },
    /// T11, T13: tiles are drawn.
    Draw {
        /// The player.
        player: Seat,
        /// The tiles, known only to the player.
        tiles: Tiles,
    },
    /// The game is over.
    End {
        /// The reason.
        reason: EndReason,
    },
}

/// Why tiles are set aside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiscardReason {
    /// T13: no tile of the hand was playable.
    StuckHand,
    /// T11: the tiles cannot be played.
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
    /// E3: every player in turn has passed without placing a tile, and nobody can place one.
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
    /// The decision in the event and who made it; none for chance and for consequences of the rules. An
    /// exchange of dead tiles is a decision only under rules that leave the choice, which the event does not
    /// record.
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

    /// The player who decided, or whose tiles they are. None for the bank's tile and the end.
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

    /// The player whose turn it is, if a turn can begin with this event. Later events of a turn can be of the
    /// same kind, but two turns in a row never belong to the same player.
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

    /// Whether the event reveals hidden information to a player: tiles drawn, set aside or shown by the bank,
    /// and the final scoring. The decision that led to it can then no longer be taken back.
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
    /// Whether anything listens. If not, events and payouts are not built at all.
    const LISTENS: bool = true;

    /// Receives an event; `game` is the state right after it, before its consequences. A position or view
    /// taken here may be between decisions: it can be looked at, but not played on.
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

    /// Receives bonuses paid because of the last event. Does nothing by default.
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

/// Collects the events.
impl Log for Vec<Event> {
    fn event(&mut self, _game: &Game, event: Event) {
        self.push(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each event's player, whether a turn can begin with it, and whether it reveals anything.
    #[test]
    fn events_know_their_player_and_what_they_reveal() {
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
