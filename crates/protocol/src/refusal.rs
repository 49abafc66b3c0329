//! Refusals: why a request was not carried out, for programs and for people.

use serde::{Deserialize, Serialize};

/// Why a request was not carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refusal {
    /// The kind, for programs.
    pub code: RefusalCode,
    /// The message for people: what is wrong and what to do, in one plain line.
    pub message: String,
    /// The rule that the decision would break, or that limits how often it may be made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// The kind of a refusal.
///
/// ```
/// use mergemaker_protocol::RefusalCode;
/// assert_eq!(RefusalCode::LimitReached.status(), 409);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RefusalCode {
    /// The message cannot be parsed.
    Unreadable,
    /// A value in it is out of range.
    Invalid,
    /// The caller is not logged in.
    Unknown,
    /// The name or the password is wrong.
    WrongPassword,
    /// The name is taken.
    NameTaken,
    /// The caller may not do this.
    Forbidden,
    /// It does not exist, or the caller may not know of it.
    NotFound,
    /// It is too early or too late: the table is in another state.
    WrongState,
    /// The game has moved on since the decision was made.
    Stale,
    /// The decision breaks a rule.
    AgainstTheRules,
    /// Too many requests: wait a moment.
    TooMany,
    /// The caller has as many of something as allowed: remove or finish one first.
    LimitReached,
    /// The server cannot store anything right now.
    Unavailable,
}

impl RefusalCode {
    /// The matching HTTP status.
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
            | RefusalCode::LimitReached
            | RefusalCode::AgainstTheRules => 409,
            RefusalCode::TooMany => 429,
            RefusalCode::Unavailable => 503,
        }
    }
}
