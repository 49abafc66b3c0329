//! A table on a large screen for everybody in the room, with phones for the hands: the page of the screen,
//! and what a phone shows beside it.

use leptos::prelude::*;
use mergemaker_engine::{Action, Chain};
use mergemaker_protocol::{Occupant, PersonId, TableInfo, TableState};
use mergemaker_web::cue::Cue;
use mergemaker_web::qr::Code;
use mergemaker_web::remote::Remote;
use mergemaker_web::route::Route;
use mergemaker_web::scene::Scene;

use super::app::{Themed, shared};
use super::ask::question;
use super::board::Board;
use super::browser;
use super::game::Draft;
use super::link::Link;
use super::market::Market;
use super::me::me;
use super::players::Players;
use super::result::won_by;
use super::screens::{ClosedTable, LoggedOut, NoTable};
use super::senses::{Senses, follow};
use super::sound;
use super::table::{Connection, ConnectionState, connect, scene_of, seat_name, shown_on};

/// The number of recent events on the screen.
const LINES: usize = 5;

/// A table on a large screen.
#[component]
pub(crate) fn TvPage(table: String) -> impl IntoView {
    let shared = shared();
    let Connection { remote, line, .. } =
        connect(&table, me().account.get_untracked().map(|account| account.person.id));
    let table = StoredValue::new(table);
    // Never show anybody's tiles, even if a player opened this page.
    let table_scene = scene_of(shared, remote);
    let scene = Memo::new(move |_| table_scene.get().and_then(Scene::for_everybody));
    let has_begun = Memo::new(move |_| scene.with(Option::is_some));
    // Follow the players to a rematch.
    Effect::new(move || {
        if let Some(next) = remote.with(|remote| remote.table().and_then(|table| table.rematch.clone())) {
            shared.go(Route::Tv { table: next.0 });
        }
    });
    let info = Memo::new(move |_| remote.with(|remote| remote.table().cloned()));
    let state = Memo::new(move |_| info.with(|info| info.as_ref().map(|info| info.state)));
    view! {
        <div class="tv">
            {move || (line.get() == ConnectionState::Lost).then(|| view! { <p class="banner" role="status">{shared.say("connection-lost")}</p> })}
            {move || (line.get() == ConnectionState::OldPage).then(|| view! { <p class="banner" role="status">{shared.say("old-page")}</p> })}
            {move || match (line.get(), has_begun.get(), state.get()) {
                (ConnectionState::NoTable, ..) => view! { <NoTable/> }.into_any(),
                (ConnectionState::LoggedOut, ..) => view! { <LoggedOut/> }.into_any(),
                (_, _, Some(TableState::Closed)) => view! { <ClosedTable/> }.into_any(),
                (_, true, _) => {
                    let scene = shown_on(scene);
                    let theme = scene.with_untracked(|scene| shared.theme_of(scene.view.rules()));
                    view! { <Themed theme><TvGame scene/></Themed> }.into_any()
                }
                (_, false, Some(_)) => view! { <TvLobby table=table.get_value() info/> }.into_any(),
                (_, false, None) => view! { <p class="wait">{shared.say("connecting")}</p> }.into_any(),
            }}
            <nav class="tv-tools" aria-label=shared.say("tv")>
                <button class="plain" id="tv-full" on:click=move |_| browser::toggle_full_screen()>{shared.say("tv-full")}</button>
                <Link to=Route::Table { table: table.get_value() } id="tv-leave">{shared.say("tv-leave")}</Link>
            </nav>
        </div>
    }
}

/// The game for the whole room: board, recent events, market, players.
#[component]
fn TvGame(scene: Signal<Scene>) -> impl IntoView {
    let shared = shared();
    let draft = Draft::new();
    let nothing = follow(scene, Callback::new(|_: Action| {}));
    let lines = move || {
        let words = shared.words();
        scene.with(|scene| {
            let narrator = scene.narrator(&words, shared.theme());
            let lines = scene.log(&narrator);
            let lines = lines.into_iter().rev().take(LINES);
            lines
                .map(|line| {
                    let class =
                        line.seat.map_or("line".to_owned(), |seat| format!("line seat{}", seat.index()));
                    view! {
                        <li class=class>{line.text}
                            {(!line.details.is_empty()).then(|| view! {
                                <ul>{line.details.into_iter().map(|detail| view! { <li>{detail}</li> }).collect_view()}</ul>
                            })}
                        </li>
                    }
                })
                .collect_view()
        })
    };
    let headline =
        move || scene.with(|scene| won_by(shared, scene).unwrap_or_else(|| question(shared, scene)));
    view! {
        <Senses scene/>
        <div class="tv-game game" data-number=move || scene.with(|scene| scene.number)>
            <section class="table"><Board scene draft act=nothing/></section>
            <section class="figures">
                <h1 class="tv-now">{headline}</h1>
                <Players scene/>
                <Market scene/>
                <ol class="tv-lines">{lines}</ol>
            </section>
        </div>
    }
}

