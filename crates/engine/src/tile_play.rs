//! The effect of placing a tile.

use crate::{Chain, ChainSet};

/// The effect of placing a tile now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TilePlay {
    /// It would stay unincorporated (T3).
    Lone,
    /// It would found a chain (T4).
    Found,
    /// It would join this chain (T6).
    Grow {
        /// The chain.
        chain: Chain,
    },
    /// It would merge these chains (T7).
    Merge {
        /// The chains.
        chains: ChainSet,
    },
    /// It can never be played (T8).
    Dead,
    /// It cannot be played now (T9).
    EighthChain,
}

impl TilePlay {
    /// Whether the tile can be placed.
    ///
    /// ```
    /// use mergemaker_engine::TilePlay;
    /// assert!(TilePlay::Lone.is_playable() && !TilePlay::Dead.is_playable());
    /// ```
    #[must_use]
    pub const fn is_playable(self) -> bool {
        !matches!(self, TilePlay::Dead | TilePlay::EighthChain)
    }
}
