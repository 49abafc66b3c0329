//! The lobby of a table: who sits where, before the game begins.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_bots::Level;
use mergemaker_protocol::{Account, SeatInfo, TableInfo};
use mergemaker_web::remote::Remote;
use mergemaker_web::route::Route;

use super::app::shared;
use super::browser;
use super::net::{self, Trouble};
use super::options::RulesInWords;

/// The places, the link to share, and the button that begins.
#[component]
pub(crate) fn Lobby(remote: RwSignal<Remote>, you: Account, trouble: RwSignal<String>) -> impl IntoView {
    let shared = shared();
    let id = remote.with_untracked(|remote| remote.id().0.clone());
    let link = browser::address_of(&Route::Table { table: id.clone() }.path());
    let id = StoredValue::new(id);
    let own = StoredValue::new(you.person.id);
    let done = move |result: Result<TableInfo, Trouble>| match result {
        Ok(_) => trouble.set(String::new()),
        Err(Trouble::Refused(refusal)) => trouble.set(refusal.message),
        Err(Trouble::Unreachable) => trouble.set(shared.fill("unreachable", &[])),
    };
    let table = Memo::new(move |_| remote.with(|remote| remote.table().cloned()));
    let is_host = move || table.get().is_some_and(|table| table.host == own.get_value());
    let place = move |(index, seat): (usize, SeatInfo)| {
        let is_own = matches!(&seat, SeatInfo::Person { person, .. } if person.id == own.get_value());
        let what = match seat {
            SeatInfo::Open => view! {
                <span class="quiet">{shared.say("seat-open")}</span>
                <button data-join=index on:click=move |_| {
                    spawn_local(async move { done(net::join(&id.get_value(), index).await) });
                }>{shared.say("sit-down")}</button>
            }
            .into_any(),
            SeatInfo::Bot { level } => {
                view! { <span>{move || shared.fill(&format!("level-{level}"), &[])}</span> }.into_any()
            }
            SeatInfo::Person { person, is_here, .. } => view! {
                <span class:quiet=!is_here>{person.name}</span>
            }
            .into_any(),
        };
        let change = move |event| {
            let choice = event_target_value(&event);
            spawn_local(async move {
                let level = (choice != "open").then_some(choice.as_str());
                done(net::set_place(&id.get_value(), index, level).await);
            });
        };
        let options = (is_host() && !is_own).then(|| view! {
            <label><span class="unseen">{shared.say("who-sits-here")}</span>
                <select on:change=change>
                    <option value="" selected disabled>"…"</option>
                    <option value="open">{shared.say("seat-open")}</option>
                    {[Level::Shopper, Level::Novice, Level::Steady].map(|level| view! {
                        <option value=level.id()>{move || shared.fill(&format!("level-{}", level.id()), &[])}</option>
                    })}
                </select>
            </label>
        });
        view! { <li>{what}{options}</li> }
    };
    let is_full = move || {
        table.get().is_some_and(|table| !table.seats.iter().any(|seat| matches!(seat, SeatInfo::Open)))
    };
    let start = move |_| {
        spawn_local(async move { done(net::at_table(&id.get_value(), "start").await) });
    };
    let leave = move |_| {
        spawn_local(async move {
            let _ = net::at_table(&id.get_value(), "leave").await;
            shared.go(Route::Home);
        });
    };
    let rules = Memo::new(move |_| table.get().map(|table| table.rules));
    let copy = StoredValue::new(link.clone());
    view! {
        <section class="sheet card lobby">
            <h1>{shared.say("lobby")}</h1>
            {move || rules.get().map(|rules| view! { <RulesInWords rules/> })}
            <label>{shared.say("share-link")}
                <input type="text" id="link" readonly value=link on:focus=move |_| browser::copy(&copy.get_value())/></label>
            <ol class="places">
                {move || table.get().map(|table| table.seats.into_iter().enumerate().map(place).collect_view())}
            </ol>
            <div class="means">
                <Show when=is_host fallback=move || view! { <p class="quiet">{shared.say("wait-for-host")}</p> }>
                    <button class="primary big" id="start" disabled=move || !is_full() on:click=start>{shared.say("start-game")}</button>
                </Show>
                <button class="plain" id="leave" on:click=leave>{shared.say("leave")}</button>
            </div>
        </section>
    }
}
