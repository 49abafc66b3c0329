//! Refusals: why something was not done, for programs and for people.

use serde::{Deserialize, Serialize};

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// For programs.
    pub code: RefusalCode,
    /// For people: what is wrong and what to do, in one plain line.
    pub message: String,
    /// The rule that a decision would break, or that limits how often it may be made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// What kind of refusal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    /// The message cannot be read.
    Unreadable,
    /// Something in it is out of bounds.
    Invalid,
    /// Who asks has not said who they are, or is not known any more.
    Unknown,
    /// Name or password is wrong.
    WrongPassword,
    /// The name is taken.
    NameTaken,
    /// Who asks may not do this.
    Forbidden,
    /// There is no such thing, or who asks may not know of it.
    NotFound,
    /// It is too late, or too early: the table is in another state.
    WrongState,
    /// The decision was made at a number that is not the game's last any more.
    Stale,
    /// The decision would break a rule.
    AgainstTheRules,
    /// Too much at once: wait a little.
    TooMany,
    /// The server cannot keep anything just now.
    Unavailable,
}
