//! People: who plays.

use serde::{Deserialize, Serialize};

use crate::{PastGame, Rated, Statistics};

/// Who somebody is, for ever.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PersonId(pub String);

/// Somebody as the others see them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Person {
    /// Who.
    pub id: PersonId,
    /// The name they chose.
    pub name: String,
    /// Whether they have no account.
    pub is_guest: bool,
}

/// Somebody as they see themselves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Account {
    /// As the others see them.
    #[serde(flatten)]
    pub person: Person,
    /// When they first came, in milliseconds since 1970.
    pub created_at: i64,
}

/// Which token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TokenId(pub String);

/// What lets a program speak for somebody, without its secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Token {
    /// Which.
    pub id: TokenId,
    /// What it is for.
    pub label: String,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// When it ends by itself, in milliseconds since 1970.
    pub expires_at: i64,
}

/// A token, told once, and what it is known by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewToken {
    /// Which.
    pub id: TokenId,
    /// The secret itself.
    pub token: String,
}

/// Somebody, as the others may know them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Profile {
    /// Who, and since when.
    #[serde(flatten)]
    pub account: Account,
    /// What came of their games, for each number of players.
    pub statistics: Vec<Statistics>,
    /// What came of all of them.
    pub total: Statistics,
    /// Their ratings, for each number of players.
    pub ratings: Vec<Rated>,
    /// The last ones, the newest first.
    pub games: Vec<PastGame>,
}
