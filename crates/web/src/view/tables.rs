//! Tables of the server on the home page: the visitor's own, open ones, and a new one.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_engine::{Options, Preset};
use mergemaker_protocol::api::tables::{Create, List, Mine, Which};
use mergemaker_protocol::{Clock, ListedTable, Memory, NewTable, Occupant, Settings, TableState, Visibility};
use mergemaker_web::options::rules;
use mergemaker_web::route::Route;
use mergemaker_web::words::clock as clock_words;

use super::app::shared;
use super::customs::MemoryChoice;
use super::listing::TableList;
use super::me::me;
use super::net;
use super::options::RulesChoice;
use super::table::Introduce;

/// The clocks to choose from.
const CLOCKS: [Clock; 4] = [
    Clock::None,
    Clock::PerDecision { seconds: 30 },
    Clock::Bank { seconds: 600, increment: 10 },
    Clock::Days { days: 2 },
];

/// The interval for refreshing the list of tables.
const EVERY_MS: u32 = 10_000;

/// Playing with others: a new table, the visitor's games, open tables, running games.
#[component]
pub(crate) fn Tables() -> impl IntoView {
    let shared = shared();
    let me = me();
    let you = me.account;
    let is_reachable = RwSignal::new(false);
    let wants_table = RwSignal::new(false);
    let mine = RwSignal::new(Vec::<ListedTable>::new());
    let open = RwSignal::new(Vec::<ListedTable>::new());
    let running = RwSignal::new(Vec::<ListedTable>::new());
    let look = move || {
        spawn_local(async move {
            let answer = net::ask(List { query: Which::default() }).await;
            let _ = is_reachable.try_set(answer.is_ok());
            let Ok(mut tables) = answer else { return };
            tables.retain(|table| table.seats.contains(&Occupant::Open));
            renew(open, tables);
            renew(
                running,
                net::ask(List { query: Which { state: Some(TableState::Running) } })
                    .await
                    .unwrap_or_default(),
            );
        });
    };
    look();
    let own = Memo::new(move |_| you.read().as_ref().map(|account| account.person.id.clone()));
    let look_at_own = move || {
        if own.try_get_untracked().flatten().is_some() {
            spawn_local(async move {
                let mut tables = net::ask(Mine {}).await.unwrap_or_default();
                tables.sort_by_key(|table| table.is_your_turn != Some(true));
                renew(mine, tables);
            });
        }
    };
    Effect::new(move || {
        let _ = own.get();
        look_at_own();
    });
    // Refresh the list while the page is open.
    let again = StoredValue::new_local(gloo_timers::callback::Interval::new(EVERY_MS, move || {
        look();
        look_at_own();
    }));
    on_cleanup(move || again.dispose());
    // List each table once: the visitor's tables only among their own.
    let others = move |tables: RwSignal<Vec<ListedTable>>| {
        let mine = mine.read();
        let is_mine = |table: &ListedTable| mine.iter().any(|own| own.id == table.id);
        tables.get().into_iter().filter(|table| !is_mine(table)).collect::<Vec<_>>()
    };
    let list = move |title: &'static str, tables: Signal<Vec<ListedTable>>| {
        move || {
            (!tables.read().is_empty()).then(|| view! {
            <section class="card"><h2>{shared.say(title)}</h2><TableList tables=tables.get()/></section>
        })
        }
    };
    let (open_others, running_others) =
        (Signal::derive(move || others(open)), Signal::derive(move || others(running)));
    view! {
        <Show when=move || is_reachable.get() fallback=move || view! { <p class="quiet">{shared.say("no-server")}</p> }>
            // Server data comes last, to avoid moving buttons when it arrives.
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
            {list("my-games", mine.into())}
            {list("open-tables", open_others)}
            {list("running-games", running_others)}
        </Show>
    }
}

/// Updates the tables if they changed.
fn renew(shown: RwSignal<Vec<ListedTable>>, tables: Vec<ListedTable>) {
    if shown.try_with_untracked(|shown| *shown != tables) == Some(true) {
        shown.set(tables);
    }
}

/// The form for a new table.
#[component]
fn NewTableForm() -> impl IntoView {
    let shared = shared();
    let options = RwSignal::new(Options::of(Preset::Renegade));
    let seats = RwSignal::new(2_usize);
    let is_public = RwSignal::new(true);
    let settings = RwSignal::new(Settings { takebacks: true, ..Settings::default() });
    let memory = Signal::derive(move || settings.read().memory);
    let remember = Callback::new(move |memory: Memory| settings.write().memory = memory);
    let trouble = RwSignal::new(String::new());
    let make = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        // Invalid rules are explained next to their controls.
        let Ok(rules) = rules(options.get_untracked(), seats.get_untracked()) else { return };
        let table = NewTable {
            seats: vec![Occupant::Open; seats.get_untracked()],
            visibility: if is_public.get_untracked() { Visibility::Public } else { Visibility::Link },
            settings: Settings { rules, ..settings.get_untracked() },
        };
        spawn_local(async move {
            match net::ask(Create { body: table }).await {
                Ok(table) => shared.go(Route::Table { table: table.id.0 }),
                Err(why) => trouble.set(shared.fill(why.words(), &[])),
            }
        });
    };
    view! {
        <form class="card-form" on:submit=make>
            <RulesChoice id="table-preset" options players=seats/>
            <MemoryChoice id="table" options memory remember/>
            <fieldset class="segments"><legend>{shared.say("seats")}</legend>
                {(2..=6).map(|count| view! {
                    <label><input type="radio" name="seats" value=count prop:checked=move || seats.get() == count
                        on:change=move |_| seats.set(count)/><span>{count}</span></label>
                }).collect_view()}
            </fieldset>
            <label>{shared.say("clock")}
                <select id="clock" on:change=move |event| {
                    let chosen = event_target_value(&event).parse().ok();
                    settings.write().clock = chosen.and_then(|index: usize| CLOCKS.get(index).copied()).unwrap_or_default();
                }>
                    {CLOCKS.into_iter().enumerate().map(|(index, clock)| view! {
                        <option value=index>{move || clock_words(&shared.words(), clock)}</option>
                    }).collect_view()}
                </select></label>
            <label class="tick"><input type="checkbox" prop:checked=move || is_public.get()
                on:change=move |event| is_public.set(event_target_checked(&event))/><span>{shared.say("public")}</span></label>
            {Settings::SWITCHES.iter().map(|switch| view! {
                <label class="tick"><input type="checkbox" id=format!("table-{}", switch.id) prop:checked=move || (switch.is_on)(&settings.read())
                    on:change=move |event| (switch.set)(&mut settings.write(), event_target_checked(&event))/>
                    <span>{move || shared.fill(&format!("setting-{}", switch.id), &[])}</span></label>
            }).collect_view()}
            <p class="trouble" role="alert">{move || trouble.get()}</p>
            <button class="primary" id="create" disabled=move || rules(options.get(), seats.get()).is_err()>{shared.say("create-table")}</button>
        </form>
    }
}
