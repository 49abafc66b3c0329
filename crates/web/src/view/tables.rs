//! Tables of the server on the first page: one's own, open ones, and a new one.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_engine::{Options, Preset};
use mergemaker_protocol::{Account, Clock, NewTable, SeatWish, Visibility};
use mergemaker_web::options::rules;
use mergemaker_web::route::Route;

use super::app::shared;
use super::net::{self, Listed, ListedSeat, Trouble};
use super::options::RulesChoice;
use super::table::Introduce;

/// Playing with others: a new table, one's own games, open tables, running games.
#[component]
pub(crate) fn Tables() -> impl IntoView {
    let shared = shared();
    let you = RwSignal::new(None::<Account>);
    let is_reachable = RwSignal::new(false);
    let wants_table = RwSignal::new(false);
    let mine = RwSignal::new(Vec::<Listed>::new());
    let open = RwSignal::new(Vec::<Listed>::new());
    let running = RwSignal::new(Vec::<Listed>::new());
    spawn_local(async move {
        let Ok(tables) = net::tables("/api/tables?state=open").await else { return };
        is_reachable.set(true);
        open.set(tables);
        running.set(net::tables("/api/tables?state=running").await.unwrap_or_default());
        // Who is new is not asked for a name twice: a form they began must stay as it is.
        if let Some(me) = net::me().await {
            you.set(Some(me));
            mine.set(net::tables("/api/me/tables").await.unwrap_or_default());
        }
    });
    let list = move |title: &'static str, tables: RwSignal<Vec<Listed>>| {
        move || {
            (!tables.read().is_empty()).then(|| view! {
            <section class="card"><h2>{shared.say(title)}</h2>
                <ul class="tables">{tables.get().into_iter().take(12).map(|table| view! { <Entry table/> }).collect_view()}</ul>
            </section>
        })
        }
    };
    view! {
        <Show when=move || is_reachable.get() fallback=move || view! { <p class="quiet">{shared.say("no-server")}</p> }>
            {list("my-games", mine)}
            <section class="card">
                <h2>{shared.say("with-others")}</h2>
                {move || match (wants_table.get(), you.get()) {
                    (false, _) => view! {
                        <button id="new-table" on:click=move |_| wants_table.set(true)>{shared.say("new-table")}</button>
                    }.into_any(),
                    (true, None) => view! { <Introduce you/> }.into_any(),
                    (true, Some(_)) => view! { <NewTableForm/> }.into_any(),
                }}
            </section>
            {list("open-tables", open)}
            {list("running-games", running)}
        </Show>
    }
}

/// A table in a list.
#[component]
fn Entry(table: Listed) -> impl IntoView {
    let shared = shared();
    let names: Vec<String> = table
        .seats
        .iter()
        .map(|seat| match seat {
            ListedSeat::Open => "…".to_owned(),
            ListedSeat::Bot { level } => level.clone(),
            ListedSeat::Person { person } => person.name.clone(),
        })
        .collect();
    let preset = table.rules.preset();
    let route = Route::Table { table: table.id };
    let path = route.path();
    view! {
        <li><a href=path on:click=move |event| { event.prevent_default(); shared.go(route.clone()); }>
            <b>{names.join(", ")}</b>" "<span class="quiet">{move || shared.fill(&format!("preset-{}", preset.id()), &[])}</span>
            {table.is_your_turn.then(|| view! { <strong>" "{shared.say("turn-yours")}</strong> })}
        </a></li>
    }
}

/// The form for a new table.
#[component]
fn NewTableForm() -> impl IntoView {
    let shared = shared();
    let options = RwSignal::new(Options::of(Preset::Renegade));
    let seats = RwSignal::new(2_usize);
    let is_public = RwSignal::new(true);
    let takebacks = RwSignal::new(true);
    let clock = RwSignal::new("none".to_owned());
    let trouble = RwSignal::new(String::new());
    let make = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        // What cannot be played is explained where it is chosen.
        let Ok(rules) = rules(options.get_untracked(), seats.get_untracked()) else { return };
        let clock = match clock.get_untracked().as_str() {
            "30" => Clock::PerDecision { seconds: 30 },
            "bank" => Clock::Bank { seconds: 600, increment: 10 },
            "days" => Clock::Days { days: 2 },
            _ => Clock::None,
        };
        let table = NewTable {
            rules,
            seats: vec![SeatWish::Open; seats.get_untracked()],
            visibility: if is_public.get_untracked() { Visibility::Public } else { Visibility::Link },
            clock,
            takebacks: takebacks.get_untracked(),
            chat: true,
        };
        spawn_local(async move {
            match net::create(&table).await {
                Ok(table) => shared.go(Route::Table { table: table.id.0 }),
                Err(Trouble::Refused(refusal)) => trouble.set(refusal.message),
                Err(Trouble::Unreachable) => trouble.set(shared.fill("unreachable", &[])),
            }
        });
    };
    view! {
        <form class="card-form" on:submit=make>
            <RulesChoice id="table-preset" options players=seats/>
            <fieldset class="segments"><legend>{shared.say("seats")}</legend>
                {(2..=6).map(|count| view! {
                    <label><input type="radio" name="seats" value=count prop:checked=move || seats.get() == count
                        on:change=move |_| seats.set(count)/><span>{count}</span></label>
                }).collect_view()}
            </fieldset>
            <label>{shared.say("clock")}
                <select id="clock" on:change=move |event| clock.set(event_target_value(&event))>
                    {[("none", "clock-none"), ("30", "clock-decision"), ("bank", "clock-bank"), ("days", "clock-days")]
                        .map(|(value, id)| view! { <option value=value>{shared.say(id)}</option> })}
                </select></label>
            <label class="tick"><input type="checkbox" prop:checked=move || is_public.get()
                on:change=move |event| is_public.set(event_target_checked(&event))/><span>{shared.say("public")}</span></label>
            <label class="tick"><input type="checkbox" prop:checked=move || takebacks.get()
                on:change=move |event| takebacks.set(event_target_checked(&event))/><span>{shared.say("takebacks")}</span></label>
            <p class="trouble" role="alert">{move || trouble.get()}</p>
            <button class="primary" id="create" disabled=move || rules(options.get(), seats.get()).is_err()>{shared.say("create-table")}</button>
        </form>
    }
}
