//! Games: the visitor's own, games to watch, and finished games.

pub(crate) mod finished;
pub(crate) mod past;

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::api::people::Games;
use mergemaker_protocol::api::tables::{List, Mine, Which};
use mergemaker_protocol::{ListedTable, PageQuery, PastGame, TableState};
use mergemaker_web::route::Route;

use super::app::shared;
use super::link::Link;
use super::listing::{SHOWN, TableList};
use super::me::me;
use super::net::{self, Trouble};
use super::screens::NotNow;
use finished::Finished;
use past::PastGames;

/// How many of the visitor's finished games are shown. The profile has all.
const OWN_SHOWN: u8 = 5;

/// The page of games.
#[component]
pub(crate) fn GamesPage() -> impl IntoView {
    let shared = shared();
    let running = RwSignal::new(None::<Result<Vec<ListedTable>, Trouble>>);
    let ask = move || {
        spawn_local(async move {
            let query = Which { state: Some(TableState::Running), limit: Some(SHOWN), ..Which::default() };
            let answer = net::ask(List { query }).await;
            let _ = running.try_set(Some(answer.map(|page| page.items)));
        });
    };
    ask();
    let retry = Callback::new(move |()| ask());
    move || match running.get() {
        None => view! { <p class="wait">{shared.say("connecting")}</p> }.into_any(),
        Some(Err(trouble)) => view! { <NotNow trouble retry/> }.into_any(),
        Some(Ok(running)) => view! {
            <div class="page">
                <h1>{shared.say("nav-games")}</h1>
                <Own/>
                {(!running.is_empty()).then(|| view! {
                    <section class="card" aria-labelledby="to-watch">
                        <h2 id="to-watch">{shared.say("running-games")}</h2>
                        <TableList tables=running/>
                    </section>
                })}
                <Finished/>
            </div>
        }
        .into_any(),
    }
}

/// The visitor's games: first those waiting for them, then running and open ones, then recent ones.
#[component]
fn Own() -> impl IntoView {
    let shared = shared();
    let me = me();
    let tables = RwSignal::new(Vec::<ListedTable>::new());
    let past = RwSignal::new(Vec::<PastGame>::new());
    let person = Memo::new(move |_| me.account.read().as_ref().map(|account| account.person.id.clone()));
    Effect::new(move || {
        if let Some(person) = person.get() {
            spawn_local(async move {
                let mut mine = net::ask(Mine { query: PageQuery::default() }).await.unwrap_or_default().items;
                mine.sort_by_key(|table| {
                    (table.is_your_turn != Some(true), table.state != TableState::Running)
                });
                let query = PageQuery { before: None, limit: Some(OWN_SHOWN) };
                let games = net::ask(Games { person, query }).await.unwrap_or_default().items;
                let _ = tables.try_set(mine);
                let _ = past.try_set(games);
            });
        }
    });
    move || {
        let person = person.get()?;
        let (has_tables, has_past) = (!tables.read().is_empty(), !past.read().is_empty());
        Some(view! {
            <section class="card" aria-labelledby="own-games">
                <h2 id="own-games">{shared.say("my-games")}</h2>
                {(!has_tables && !has_past).then(|| view! { <p class="quiet">{shared.say("no-own-games")}</p> })}
                {has_tables.then(|| view! { <TableList tables=tables.get()/> })}
                {has_past.then(|| view! {
                    <h3>{shared.say("finished-games")}</h3>
                    <PastGames games=past.get()/>
                    <p><Link to=Route::Person { person: person.0.clone() }>{shared.say("own-profile")}</Link></p>
                })}
            </section>
        })
    }
}
