//! Phases: what the game waits for.

use serde::{Deserialize, Serialize};

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Nobody: what follows from the last event is being worked out. Only a [`Log`](crate::Log) sees
    /// this.
    Between,
    /// The start of a turn: a tile, or a trade or a declaration before it.
    Tile,
    /// Another player's answer to an offer.
    Answer,
    /// The choice of a chain to found.
    Found,
    /// The choice of the survivor among equals.
    Survivor,
    /// The choice of the next chain to dissolve among equals.
    Defunct,
    /// A holder's decision about shares of a dissolved chain.
    Dispose,
    /// The purchase.
    Buy,
    /// After the purchase, where the end may be declared: that, or the end of the turn.
    Close,
    /// The choice of dead tiles to exchange (T11).
    Exchange,
    /// Nothing: the game is over.
    Over,
}

impl Phase {
    /// What the game waits for, in words that follow "the game waits for".
    ///
    /// ```
    /// assert_eq!(mergemaker_engine::Phase::Buy.words(), "a purchase");
    /// ```
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Phase::Between => "what follows from the last event",
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
