//! A position: a game, or what one viewer knows of it, as plain unchecked data.

mod check;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::public::{Chains, Merger, SetUp, Turn, no_offer};
use crate::{
    Board, Chain, ChainSet, EndReason, Game, HAND_SIZE, Hand, MOST_PLAYERS, Money, Offer, Phase, PublicState,
    Rules, RulesError, Seat, Shares, Table, Tile, TileSet,
};

/// A game as plain data. What a viewer does not know is left out.
///
/// ```
/// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
/// let table = Table::new(Rules::of(Preset::Renegade), 4)?;
/// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
/// assert_eq!(Game::from_position(&game.position())?, game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Position {
    /// The rules.
    pub rules: Rules,
    /// The board, including an unsettled tile.
    pub board: Board,
    /// The tiles out of the game.
    pub set_aside: TileSet,
    /// The players, in seat order.
    pub players: Vec<PlayerState>,
    /// The shares nobody holds, written for all seven chains.
    #[serde(serialize_with = "Shares::write_all")]
    pub market: Shares,
    /// Whose turn it is.
    pub turn: Seat,
    /// Whether the end has been declared this turn.
    pub declared: bool,
    /// How many turns in a row had no tile placed.
    pub idle: u8,
    /// What the game waits for.
    pub situation: Situation,
    /// The progress of the set-up, while start tiles that act like placed tiles are being drawn (S3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_up: Option<SetUp>,
}

/// What one player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerState {
    /// Cash, if known.
    pub cash: Option<Money>,
    /// Shares, if known.
    pub shares: Option<Shares>,
    /// If the shares are not known: those of the chain being dissolved, which are public (K2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revealed: Option<u8>,
    /// The hand.
    pub hand: HandState,
}

/// A hand, or only its size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum HandState {
    /// The tiles.
    Known(Hand),
    /// The number of tiles.
    Count(u8),
}

impl HandState {
    /// How many tiles the hand has.
    ///
    /// ```
    /// assert_eq!(mergemaker_engine::HandState::Count(5).len(), 5);
    /// ```
    #[must_use]
    pub fn len(self) -> usize {
        match self {
            HandState::Known(hand) => hand.len(),
            HandState::Count(count) => count.into(),
        }
    }

    /// Whether the hand has no tile.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl<'de> Deserialize<'de> for HandState {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HandState, D::Error> {
        deserializer.deserialize_any(HandVisitor)
    }
}

struct HandVisitor;

impl<'de> Visitor<'de> for HandVisitor {
    type Value = HandState;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the tiles of a hand, or how many there are")
    }

    fn visit_u64<E: serde::de::Error>(self, count: u64) -> Result<HandState, E> {
        match u8::try_from(count) {
            Ok(count) if usize::from(count) <= HAND_SIZE => Ok(HandState::Count(count)),
            _ => Err(E::invalid_value(Unexpected::Unsigned(count), &"at most six tiles")),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, tiles: A) -> Result<HandState, A::Error> {
        Hand::deserialize(SeqAccessDeserializer::new(tiles)).map(HandState::Known)
    }
}

/// What the game waits for, with the state of that phase. See [`Phase`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "waits_for", rename_all = "snake_case")]
pub enum Situation {
    /// Nothing: the consequences of the last event are being applied.
    Between,
    /// A tile.
    Tile {
        /// How many offers have been made this turn.
        offers: u8,
    },
    /// An answer.
    Answer {
        /// How many offers have been made this turn, including this one.
        offers: u8,
        /// The offer.
        offer: Offer,
    },
    /// A chain to found.
    Found {
        /// The tile placed.
        tile: Tile,
    },
    /// The survivor among equally large chains.
    Survivor {
        /// The tile placed.
        tile: Tile,
    },
    /// The next chain to dissolve among equally large chains.
    Defunct {
        /// The tile placed.
        tile: Tile,
        /// The survivor.
        survivor: Chain,
        /// The chains still to be dissolved.
        unsettled: ChainSet,
    },
    /// A holder's decision about shares of a dissolved chain.
    Dispose {
        /// The tile placed.
        tile: Tile,
        /// The survivor.
        survivor: Chain,
        /// The chains still to be dissolved, including the current one.
        unsettled: ChainSet,
        /// The chain being dissolved.
        defunct: Chain,
        /// The player to act.
        player: Seat,
    },
    /// A purchase.
    Buy,
    /// Ending the turn, or declaring the end.
    Close,
    /// The choice of dead tiles to exchange.
    Exchange,
    /// Nothing: the game is over.
    Over {
        /// The reason.
        reason: EndReason,
    },
}

