//! Public profiles, games and ratings.

use mergemaker_protocol::api::people::{Games, Leaderboard, RatingHistory, Show};
use mergemaker_protocol::{PAST_IN_PROFILE, Profile, Statistics};

use super::pages::window;
use super::routes::{Answer, Anyone, Reply};
use super::{App, MaybeYou, Problem};
use crate::store::Window;

pub(super) async fn show(app: App, MaybeYou(you): MaybeYou, Show { person }: Show) -> Answer<Show> {
    let is_own = you.is_some_and(|you| you.person.id == person);
    let store = &app.rooms.store;
    let account = store.person(&person).await?.ok_or_else(Problem::no_such_person)?;
    let statistics = store.statistics_of(&person).await?;
    let total = total(&statistics);
    let ratings = store.ratings_of(&person).await?;
    let games = store.games_of(&person, is_own, &Window::first(PAST_IN_PROFILE)).await?.items;
    Ok(Reply::of(Profile { account, statistics, total, ratings, games }))
}

/// The statistics of all games together.
fn total(statistics: &[Statistics]) -> Statistics {
    let games = statistics.iter().map(|some| some.games).sum();
    let mean = |of: fn(&Statistics) -> f64| {
        let sum: f64 = statistics.iter().map(|some| of(some) * some.games as f64).sum();
        if games == 0 { 0.0 } else { sum / games as f64 }
    };
    Statistics {
        players: None,
        games,
        wins: statistics.iter().map(|some| some.wins).sum(),
        shared_wins: statistics.iter().map(|some| some.shared_wins).sum(),
        mean_place: mean(|some| some.mean_place),
        mean_money: mean(|some| some.mean_money),
        best_money: statistics.iter().map(|some| some.best_money).max().unwrap_or(0),
        rating: None,
        uncertainty: None,
    }
}

pub(super) async fn games(app: App, MaybeYou(you): MaybeYou, asked: Games) -> Answer<Games> {
    let Games { person, query } = asked;
    let is_own = you.is_some_and(|you| you.person.id == person);
    let store = &app.rooms.store;
    store.person(&person).await?.ok_or_else(Problem::no_such_person)?;
    Ok(Reply::of(store.games_of(&person, is_own, &window(&query)?).await?))
}

pub(super) async fn rating_history(app: App, _: Anyone, asked: RatingHistory) -> Answer<RatingHistory> {
    let RatingHistory { person, players, query } = asked;
    Ok(Reply::of(app.rooms.store.rating_history(&person, players, &window(&query)?).await?))
}

pub(super) async fn leaderboard(app: App, _: Anyone, asked: Leaderboard) -> Answer<Leaderboard> {
    Ok(Reply::of(app.rooms.store.leaderboard(asked.players, &window(&asked.query)?).await?))
}
