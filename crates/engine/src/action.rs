//! Actions: what a player may decide.

use arrayvec::ArrayVec;
use serde::{Deserialize, Deserializer, Serialize};

use crate::shares::Count;
use crate::{Chain, Hand, Money, Seat, Shares, Tile};

/// The most legal actions in any decision: a holder of all 25 shares of a dissolved chain can sell and trade
/// them in 182 ways. A purchase has at most 120 and an exchange at most 64, plus one declaration.
pub const MOST_ACTIONS: usize = 182;

/// The legal actions of one decision. It leaves out trade offers, which are too many to list, and where the
/// headquarters of a new chain stand, which no rule depends on.
pub type Actions = ArrayVec<Action, MOST_ACTIONS>;

/// One complete decision of a player, as a person makes it.
///
/// ```
/// use mergemaker_engine::{Action, Chain, Shares};
/// let buy = Action::Buy { shares: Shares::of(Chain::Tower, 2) };
/// # let _ = buy;
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Action {
    /// Offers another player a trade (X1).
    TradeOffer {
        /// The offer.
        #[serde(flatten)]
        offer: Offer,
    },
    /// Accepts or declines an offer (X1).
    TradeAnswer {
        /// Whether it is accepted.
        accept: bool,
    },
    /// Declares the end of the game (E2).
    DeclareEnd,
    /// Places a tile (T1).
    Place {
        /// The tile.
        tile: Tile,
    },
    /// Places no tile because none is playable (T2).
    Pass,
    /// Founds a chain (T4).
    Found {
        /// The chain.
        chain: Chain,
        /// Where its headquarters stand, if not on the tile just placed (S5).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Tile>,
    },
    /// Picks the survivor among equally large chains (M1).
    Survivor {
        /// The chain that survives.
        chain: Chain,
    },
    /// Picks the chain to dissolve next among equally large chains (M2).
    Defunct {
        /// The chain that is dissolved.
        chain: Chain,
    },
    /// Sells and trades shares of a dissolved chain and holds the rest (M3).
    Dispose {
        /// How many are sold.
        #[serde(deserialize_with = "read_count")]
        sell: u8,
        /// How many are traded, two for one.
        #[serde(deserialize_with = "read_count")]
        trade: u8,
    },
    /// Buys shares, or none (T10).
    Buy {
        /// The shares.
        shares: Shares,
    },
    /// Ends the turn without declaring the end, or ends the game after declaring it (E2).
    EndTurn,
    /// Exchanges dead tiles, or none (T11).
    Exchange {
        /// The tiles.
        tiles: Hand,
    },
}

pub(crate) fn read_count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    Count::deserialize(deserializer).map(|Count(count)| count)
}

/// A trade offered by the player whose turn it is (X1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Offer {
    /// The player it is made to.
    pub to: Seat,
    /// What the offering player gives.
    pub give: Bundle,
    /// What the offering player gets.
    pub take: Bundle,
}

/// Cash and shares that one side of a trade gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Bundle {
    /// Cash.
    pub cash: Money,
    /// Shares of any chain, active or not.
    pub shares: Shares,
}