impl Situation {
    /// The tile placed, if its effect is not settled yet.
    fn tile(self) -> Option<Tile> {
        match self {
            Situation::Found { tile }
            | Situation::Survivor { tile }
            | Situation::Defunct { tile, .. }
            | Situation::Dispose { tile, .. } => Some(tile),
            Situation::Between
            | Situation::Tile { .. }
            | Situation::Answer { .. }
            | Situation::Buy
            | Situation::Close
            | Situation::Exchange
            | Situation::Over { .. } => None,
        }
    }
}

/// Why a position is not valid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// The rules do not allow this number of players.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A tile is in two places (B1).
    #[error("the tile {tile} is in two places (B1)")]
    TileTwice {
        /// The tile.
        tile: Tile,
    },
    /// A hand has more than six tiles, or more than are left (S4, B1).
    #[error("the hand of seat {seat} has too many tiles (S4)")]
    HandTooLarge {
        /// The player.
        seat: Seat,
    },
    /// A chain of one tile, or in several parts (B4).
    #[error("{chain} is not one connected group of two tiles or more (B4)")]
    BrokenChain {
        /// The chain.
        chain: Chain,
    },
    /// A tile touches a chain it does not belong to (T6).
    #[error("the tile {tile} touches a chain it does not belong to (T6)")]
    Touching {
        /// The tile.
        tile: Tile,
    },
    /// The shares of a chain do not add up to 25 (B3).
    #[error("the shares of {chain} do not add up to 25 (B3)")]
    Shares {
        /// The chain.
        chain: Chain,
    },
    /// More cash than any game pays (B7).
    #[error("seat {seat} has more than {}, which no game pays (B7)", MOST_CASH)]
    Cash {
        /// The player.
        seat: Seat,
    },
    /// Something required is missing.
    #[error("the position is missing a hand, cash or shares that must be known")]
    Unknown,
    /// The game cannot be in this situation.
    #[error("no game can be in this position: {why}")]
    Situation {
        /// The reason.
        why: &'static str,
    },
}

/// Far more than any game pays, and far below an overflow.
const MOST_CASH: Money = Money(100_000_000);

impl Game {
    /// The game as plain data.
    #[must_use]
    pub fn position(&self) -> Position {
        let player = |seat: Seat| PlayerState {
            cash: Some(self.cash(seat)),
            shares: Some(self.shares(seat)),
            revealed: None,
            hand: HandState::Known(self.hand(seat)),
        };
        Position {
            rules: self.rules,
            board: self.board,
            set_aside: self.set_aside,
            players: self.seats().map(player).collect(),
            market: self.market,
            turn: self.turn.seat,
            declared: self.turn.declared,
            idle: self.turn.idle,
            situation: self.situation(),
            set_up: self.turn.set_up,
        }
    }

    /// The game a position describes, after checking that it can be played on.
    ///
    /// ```
    /// use mergemaker_engine::{Dice, Game, PositionError, Preset, RandomDealer, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Renegade), 4)?;
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let mut position = game.position();
    /// position.players[2].cash = None;
    /// assert_eq!(Game::from_position(&position), Err(PositionError::Unknown));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_position(position: &Position) -> Result<Game, PositionError> {
        let known = |player: &PlayerState| {
            player.cash.is_some() && player.shares.is_some() && matches!(player.hand, HandState::Known(_))
        };
        if !position.players.iter().all(known) {
            return Err(PositionError::Unknown);
        }
        position.assemble()
    }

    fn situation(&self) -> Situation {
        let Merger { tile, unsettled, survivor, defunct, .. } = self.turn.merger;
        match (self.turn.phase, self.turn.ended) {
            (_, Some(reason)) => Situation::Over { reason },
            (Phase::Between | Phase::Over, None) => Situation::Between,
            (Phase::Tile, None) => Situation::Tile { offers: self.turn.offers },
            (Phase::Answer, None) => Situation::Answer { offers: self.turn.offers, offer: self.offer },
            (Phase::Found, None) => Situation::Found { tile },
            (Phase::Survivor, None) => Situation::Survivor { tile },
            (Phase::Defunct, None) => Situation::Defunct { tile, survivor, unsettled },
            (Phase::Dispose, None) => {
                Situation::Dispose { tile, survivor, unsettled, defunct, player: self.turn.actor }
            }
            (Phase::Buy, None) => Situation::Buy,
            (Phase::Close, None) => Situation::Close,
            (Phase::Exchange, None) => Situation::Exchange,
        }
    }
}

