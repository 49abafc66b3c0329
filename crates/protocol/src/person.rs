//! People and their accounts.

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
    /// When it was created, in milliseconds since 1970.
    pub created_at: i64,
    /// When it expires, in milliseconds since 1970.
    pub expires_at: i64,
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
