//! A person's finished games, with their results.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::api::people::Games;
use mergemaker_protocol::{Cursor, PAST_IN_PROFILE, PageQuery, PastGame, PersonId};
use mergemaker_web::people::dollars;
use mergemaker_web::route::Route;

use super::super::app::shared;
use super::super::browser;
use super::super::link::Link;
use super::super::net;
use super::finished::preset_name;

/// Finished games, newest first. With a person given, older ones can be loaded.
#[component]
pub(crate) fn PastGames(
    /// The person.
    #[prop(optional, into)]
    person: Option<String>,
    /// The first page of games.
    games: Vec<PastGame>,
) -> impl IntoView {
    let shared = shared();
    let games = RwSignal::new(games);
    // After a full page there may be more.
    let has_more = RwSignal::new(
        person.is_some() && games.with_untracked(|games| games.len() >= PAST_IN_PROFILE.into()),
    );
    let trouble = RwSignal::new(None);
    let person = StoredValue::new(person);
    let more = move |_| {
        let Some(person) = person.get_value() else { return };
        let last = |game: &PastGame| Cursor::at(game.ended_at, &game.table.0);
        let before = games.with_untracked(|games| games.last().map(last));
        let query = PageQuery { before, limit: None };
        trouble.set(None);
        spawn_local(async move {
            match net::ask(Games { person: PersonId(person), query }).await {
                Ok(older) => {
                    let _ = has_more.try_set(older.next.is_some());
                    let _ = games.try_update(|games| games.extend(older.items));
                }
                Err(why) => drop(trouble.try_set(Some(why.words()))),
            }
        });
    };
    view! {
        <ul class="games-list">{move || games.get().into_iter().map(|game| view! { <Past game/> }).collect_view()}</ul>
        <Show when=move || has_more.get()>
            <button class="more" on:click=more>{shared.say("older-games")}</button>
        </Show>
        <p class="trouble" role="alert">{move || trouble.get().map(|id| shared.fill(id, &[]))}</p>
    }
}

#[component]
fn Past(game: PastGame) -> impl IntoView {
    let shared = shared();
    let preset = game.preset.clone();
    let about = move || {
        let players = shared.fill("count-players", &[("count", game.players.into())]);
        format!("{players} · {}", preset_name(shared, &preset))
    };
    let result = move || {
        let gaps = [("place", game.place.into()), ("players", game.players.into())];
        shared.fill("place-of", &gaps)
    };
    let date = move || browser::date(game.ended_at, shared.words().language());
    view! {
        <li>
            <span class="when"><time>{date}</time><span class="quiet">{about}</span></span>
            <span class="what"><span class:won={game.place == 1}>{result}</span><b class="money">{dollars(game.money)}</b></span>
            <Link to=Route::Review { which: Some(game.table.0) } class="button">{shared.say("review-game")}</Link>
        </li>
    }
}
