//! Tables of the server on the home page: the visitor's own, open ones, and a new one.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_engine::{Options, Preset};
use mergemaker_protocol::api::tables::{Create, Leave, List, Mine, Which};
use mergemaker_protocol::{
    Clock, ListedTable, MOST_PER_PAGE, Memory, NewTable, Occupant, PageQuery, RefusalCode, Settings, TableId,
    TableState, Visibility,
};
use mergemaker_web::options::rules;
use mergemaker_web::route::Route;
use mergemaker_web::words::clock as clock_words;

use super::app::shared;
use super::customs::MemoryChoice;
use super::link::Link;
use super::listing::{SHOWN, TableList};
use super::me::{Me, me};
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
    let shown = RwSignal::new(SHOWN);
    let has_more = RwSignal::new(false);
    let look = move || {
        spawn_local(async move {
            let limit = shown.try_get_untracked();
            let answer = net::ask(List { query: Which { limit, ..Which::default() } }).await;
            let _ = is_reachable.try_set(answer.is_ok());
            let Ok(page) = answer else { return };
            let _ = has_more.try_set(page.next.is_some());
            let mut tables = page.items;
            tables.retain(|table| table.seats.contains(&Occupant::Open));
            renew(open, tables);
            let query = Which { state: Some(TableState::Running), limit: Some(SHOWN), ..Which::default() };
            renew(running, net::ask(List { query }).await.unwrap_or_default().items);
        });
    };
    look();
    let own = Memo::new(move |_| you.read().as_ref().map(|account| account.person.id.clone()));
    let look_at_own = move || {
        if own.try_get_untracked().flatten().is_some() {
            spawn_local(async move {
                let mut tables =
                    net::ask(Mine { query: PageQuery::default() }).await.unwrap_or_default().items;
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
    let more = move |_| {
        shown.update(|shown| *shown = MOST_PER_PAGE.min(shown.saturating_mul(3)));
        look();
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
            <Show when=move || has_more.get() && shown.get() < MOST_PER_PAGE>
                <button class="more" id="more-tables" on:click=more>{shared.say("show-more")}</button>
            </Show>
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

/// The open table that the visitor hosts.
async fn hosted_table(me: Me) -> Option<TableId> {
    let mine = net::ask(Mine { query: PageQuery::default() }).await.ok()?.items;
    let is_hosted = |table: &ListedTable| table.state == TableState::Open && me.is(&table.host);
    mine.into_iter().find(is_hosted).map(|table| table.id)
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
    let me = me();
    let asked = RwSignal::new(None::<NewTable>);
    let hosted = RwSignal::new(None::<TableId>);
    let create = Callback::new(move |table: NewTable| {
        asked.set(Some(table.clone()));
        spawn_local(async move {
            match net::ask(Create { body: table }).await {
                Ok(table) => shared.go(Route::Table { table: table.id.0 }),
                Err(why) => {
                    let own = if why.code() == Some(RefusalCode::LimitReached) {
                        hosted_table(me).await
                    } else {
                        None
                    };
                    let text = if own.is_some() { "hosts-already" } else { why.words() };
                    let _ = hosted.try_set(own);
                    let _ = trouble.try_set(shared.fill(text, &[]));
                }
            }
        });
    });
    // Leaves the table that the visitor hosts, and opens the new one.
    let replace = move |_| {
        let (Some(table), Some(wanted)) = (hosted.get_untracked(), asked.get_untracked()) else { return };
        spawn_local(async move {
            match net::ask(Leave { table }).await {
                Ok(_) => drop(create.try_run(wanted)),
                Err(why) => drop(trouble.try_set(shared.fill(why.words(), &[]))),
            }
        });
    };
    let make = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        // Invalid rules are explained next to their controls.
        let Ok(rules) = rules(options.get_untracked(), seats.get_untracked()) else { return };
        let table = NewTable {
            seats: vec![Occupant::Open; seats.get_untracked()],
            visibility: if is_public.get_untracked() { Visibility::Public } else { Visibility::Link },
            settings: Settings { rules, ..settings.get_untracked() },
        };
        create.run(table);
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
            {move || hosted.get().map(|table| view! {
                <p class="means"><Link to=Route::Table { table: table.0 } class="button">{shared.say("to-open-table")}</Link>
                    <button type="button" id="replace-table" on:click=replace>{shared.say("replace-table")}</button></p>
            })}
            <button class="primary" id="create" disabled=move || rules(options.get(), seats.get()).is_err()>{shared.say("create-table")}</button>
        </form>
    }
}
