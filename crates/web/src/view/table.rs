//! The page of a table of the server: filled in the lobby, then played at.

use futures_util::{SinkExt, StreamExt};
use gloo_net::websocket::Message;
use gloo_net::websocket::futures::WebSocket;
use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_engine::{Action, Seat};
use mergemaker_protocol::{Account, RefusalCode, SeatInfo, TableId, TableInfo, ToClient, ToServer};
use mergemaker_web::remote::{Heard, Remote};
use mergemaker_web::route::Route;

use super::app::{Shared, shared};
use super::browser;
use super::game::GameScreen;
use super::lobby::Lobby;
use super::net::{self, Trouble};
use super::talk::Talk;

/// How the connection stands.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Line {
    /// It is made for the first time.
    Opening,
    /// It stands.
    Open,
    /// It is lost, and tried again.
    Lost,
    /// There is no such table.
    NoTable,
    /// The page is older than the server.
    OldPage,
}

/// A table of the server.
#[component]
pub(crate) fn TablePage(table: String) -> impl IntoView {
    let shared = shared();
    let you = RwSignal::new(None::<Account>);
    let is_asked = RwSignal::new(false);
    spawn_local(async move {
        you.set(net::me().await);
        is_asked.set(true);
    });
    let table = StoredValue::new(table);
    move || match (is_asked.get(), you.get()) {
        (false, _) => view! { <p class="wait">{shared.say("connecting")}</p> }.into_any(),
        (true, None) => view! { <Introduce you/> }.into_any(),
        (true, Some(you)) => view! { <Connected table=table.get_value() you/> }.into_any(),
    }
}

/// Asks a newcomer for a name.
#[component]
pub(crate) fn Introduce(you: RwSignal<Option<Account>>) -> impl IntoView {
    let shared = shared();
    let name = RwSignal::new(browser::kept("name").unwrap_or_default());
    let trouble = RwSignal::new(String::new());
    let go = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let name = name.get_untracked();
        browser::keep("name", name.trim());
        spawn_local(async move {
            match net::become_guest(name.trim()).await {
                Ok(account) => you.set(Some(account)),
                Err(Trouble::Refused(refusal)) => trouble.set(refusal.message),
                Err(Trouble::Unreachable) => trouble.set(shared.fill("unreachable", &[])),
            }
        });
    };
    view! {
        <form class="sheet card" on:submit=go>
            <h1>{shared.say("who-are-you")}</h1>
            <label>{shared.say("your-name")}
                <input type="text" id="guest-name" maxlength="24" required autofocus prop:value=move || name.get()
                    on:input=move |event| name.set(event_target_value(&event))/>
            </label>
            <p class="trouble" role="alert">{move || trouble.get()}</p>
            <button class="primary" id="introduce">{shared.say("enter")}</button>
        </form>
    }
}

#[component]
fn Connected(table: String, you: Account) -> impl IntoView {
    let shared = shared();
    let remote = RwSignal::new(Remote::new(TableId(table.clone())));
    let line = RwSignal::new(Line::Opening);
    let trouble = RwSignal::new(String::new());
    let outgoing = StoredValue::new_local(None::<futures_channel::mpsc::UnboundedSender<ToServer>>);
    let is_here = StoredValue::new(true);
    on_cleanup(move || is_here.set_value(false));
    spawn_local(async move {
        let mut wait_ms = 500;
        while is_here.try_get_value() == Some(true) {
            let (sender, receiver) = futures_channel::mpsc::unbounded();
            outgoing.set_value(Some(sender));
            let ended = converse(shared, remote, line, trouble, receiver, is_here).await;
            match ended {
                Ended::ForGood => return,
                Ended::After(ms) => wait_ms = ms,
                Ended::Lost { was_open } => wait_ms = if was_open { 500 } else { (wait_ms * 2).min(8_000) },
            }
            if is_here.try_get_value() != Some(true) {
                return;
            }
            line.set(Line::Lost);
            gloo_timers::future::TimeoutFuture::new(wait_ms).await;
        }
    });
    let say = Callback::new(move |message: ToServer| {
        trouble.set(String::new());
        remote.update_untracked(|remote| remote.note(&message));
        outgoing.with_value(|outgoing| {
            if let Some(outgoing) = outgoing {
                // A line that is lost says so itself.
                let _ = outgoing.unbounded_send(message);
            }
        });
    });
    let id = TableId(table.clone());
    let act = {
        let id = id.clone();
        Callback::new(move |action: Action| {
            let number = remote.with_untracked(Remote::number);
            say.run(ToServer::Decide { table: id.clone(), number, action });
        })
    };
    let undo = {
        let id = id.clone();
        Callback::new(move |()| {
            let number = remote.with_untracked(Remote::number);
            say.run(ToServer::TakeBack { table: id.clone(), number });
        })
    };
    let address = StoredValue::new(table);
    let again = Callback::new(move |()| {
        spawn_local(async move {
            match net::at_table(&address.get_value(), "rematch").await {
                Ok(next) => shared.go(Route::Table { table: next.id.0 }),
                Err(Trouble::Refused(refusal)) => trouble.set(refusal.message),
                Err(Trouble::Unreachable) => trouble.set(shared.fill("unreachable", &[])),
            }
        });
    });
    let look = Callback::new(move |()| shared.go(Route::Review { which: Some(address.get_value()) }));
    let save = Callback::new(move |()| {
        spawn_local(async move {
            if let Some(record) = net::record(&address.get_value()).await {
                browser::save_file("game.json", &record);
            }
        });
    });
    let scene =
        Memo::new(move |_| remote.with(|remote| remote.has_begun().then(|| remote.scene()).flatten()));
    let has_begun = Memo::new(move |_| scene.with(Option::is_some));
    let banner = move || {
        let id = match line.get() {
            Line::Lost => "connection-lost",
            Line::OldPage => "old-page",
            Line::Opening | Line::Open | Line::NoTable => return None,
        };
        Some(view! { <p class="banner" role="status">{shared.say(id)}</p> })
    };
    let you = StoredValue::new(you);
    let rematch = move || remote.with(|remote| remote.table().and_then(|table| table.rematch.clone()));
    view! {
        {banner}
        {move || (!trouble.read().is_empty()).then(|| view! { <p class="banner" role="alert">{trouble.get()}</p> })}
        {move || rematch().map(|next| view! {
            <p class="banner"><button class="primary" id="follow" on:click=move |_| shared.go(Route::Table { table: next.0.clone() })>
                {shared.say("follow-rematch")}</button></p>
        })}
        {move || match (line.get() == Line::NoTable, has_begun.get(), remote.with(|remote| remote.table().is_some())) {
            (true, ..) => view! {
                <section class="sheet card"><h1>{shared.say("no-table")}</h1><p>{shared.say("no-table-about")}</p>
                    <button on:click=move |_| shared.go(Route::Home)>{shared.say("back-home")}</button></section>
            }.into_any(),
            (_, true, _) => {
                let last = StoredValue::new(scene.get_untracked());
                let scene = Signal::derive(move || {
                    // Between two games there may be none for a moment: the last one is shown on.
                    if let Some(scene) = scene.get() {
                        last.set_value(Some(scene));
                    }
                    last.get_value().expect("it had begun when this was drawn")
                });
                view! { <GameScreen scene act undo again save look><Talk remote say you=you.get_value()/></GameScreen> }.into_any()
            }
            (_, false, true) => view! { <Lobby remote you=you.get_value() trouble/> }.into_any(),
            (_, false, false) => view! { <p class="wait">{shared.say("connecting")}</p> }.into_any(),
        }}
    }
}

