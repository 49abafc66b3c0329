//! Refusals: why something was not done, for programs and for people.

use serde::{Deserialize, Serialize};

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RefusalCode {
    /// The message cannot be read.
    Unreadable,
    /// A value in it is out of range.
    Invalid,
    /// The caller is not logged in, or no longer is.
    Unknown,
    /// The name or the password is wrong.
    WrongPassword,
    /// The name is taken.
    NameTaken,
    /// The caller may not do this.
    Forbidden,
    /// There is no such thing, or the caller may not know of it.
    NotFound,
    /// It is too late or too early: the table is in another state.
    WrongState,
    /// The game has gone on since the decision was made.
    Stale,
    /// The decision would break a rule.
    AgainstTheRules,
    /// Too much at once: wait a moment.
    TooMany,
    /// The server cannot store anything at the moment.
    Unavailable,
}

impl RefusalCode {
    /// The HTTP status that goes with it.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            RefusalCode::Unreadable | RefusalCode::Invalid => 400,
            RefusalCode::Unknown | RefusalCode::WrongPassword => 401,
            RefusalCode::Forbidden => 403,
            RefusalCode::NotFound => 404,
            RefusalCode::NameTaken
            | RefusalCode::WrongState
            | RefusalCode::Stale
            | RefusalCode::AgainstTheRules => 409,
            RefusalCode::TooMany => 429,
            RefusalCode::Unavailable => 503,
        }
    }
}
