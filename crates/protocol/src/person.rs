//! People: who plays.

use serde::{Deserialize, Serialize};

/// Who somebody is, for ever.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(pub String);

/// Somebody as the others see them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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
pub struct Account {
    /// As the others see them.
    #[serde(flatten)]
    pub person: Person,
    /// When they first came, in milliseconds since 1970.
    pub created_at: i64,
}

/// What lets a program speak for somebody, without its secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Token {
    /// Which.
    pub id: String,
    /// What it is for.
    pub label: String,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// When it ends by itself, in milliseconds since 1970.
    pub expires_at: i64,
}