enum Ended {
    ForGood,
    Lost { was_open: bool },
    After(u32),
}

/// One connection, until it ends.
async fn converse(
    shared: Shared,
    remote: RwSignal<Remote>,
    line: RwSignal<Line>,
    trouble: RwSignal<String>,
    mut outgoing: futures_channel::mpsc::UnboundedReceiver<ToServer>,
    is_here: StoredValue<bool>,
) -> Ended {
    let Ok(socket) = WebSocket::open(&browser::socket_address()) else {
        return Ended::Lost { was_open: false };
    };
    let (mut sink, mut stream) = socket.split();
    let mut was_open = false;
    let mut has_caught_up = false;
    let first = remote.with_untracked(Remote::subscribe);
    if sink.send(text(&first)).await.is_err() {
        return Ended::Lost { was_open };
    }
    loop {
        let next = futures_util::future::select(stream.next(), outgoing.next()).await;
        if is_here.try_get_value() != Some(true) {
            return Ended::ForGood;
        }
        let message = match next {
            futures_util::future::Either::Left((Some(Ok(Message::Text(text))), _)) => text,
            futures_util::future::Either::Left((Some(Ok(Message::Bytes(_))), _)) => continue,
            futures_util::future::Either::Left((Some(Err(_)) | None, _)) => return Ended::Lost { was_open },
            futures_util::future::Either::Right((Some(message), _)) => {
                if sink.send(text(&message)).await.is_err() {
                    return Ended::Lost { was_open };
                }
                continue;
            }
            futures_util::future::Either::Right((None, _)) => return Ended::ForGood,
        };
        let Ok(message) = serde_json::from_str::<ToClient>(&message) else { continue };
        was_open = true;
        let heard =
            remote.try_update(|remote| remote.hear(message, browser::now())).unwrap_or(Heard::Nothing);
        match heard {
            Heard::Change => {
                line.set(Line::Open);
                if std::mem::replace(&mut has_caught_up, true) {
                    continue;
                }
                // What went down with the last connection is said again.
                if let Some(again) = remote.with_untracked(Remote::unanswered)
                    && sink.send(text(&again)).await.is_err()
                {
                    return Ended::Lost { was_open };
                }
            }
            Heard::Nothing => {}
            Heard::Gap => {
                let anew = remote.with_untracked(Remote::subscribe_anew);
                if sink.send(text(&anew)).await.is_err() {
                    return Ended::Lost { was_open };
                }
            }
            Heard::Refused(refusal) if refusal.code == RefusalCode::NotFound => {
                line.set(Line::NoTable);
                return Ended::ForGood;
            }
            // What others have may be hidden: only the server knows that they cannot pay.
            Heard::Refused(refusal) if refusal.rule.as_deref() == Some("X1") => {
                trouble.set(shared.fill("offer-refused", &[]));
            }
            Heard::Refused(refusal) => trouble.set(refusal.message),
            Heard::Goodbye { retry_ms } => return Ended::After(retry_ms),
            Heard::OldPage => {
                line.set(Line::OldPage);
                return Ended::ForGood;
            }
        }
    }
}

fn text(message: &ToServer) -> Message {
    Message::Text(serde_json::to_string(message).unwrap_or_default())
}

/// The name in a place, for lists.
pub(crate) fn seat_name(table: &TableInfo, seat: Seat) -> String {
    match table.seats.get(seat.index()) {
        Some(SeatInfo::Person { person, .. }) => person.name.clone(),
        Some(SeatInfo::Bot { level }) => level.clone(),
        Some(SeatInfo::Open) | None => String::new(),
    }
}
