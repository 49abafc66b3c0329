//! A person's profile: statistics, rating chart and games.

mod chart;

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::api::muted;
use mergemaker_protocol::api::people::Show;
use mergemaker_protocol::{PersonId, Profile, RefusalCode, Statistics};
use mergemaker_web::people::{decimal, dollars, percent};
use mergemaker_web::route::Route;

use super::app::shared;
use super::browser;
use super::games::past::PastGames;
use super::link::Link;
use super::me::me;
use super::net::{self, Trouble};
use super::screens::{NotNow, Notice};
use chart::Ratings;

/// The profile of a person.
#[component]
pub(crate) fn ProfilePage(person: String) -> impl IntoView {
    let shared = shared();
    let found = RwSignal::new(None::<Result<Profile, Trouble>>);
    let person = StoredValue::new(person);
    let ask = move || {
        spawn_local(async move {
            let answer = net::ask(Show { person: PersonId(person.get_value()) }).await;
            let _ = found.try_set(Some(answer));
        });
    };
    ask();
    let retry = Callback::new(move |()| ask());
    move || {
        match found.get() {
        None => view! { <p class="wait">{shared.say("connecting")}</p> }.into_any(),
        Some(Ok(profile)) => view! { <Shown profile/> }.into_any(),
        Some(Err(trouble)) if trouble.code() == Some(RefusalCode::NotFound) => view! {
            <Notice heading="nobody" about="nobody-about">
                <Link to=Route::Leaderboard { players: None } class="button primary">{shared.say("nav-leaderboard")}</Link>
                <Link to=Route::Games class="button">{shared.say("nav-games")}</Link>
            </Notice>
        }
        .into_any(),
        Some(Err(trouble)) => view! { <NotNow trouble retry/> }.into_any(),
    }
    }
}

#[component]
fn Shown(profile: Profile) -> impl IntoView {
    let shared = shared();
    let Profile { account, statistics, total, ratings, games } = profile;
    let person = account.person.clone();
    let since = move || {
        let date = browser::day(account.created_at, shared.words().language());
        let id = if account.person.is_guest { "guest-since" } else { "account-since" };
        shared.fill(id, &[("date", date.into())])
    };
    let has_played = total.games > 0;
    view! {
        <div class="page">
            <section class="hello">
                <h1 id="person-name">{person.name.clone()}</h1>
                <p class="quiet">{since}</p>
                <Beside person=person.id.clone()/>
            </section>
            {if has_played {
                view! {
                    <section class="card" aria-labelledby="all-games">
                        <h2 id="all-games">{shared.say("all-games")}</h2>
                        <Figures some=total/>
                    </section>
                    <Ratings person=person.id.0.clone() ratings/>
                    <section class="card" aria-labelledby="by-players">
                        <h2 id="by-players">{shared.say("by-players")}</h2>
                        {statistics.into_iter().map(|some| {
                            let players = some.players.unwrap_or_default();
                            view! {
                                <h3>{move || shared.fill("count-players", &[("count", players.into())])}</h3>
                                <Figures some/>
                            }
                        }).collect_view()}
                    </section>
                    <section class="card" aria-labelledby="recent-games">
                        <h2 id="recent-games">{shared.say("recent-games")}</h2>
                        <PastGames person=person.id.0 games/>
                        <p class="quiet bots-rank">{shared.say("bot-ranks-last")}</p>
                    </section>
                }.into_any()
            } else {
                view! { <p class="card empty">{shared.say("no-games-yet")}</p> }.into_any()
            }}
        </div>
    }
}

/// A link to the visitor's own account; for others, a button to mute.
#[component]
fn Beside(person: PersonId) -> impl IntoView {
    let shared = shared();
    let me = me();
    let person = StoredValue::new(person);
    let is_muted = RwSignal::new(false);
    let trouble = RwSignal::new(None);
    let is_other =
        Memo::new(move |_| me.account.read().as_ref().map(|account| account.person.id != person.get_value()));
    Effect::new(move || {
        if is_other.get() == Some(true) {
            let person = person.get_value();
            spawn_local(async move {
                let muted = net::ask(muted::Show { person }).await.unwrap_or_default();
                let _ = is_muted.try_set(muted);
            });
        }
    });
    let toggle = move |_| {
        let wanted = !is_muted.get_untracked();
        spawn_local(async move {
            match net::set_muted(person.get_value(), wanted).await {
                Ok(_) => drop(is_muted.try_set(wanted)),
                Err(why) => drop(trouble.try_set(Some(why.words()))),
            }
        });
    };
    move || {
        match is_other.get() {
        None => ().into_any(),
        Some(false) => view! { <p><Link to=Route::Account>{shared.say("account")}</Link></p> }.into_any(),
        Some(true) => view! {
            <p><button id="mute" aria-pressed=move || if is_muted.get() { "true" } else { "false" } on:click=toggle>
                {move || shared.fill(if is_muted.get() { "hear-again" } else { "mute" }, &[])}</button></p>
            <p class="trouble" role="alert">{move || trouble.get().map(|id| shared.fill(id, &[]))}</p>
        }
        .into_any(),
    }
    }
}

/// Statistics of games.
#[component]
fn Figures(some: Statistics) -> impl IntoView {
    let shared = shared();
    let number = move |value: f64| decimal(value, 1, shared.words().language());
    let figures: [(&str, Signal<String>); 6] = [
        ("games-played", Signal::stored(some.games.to_string())),
        (
            "wins",
            Signal::derive(move || {
                let share = percent(some.wins, some.games);
                let gaps = [("count", some.wins.into()), ("share", share.into())];
                shared.fill("wins-share", &gaps)
            }),
        ),
        ("mean-place", Signal::derive(move || number(some.mean_place))),
        ("mean-money", Signal::stored(dollars(some.mean_money.round() as i64))),
        ("best-money", Signal::stored(dollars(some.best_money))),
        (
            "rating",
            Signal::derive(move || {
                let rating = some.rating.zip(some.uncertainty);
                rating.map_or(String::new(), |(rating, doubt)| {
                    format!("{} ± {}", number(rating), number(doubt))
                })
            }),
        ),
    ];
    let has_rating = some.rating.is_some();
    let shown = figures.into_iter().filter(move |(id, _)| has_rating || *id != "rating");
    view! {
        <dl class="figures-row">
            {shown.map(|(id, value)| view! { <div><dt>{shared.say(id)}</dt><dd data-figure=id>{move || value.get()}</dd></div> }).collect_view()}
        </dl>
    }
}
