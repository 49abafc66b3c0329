//! People as others see them: profiles and ratings.

use serde::{Deserialize, Serialize};

use crate::endpoint::endpoints;
use crate::{PastGame, PersonId, Profile, Rated};

endpoints! { "people":
    /// Returns a person's profile: name, statistics, ratings and last games.
    Show = Get "/api/people/{person}" (person: PersonId) => Profile, Anyone, [];

    /// Lists a person's finished games, newest first, 50 at a time.
    Games = Get "/api/people/{person}/games" (person: PersonId) query(Before) => Vec<PastGame>, Anyone, [];

    /// Returns the history of a person's rating: pairs of time and rating.
    RatingHistory = Get "/api/people/{person}/ratings/{players}" (person: PersonId, players: i64)
        => Vec<(i64, f64)>, Anyone, [];

    /// Lists the best rated accounts for a number of players.
    Leaderboard = Get "/api/leaderboard/{players}" (players: i64) => Vec<Rated>, Anyone, [];
}

/// A position in a list.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Before {
    /// Only games that ended before this time, in milliseconds since 1970.
    #[serde(default)]
    pub before: Option<i64>,
}