/// The table before the game: the players, and how to join.
#[component]
fn TvLobby(table: String, info: Memo<Option<TableInfo>>) -> impl IntoView {
    let shared = shared();
    let address = browser::address_of(&Route::Table { table }.path());
    let short = address.split_once("://").map_or(address.clone(), |(_, rest)| rest.to_owned());
    let seats = move || {
        info.get().map(|table| {
            let seats = (0..table.seats.len()).filter_map(mergemaker_engine::Seat::new);
            seats
                .map(|seat| match table.seats.get(seat.index()).map(|seat| &seat.occupant) {
                    Some(Occupant::Open) | None => {
                        view! { <li class="open">{shared.say("seat-open")}</li> }.into_any()
                    }
                    Some(_) => view! { <li>{seat_name(shared, &table, seat)}</li> }.into_any(),
                })
                .collect_view()
        })
    };
    let waits = move || {
        let open = info.get().map_or(0, |table| table.open_seats());
        if open == 0 {
            shared.fill("tv-ready", &[])
        } else {
            shared.fill("tv-waits", &[("count", open.into())])
        }
    };
    view! {
        <section class="tv-lobby">
            <Qr address=address.clone()/>
            <div>
                <h1>{shared.say("tv-join")}</h1>
                <p class="tv-scan">{shared.say("tv-scan")}</p>
                <p class="tv-address">{short}</p>
                {move || info.get().and_then(|table| table.code).map(|code| view! {
                    <p class="tv-address">{shared.say("tv-code")}" "{code}</p>
                })}
                <ol class="tv-seats">{seats}</ol>
                <p class="tv-waits" role="status">{waits}</p>
            </div>
        </section>
    }
}

/// A QR code of an address, unless it is too long.
#[component]
pub(crate) fn Qr(address: String) -> impl IntoView {
    let shared = shared();
    Code::of(&address).map(|code| {
        // The code includes a quiet zone of four modules.
        let box_of = format!("-4 -4 {0} {0}", code.size() + 8);
        let label = move || shared.fill("qr-of", &[("address", address.clone().into())]);
        view! {
            <svg class="qr" viewBox=box_of role="img" aria-label=label shape-rendering="crispEdges">
                <rect x="-4" y="-4" width="100%" height="100%" fill="#fff"/><path d=code.path() fill="#000"/>
            </svg>
        }
    })
}

/// A link to the large screen.
#[component]
pub(crate) fn TvLink(table: String) -> impl IntoView {
    let shared = shared();
    view! { <Link to=Route::Tv { table } id="tv" attr:title=shared.say("tv-open")>{shared.say("tv")}</Link> }
}

/// Links to the views of a table: the whole game, a large screen, or only the viewer's hand.
#[component]
pub(crate) fn ViewSwitches(table: String, scene: Signal<Scene>, hand_only: RwSignal<bool>) -> impl IntoView {
    let shared = shared();
    let plays = Memo::new(move |_| scene.with(|scene| scene.me().is_some()));
    view! {
        <div class="means views">
            <TvLink table/>
            <Show when=move || plays.get()>
                <button class="plain" id="hand-only" on:click=move |_| show_hand(hand_only, true)>{shared.say("hand-only")}</button>
            </Show>
        </div>
    }
}

fn show_hand(hand_only: RwSignal<bool>, is_hand: bool) {
    browser::keep("view", if is_hand { "hand" } else { "table" });
    hand_only.set(is_hand);
}

/// The viewer's money and shares, if the rest is on the large screen, and a link back.
#[component]
pub(crate) fn Purse(scene: Signal<Scene>, hand_only: RwSignal<bool>) -> impl IntoView {
    let shared = shared();
    let own = Memo::new(move |_| {
        scene.with(|scene| {
            let me = scene.me()?;
            let shares = scene.view.shares(me);
            let shares: Vec<(Chain, u8)> = shares.map(|shares| shares.iter().collect()).unwrap_or_default();
            Some((scene.players[me.index()].name.clone(), scene.view.cash(me)?, shares))
        })
    });
    let shown = move || own.get().filter(|_| hand_only.get());
    move || {
        shown().map(|(name, cash, shares)| view! {
        <section class="purse" aria-label=shared.say("your-cash")>
            <p class="purse-head"><b>{name}</b><strong>{cash.to_string()}</strong>
                <button class="plain" id="hand-whole" on:click=move |_| show_hand(hand_only, false)>{shared.say("hand-whole")}</button></p>
            <p class="purse-shares">{shares.into_iter().map(|(chain, count)| view! {
                <span class=format!("chip {}", chain.id())><b>{count}</b>{move || shared.chain(chain)}</span>
            }).collect_view()}</p>
        </section>
    })
    }
}

/// Plays a sound for new chat messages of others.
pub(crate) fn hear_chat(remote: RwSignal<Remote>, own: Option<PersonId>) {
    let shared = shared();
    Effect::new(move |before: Option<u64>| {
        let last = remote.with(|remote| {
            remote.chat().last().map(|line| (line.number, Some(&line.person.id) == own.as_ref()))
        });
        let number = last.as_ref().map_or(0, |last| last.0);
        // Earlier messages are not new.
        if before.is_some_and(|before| before > 0 && number > before)
            && last.is_some_and(|(_, is_own)| !is_own)
        {
            sound::play(Cue::Chat, shared.settings.get_untracked());
        }
        number
    });
}
