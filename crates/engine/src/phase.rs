//! Phases: what the game waits for.

use serde::{Deserialize, Serialize};

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Nobody: the consequences of the last event are being applied. Only a [`Log`](crate::Log) sees this.
    Between,
    /// The start of a turn: a tile, or first a trade or a declaration.
    Tile,
    /// Another player's answer to an offer.
    Answer,
    /// The choice of a chain to found.
    Found,
    /// The choice of the survivor among equally large chains.
    Survivor,
    /// The choice of the next chain to dissolve among equally large chains.
    Defunct,
    /// A holder's decision about shares of a dissolved chain.
    Dispose,
    /// The purchase.
    Buy,
    /// After the purchase, if the end may be declared: declaring it, or ending the turn.
    Close,
    /// The choice of dead tiles to exchange (T11).
    Exchange,
    /// Nothing: the game is over.
    Over,
}

impl Phase {
    /// What the game waits for, worded to follow "the game is waiting for".
    ///
    /// ```
    /// assert_eq!(mergemaker_engine::Phase::Buy.words(), "a purchase");
    /// ```
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Phase::Between => "the consequences of the last event",
            Phase::Tile => "a tile",
            Phase::Answer => "the answer to an offer",
            Phase::Found => "the choice of a chain to found",
            Phase::Survivor => "the choice of the surviving chain",
            Phase::Defunct => "the choice of the next chain to dissolve",
            Phase::Dispose => "a decision about shares of the dissolved chain",
            Phase::Buy => "a purchase",
            Phase::Close => "the end of the turn",
            Phase::Exchange => "a choice of dead tiles to exchange",
            Phase::Over => "nothing: it is over",
        }
    }
}
