//! A list of tables, each with a link to join, play or watch.

use leptos::prelude::*;
use mergemaker_protocol::{ListedTable, Occupant, TableState};
use mergemaker_web::route::Route;

use super::app::shared;
use super::games::finished::preset_name;
use super::link::Link;
use super::me::me;

/// The number of tables shown at first.
pub(crate) const SHOWN: u8 = 12;

/// The tables, with their occupants.
#[component]
pub(crate) fn TableList(tables: Vec<ListedTable>) -> impl IntoView {
    view! {
        <ul class="tables">{tables.into_iter().map(|table| view! { <Entry table/> }).collect_view()}</ul>
    }
}

#[component]
fn Entry(table: ListedTable) -> impl IntoView {
    let shared = shared();
    let me = me();
    let preset = table.settings.rules.preset().id();
    let seats = StoredValue::new(table.seats);
    let names = move || {
        seats.with_value(|seats| {
            let name = |seat: &Occupant| match seat {
                Occupant::Open => None,
                Occupant::Bot { level } => Some(shared.level(level)),
                Occupant::Person { person } => Some(person.name.clone()),
            };
            seats.iter().filter_map(name).collect::<Vec<_>>().join(", ")
        })
    };
    let open = seats.with_value(|seats| seats.iter().filter(|seat| **seat == Occupant::Open).count());
    let is_own = Memo::new(move |_| {
        seats.with_value(|seats| seats.iter().filter_map(Occupant::person).any(|person| me.is(&person.id)))
    });
    let state = table.state;
    // The label of the link.
    let verb = move || match (is_own.get(), state) {
        (true, _) => "go-on",
        (false, TableState::Open) if open > 0 => "join",
        (false, _) => "watch",
    };
    view! {
        <li><Link to=Route::Table { table: table.id.0 }>
            <span class="grow"><b>{names}</b>" "
                <span class="quiet">{move || preset_name(shared, preset)}
                    {(state == TableState::Open).then(|| view! { <span>{move || format!(" · {}", shared.fill("open-places", &[("count", open.into())]))}</span> })}
                    {table.settings.hints.then(|| view! { <span>" · "{shared.say("with-hints")}</span> })}
                </span></span>
            {(table.is_your_turn == Some(true)).then(|| view! { <strong class="tag turn">{shared.say("turn-yours")}</strong> })}
            <span class="verb">{move || shared.fill(verb(), &[])}</span>
        </Link></li>
    }
}
