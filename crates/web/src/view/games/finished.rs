//! Searching finished games.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_engine::Preset;
use mergemaker_protocol::api::games::Search;
use mergemaker_protocol::{Cursor, FoundGame, FoundPlayer, GameSearch, query_text};
use mergemaker_web::options::presets;
use mergemaker_web::people::dollars;
use mergemaker_web::route::Route;

use super::super::app::{Shared, shared};
use super::super::browser;
use super::super::field::Field;
use super::super::link::Link;
use super::super::net;

/// The search and its results. The address contains the query, so it can be bookmarked.
#[component]
pub(super) fn Finished() -> impl IntoView {
    let shared = shared();
    let player = RwSignal::new(browser::query("player").unwrap_or_default());
    let preset = RwSignal::new(browser::query("preset").and_then(|id| id.parse().ok()));
    let players = RwSignal::new(browser::query("players").and_then(|count| count.parse::<u8>().ok()));
    let found = RwSignal::new(None::<Vec<FoundGame>>);
    let next = RwSignal::new(None::<Cursor>);
    let trouble = RwSignal::new(None);
    let searched = StoredValue::new(GameSearch::default());
    let ask = move |search: GameSearch| {
        trouble.set(None);
        spawn_local(async move {
            match net::ask(Search { query: search.clone() }).await {
                Ok(page) => {
                    let games = page.items;
                    let _ = next.try_set(page.next);
                    let is_first = search.before.is_none();
                    let _ = found.try_update(|found| match found {
                        Some(found) if !is_first => found.extend(games),
                        found => *found = Some(games),
                    });
                }
                Err(why) => drop(trouble.try_set(Some(why.words()))),
            }
        });
    };
    let search = move || {
        let player = player.get_untracked().trim().to_owned();
        let search = GameSearch {
            player: (!player.is_empty()).then_some(player),
            preset: preset.get_untracked(),
            players: players.get_untracked(),
            ..GameSearch::default()
        };
        searched.set_value(search.clone());
        let query = query_text(&search);
        let path = Route::Games.path();
        browser::replace_path(&if query.is_empty() { path } else { format!("{path}?{query}") });
        ask(search);
    };
    search();
    let more = move |_| {
        ask(GameSearch { before: next.get_untracked(), ..searched.get_value() });
    };
    view! {
        <section class="card" aria-labelledby="finished">
            <h2 id="finished">{shared.say("finished-games")}</h2>
            <form class="in-line" role="search" on:submit=move |event: web_sys::SubmitEvent| { event.prevent_default(); search(); }>
                <Field id="search-player" label="search-player" value=player most=24 may_be_empty=true/>
                <label>{shared.say("rules")}
                    <select id="search-preset" on:change=move |event| preset.set(event_target_value(&event).parse().ok())>
                        <option value="">{shared.say("any")}</option>
                        {presets().into_iter().map(|choice| view! {
                            <option value=choice.id() selected=move || preset.get() == Some(choice)>
                                {move || shared.fill(&format!("preset-{}", choice.id()), &[])}</option>
                        }).collect_view()}
                    </select></label>
                <label>{shared.say("number-of-players")}
                    <select id="search-players" on:change=move |event| players.set(event_target_value(&event).parse().ok())>
                        <option value="">{shared.say("any")}</option>
                        {(2..=6).map(|count| view! {
                            <option value=count selected=move || players.get() == Some(count)>{count}</option>
                        }).collect_view()}
                    </select></label>
                <button id="search" class="primary">{shared.say("search")}</button>
            </form>
            <p class="trouble" role="alert">{move || trouble.get().map(|id| shared.fill(id, &[]))}</p>
            <div aria-live="polite">
                {move || found.read().as_ref().is_some_and(Vec::is_empty).then(|| view! { <p class="quiet" id="nothing-found">{shared.say("no-games-found")}</p> })}
            </div>
            <ul class="games-list" id="found">{move || found.get().into_iter().flatten().map(|game| view! { <Found game/> }).collect_view()}</ul>
            {move || found.read().as_ref().is_some_and(|found| !found.is_empty()).then(|| view! {
                <p class="quiet bots-rank">{shared.say("bot-ranks-last")}</p>
            })}
            <Show when=move || next.read().is_some()>
                <button class="more" id="more-games" on:click=more>{shared.say("older-games")}</button>
            </Show>
        </section>
    }
}

/// The name of a preset, which custom rules do not have.
pub(crate) fn preset_name(shared: Shared, preset: &str) -> String {
    let is_known = Preset::NAMED.iter().any(|known| known.id() == preset);
    shared.fill(&if is_known { format!("preset-{preset}") } else { "preset-own".to_owned() }, &[])
}

#[component]
fn Found(game: FoundGame) -> impl IntoView {
    let shared = shared();
    let preset = game.preset.clone();
    let date = move || browser::date(game.ended_at, shared.words().language());
    let mut players = game.players;
    players.sort_by_key(|player| (player.place, -player.money));
    let player = move |player: FoundPlayer| {
        let name = match (player.bot, player.person) {
            (Some(level), _) => view! { <span>{move || shared.level(&level)}</span> }.into_any(),
            (None, Some(person)) => {
                view! { <Link to=Route::Person { person: person.0 }>{player.name}</Link> }.into_any()
            }
            (None, None) => view! { <span>{player.name}</span> }.into_any(),
        };
        view! {
            <li class:won={player.place == 1}>
                {(player.place == 1).then(|| view! {
                    <svg class="icon" viewBox="0 0 16 16" role="img" aria-label=shared.say("winner")>
                        <path d="M4 1h8v2h3c0 3-1 4.500-3.300 5A4 4 0 0 1 9 10v3h3v2H4v-2h3v-3a4 4 0 0 1-2.700-2C2 7.500 1 6 1 3h3z"/></svg>
                })}
                {name}" "<b class="money">{dollars(player.money)}</b></li>
        }
    };
    view! {
        <li>
            <span class="when"><time>{date}</time><span class="quiet">{move || preset_name(shared, &preset)}</span></span>
            <ul class="what scores">{players.into_iter().map(player).collect_view()}</ul>
            <Link to=Route::Review { which: Some(game.table.0) } class="button">{shared.say("review-game")}</Link>
        </li>
    }
}
