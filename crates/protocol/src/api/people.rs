//! People as others see them: profiles and ratings.

use crate::endpoint::endpoints;
use crate::{Page, PageQuery, PastGame, PersonId, Profile, Rated};

endpoints! { "people":
    /// Returns a person's profile: name, statistics, ratings and last games.
    Show = Get "/api/people/{person}" (person: PersonId) => Profile, Anyone, [];

    /// Lists a person's finished games, newest first.
    Games = Get "/api/people/{person}/games" (person: PersonId) query(PageQuery) => Page<PastGame>, Anyone,
        [Invalid];

    /// Returns the history of a person's rating, newest first: pairs of time and rating.
    RatingHistory = Get "/api/people/{person}/ratings/{players}" (person: PersonId, players: i64)
        query(PageQuery) => Page<(i64, f64)>, Anyone, [Invalid];

    /// Lists the best accounts for a number of players, by their estimates.
    Leaderboard = Get "/api/leaderboard/{players}" (players: i64) query(PageQuery) => Page<Rated>, Anyone,
        [Invalid];
}
