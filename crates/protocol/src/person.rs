//! People and their accounts.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::{PastGame, Rated, Statistics};

/// The id of a person, which never changes.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PersonId(pub String);

/// A person as others see them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Person {
    /// Their id.
    pub id: PersonId,
    /// The name they chose.
    pub name: String,
    /// Whether they have no account.
    pub is_guest: bool,
}

/// A person as they see themselves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Account {
    /// The person.
    #[serde(flatten)]
    pub person: Person,
    /// When they joined, in milliseconds since 1970.
    pub created_at: i64,
}

/// What a token allows. A browser's session allows everything.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Scope {
    /// To act at tables: create and fill them, decide, chat, mute.
    Play,
    /// To read what only you may see.
    Read,
    /// To manage the account: tokens, sessions, the password, deletion. Whoever creates such a token needs the
    /// password again.
    Account,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Scope; 3] = [Scope::Play, Scope::Read, Scope::Account];

    /// The scopes of a token that names none.
    #[must_use]
    pub fn usual() -> BTreeSet<Scope> {
        BTreeSet::from([Scope::Play, Scope::Read])
    }

    /// The scope's name in messages.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Scope::Play => "play",
            Scope::Read => "read",
            Scope::Account => "account",
        }
    }
}

/// The id of a session in a browser.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionId(pub String);

/// A browser in which a person is logged in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// The browser and the system, as the browser reports them, such as `Firefox, Linux`; empty if unknown.
    pub label: String,
    /// When it began, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was last used, to the hour.
    pub used_at: i64,
    /// Whether it is the session that asks.
    pub is_current: bool,
}

/// The id of a token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TokenId(pub String);

/// A token that lets a program act for a person, without its secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Token {
    /// Its id.
    pub id: TokenId,
    /// What it is for.
    pub label: String,
    /// What it allows.
    pub scopes: BTreeSet<Scope>,
    /// When it was created, in milliseconds since 1970.
    pub created_at: i64,
    /// When it expires, in milliseconds since 1970.
    pub expires_at: i64,
    /// When it was last used, to the hour; null if never.
    pub used_at: Option<i64>,
}

/// A new token with its secret, which is shown only once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewToken {
    /// Its id.
    pub id: TokenId,
    /// The secret itself.
    pub token: String,
}

/// A person's public profile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Profile {
    /// The person.
    #[serde(flatten)]
    pub account: Account,
    /// Statistics for each number of players.
    pub statistics: Vec<Statistics>,
    /// Statistics of all games together.
    pub total: Statistics,
    /// Ratings for each number of players.
    pub ratings: Vec<Rated>,
    /// The last games, newest first.
    pub games: Vec<PastGame>,
}
