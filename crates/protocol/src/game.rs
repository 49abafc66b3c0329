//! Finished games: searches and results.

use mergemaker_engine::Preset;
use serde::{Deserialize, Serialize};

use crate::{Cursor, PersonId, TableId};

/// The number of games a search returns, unless it sets a limit.
pub const FOUND_AT_A_TIME: u8 = 20;
/// The number of games in a profile.
pub const PAST_IN_PROFILE: u8 = 20;

/// A search for finished games. Fields left out match all games.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameSearch {
    /// A player's name: the account with this name, ignoring case, or guests with exactly this name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The preset of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::describe::written::Preset>"))]
    pub preset: Option<Preset>,
    /// The number of players.
    #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 6)))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<u8>,
    /// The `next` of the page before, or a time in milliseconds since 1970: only games that ended before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Cursor>,
    /// The maximum number of results; 20 if left out.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100)))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u8>,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundGame {
    /// Its table, which has the record.
    pub table: TableId,
    /// The preset of its rules.
    pub preset: String,
    /// When it ended, in milliseconds since 1970.
    pub ended_at: i64,
    /// The players, in seat order.
    pub players: Vec<FoundPlayer>,
}

/// The result of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundPlayer {
    /// The person; none for a bot.
    pub person: Option<PersonId>,
    /// The person's name as it is now, or the level of the bot.
    pub name: String,
    /// The level of a bot; none for a person.
    pub bot: Option<String>,
    /// The final money.
    pub money: i64,
    /// 1 for the winner; players who tie share the better place.
    pub place: i64,
}

/// A person's statistics for a number of players, or for all games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Statistics {
    /// The number of players; null for all games together.
    pub players: Option<i64>,
    /// The number of games.
    pub games: i64,
    /// How often they came first, alone or tied.
    pub wins: i64,
    /// How often they tied for first place.
    pub shared_wins: i64,
    /// Their average place.
    pub mean_place: f64,
    /// Their average final money.
    pub mean_money: f64,
    /// Their highest final money.
    pub best_money: i64,
    /// Their rating for this number of players.
    pub rating: Option<f64>,
    /// How uncertain it is.
    pub uncertainty: Option<f64>,
}

/// A person's rating for a number of players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rated {
    /// The person.
    pub person: PersonId,
    /// Their name.
    pub name: String,
    /// The number of players.
    pub players: i64,
    /// The rating.
    pub rating: f64,
    /// How uncertain it is.
    pub uncertainty: f64,
    /// A cautious estimate, by which the leaderboard is sorted: the rating less twice its uncertainty.
    pub estimate: f64,
    /// How many games it is based on.
    pub games: i64,
}

/// A finished game of a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PastGame {
    /// Its table, which has the record.
    pub table: TableId,
    /// The number of players.
    pub players: i64,
    /// The preset of its rules.
    pub preset: String,
    /// Their seat.
    pub seat: i64,
    /// Their final money.
    pub money: i64,
    /// 1 for the winner; players who tie share the better place.
    pub place: i64,
    /// When it ended, in milliseconds since 1970.
    pub ended_at: i64,
}
