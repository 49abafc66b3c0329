//! The outcome of a finished game.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{EndReason, MOST_PLAYERS, Money, Seat};

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Why it ended.
    pub reason: EndReason,
    /// Each player's money, in seat order.
    pub cash: ArrayVec<Money, MOST_PLAYERS>,
    /// Who has the most money; several share the victory (E4).
    pub winners: ArrayVec<Seat, MOST_PLAYERS>,
}