impl Position {
    /// Builds the game. What is not known is left empty.
    pub(crate) fn assemble(&self) -> Result<Game, PositionError> {
        let table = Table::new(self.rules, self.players.len())?;
        self.check_tiles()?;
        self.check_board()?;
        self.check_players()?;
        let mut game = self.unchecked(table);
        for chain in Chain::ALL {
            game.public.set_size(chain, self.board.tiles(chain).len() as u8);
        }
        self.check_situation(&game)?;
        Ok(game)
    }

    fn unchecked(&self, table: Table) -> Game {
        let mut hands = [Hand::EMPTY; MOST_PLAYERS];
        let mut shares = [Shares::NONE; MOST_PLAYERS];
        let mut cash = [Money::ZERO; MOST_PLAYERS];
        for (seat, player) in self.players.iter().enumerate() {
            if let HandState::Known(hand) = player.hand {
                hands[seat] = hand;
            }
            cash[seat] = player.cash.unwrap_or_default();
            for chain in Chain::ALL {
                shares[seat][chain] = self.known_shares(player, chain).unwrap_or(0);
            }
        }
        let in_hands: usize = self.players.iter().map(|player| player.hand.len()).sum();
        let elsewhere = self.board.occupied().len() + self.set_aside.len() + in_hands;
        let (phase, actor, offers, offer, ended) = match self.situation {
            Situation::Between => (Phase::Between, self.turn, 0, no_offer(), None),
            Situation::Tile { offers } => (Phase::Tile, self.turn, offers, no_offer(), None),
            Situation::Answer { offers, offer } => (Phase::Answer, offer.to, offers, offer, None),
            Situation::Found { .. } => (Phase::Found, self.turn, 0, no_offer(), None),
            Situation::Survivor { .. } => (Phase::Survivor, self.turn, 0, no_offer(), None),
            Situation::Defunct { .. } => (Phase::Defunct, self.turn, 0, no_offer(), None),
            Situation::Dispose { player, .. } => (Phase::Dispose, player, 0, no_offer(), None),
            Situation::Buy => (Phase::Buy, self.turn, 0, no_offer(), None),
            Situation::Close => (Phase::Close, self.turn, 0, no_offer(), None),
            Situation::Exchange => (Phase::Exchange, self.turn, 0, no_offer(), None),
            Situation::Over { reason } => (Phase::Over, self.turn, 0, no_offer(), Some(reason)),
        };
        let (seat, declared, idle) = (self.turn, self.declared, self.idle);
        let turn = Turn {
            phase,
            seat,
            actor,
            ended,
            declared,
            idle,
            offers,
            set_up: self.set_up,
            merger: self.merger(),
        };
        let public = PublicState {
            board: self.board,
            set_aside: self.set_aside,
            turn,
            rules: self.rules,
            players: table.players() as u8,
            offer,
            market: self.market,
            chains: Chains::default(),
            active: ChainSet::EMPTY,
            safe: ChainSet::EMPTY,
            can_end: false,
            pile_len: (Tile::COUNT - elsewhere) as u8,
        };
        Game { public, hands, shares, cash }
    }

    fn merger(&self) -> Merger {
        let Some(tile) = self.situation.tile() else {
            return Merger::NONE;
        };
        let merging = self.board.touch(tile).chains();
        let undecided = Merger { tile, merging, unsettled: merging, ..Merger::NONE };
        match self.situation {
            Situation::Defunct { survivor, unsettled, .. } => Merger { unsettled, survivor, ..undecided },
            Situation::Dispose { survivor, unsettled, defunct, .. } => {
                Merger { unsettled, survivor, defunct, ..undecided }
            }
            _ => undecided,
        }
    }
}
