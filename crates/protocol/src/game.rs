//! Games that are over: how they are searched, and what came of them.

use mergemaker_engine::Preset;
use serde::{Deserialize, Serialize};

use crate::{PersonId, TableId};

/// How many games a search finds at a time, where it does not say.
pub const FOUND_AT_A_TIME: u8 = 20;
/// How many of the last games a profile shows.
pub const PAST_IN_PROFILE: u8 = 20;
/// How many of somebody's games come at a time after those.
pub const PAST_AT_A_TIME: u8 = 50;

/// Which games are looked for: all where nothing is said.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameSearch {
    /// A player's name: the account with this name in any case, else guests with exactly this name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The preset of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::describe::written::Preset>"))]
    pub preset: Option<Preset>,
    /// How many played.
    #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 6)))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<u8>,
    /// Only those that ended before, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<i64>,
    /// How many at most; 20 if left out.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100)))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u8>,
}

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundGame {
    /// Its table, where the record is.
    pub table: TableId,
    /// The preset of its rules.
    pub preset: String,
    /// When it ended, in milliseconds since 1970.
    pub ended_at: i64,
    /// Who played, in seat order.
    pub players: Vec<FoundPlayer>,
}

/// What came of a game for one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundPlayer {
    /// The person; none for a bot.
    pub person: Option<PersonId>,
    /// The person's name as it is now, or the level of the bot.
    pub name: String,
    /// The level of a bot; none for a person.
    pub bot: Option<String>,
    /// The money at the end.
    pub money: i64,
    /// 1 for the first; those who tie share the better place.
    pub place: i64,
}

/// What came of somebody's games with a number of players, or of all of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Statistics {
    /// How many played; none for all games together.
    pub players: Option<i64>,
    /// How many games.
    pub games: i64,
    /// How often they were first, alone or not.
    pub wins: i64,
    /// How often they shared the first place with somebody.
    pub shared_wins: i64,
    /// Their place in the mean.
    pub mean_place: f64,
    /// Their money in the mean.
    pub mean_money: f64,
    /// The most money they ever had at the end.
    pub best_money: i64,
    /// Their rating for this number of players.
    pub rating: Option<f64>,
    /// How uncertain it is.
    pub uncertainty: Option<f64>,
}

/// Somebody's rating for a number of players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rated {
    /// Who.
    pub person: PersonId,
    /// Their name.
    pub name: String,
    /// How many play.
    pub players: i64,
    /// The rating.
    pub rating: f64,
    /// How uncertain it is.
    pub uncertainty: f64,
    /// How many games it comes from.
    pub games: i64,
}

/// A game of somebody's past.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PastGame {
    /// Its table, where the record is.
    pub table: TableId,
    /// How many played.
    pub players: i64,
    /// The preset of its rules.
    pub preset: String,
    /// Their seat.
    pub seat: i64,
    /// Their money at the end.
    pub money: i64,
    /// 1 for the first; those who tie share the better place.
    pub place: i64,
    /// When it ended, in milliseconds since 1970.
    pub ended_at: i64,
}
