//! The page of a table of the server: filled in the lobby, then played at.

use futures_util::{SinkExt, StreamExt};
use gloo_net::websocket::futures::WebSocket;
use gloo_net::websocket::{Message, WebSocketError};
use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_engine::{Action, Seat};
use mergemaker_protocol::{
    Account, PersonId, RefusalCode, SeatInfo, TableId, TableInfo, TableState, ToClient, ToServer,
};
use mergemaker_web::people::refusal_words;
use mergemaker_web::remote::{Heard, Remote};
use mergemaker_web::route::Route;
use mergemaker_web::scene::Scene;

use super::app::{Shared, shared};
use super::browser;
use super::game::GameScreen;
use super::lobby::Lobby;
use super::me::me;
use super::net::{self, Trouble};
use super::screens::{ClosedTable, GameOver, LoggedOut, NoTable, NotNow};
use super::talk::Talk;
use super::tv::{Purse, ViewSwitches, hear_chat};

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
    /// The session has ended elsewhere.
    LoggedOut,
}

/// What is at the address of a table.
#[derive(Clone, PartialEq)]
enum Found {
    Asking,
    Table(Box<TableInfo>),
    Trouble(Trouble),
}

/// How long until a server that cannot be reached is asked again.
const AGAIN_MS: u32 = 4_000;

/// A table of the server. Who cannot play there is told so before being asked for a name.
#[component]
pub(crate) fn TablePage(table: String) -> impl IntoView {
    let shared = shared();
    let me = me();
    let found = RwSignal::new(Found::Asking);
    let table = StoredValue::new(table);
    let look = move || {
        let table = table.get_value();
        spawn_local(async move {
            loop {
                let known = me.refresh().await;
                let answer = match known {
                    Ok(_) => net::table(&table).await,
                    Err(trouble) => Err(trouble),
                };
                let is_over = !matches!(answer, Err(Trouble::Unreachable));
                let answer = answer.map_or_else(Found::Trouble, |info| Found::Table(Box::new(info)));
                if found.try_set(answer).is_some() || is_over {
                    return;
                }
                gloo_timers::future::TimeoutFuture::new(AGAIN_MS).await;
                if found.is_disposed() {
                    return;
                }
            }
        });
    };
    look();
    let retry = Callback::new(move |()| browser::reload());
    let you = Memo::new(move |_| me.account.get());
    move || match found.get() {
        Found::Asking => view! { <p class="wait">{shared.say("connecting")}</p> }.into_any(),
        Found::Trouble(trouble) if trouble.code() == Some(RefusalCode::NotFound) => {
            view! { <NoTable/> }.into_any()
        }
        Found::Trouble(trouble) => view! { <NotNow trouble retry/> }.into_any(),
        Found::Table(info) => {
            let you = you.get();
            let sits = you.as_ref().is_some_and(|you| sits_at(&info, &you.person.id));
            let has_place = info.seats.contains(&SeatInfo::Open);
            match info.state {
                TableState::Closed => view! { <ClosedTable/> }.into_any(),
                TableState::Over if !sits => view! { <GameOver table=table.get_value()/> }.into_any(),
                TableState::Open if has_place && you.is_none() => {
                    view! { <Introduce you=me.account/> }.into_any()
                }
                TableState::Open | TableState::Running | TableState::Over => {
                    view! { <Connected table=table.get_value() you/> }.into_any()
                }
            }
        }
    }
}

/// Whether somebody has a place at a table.
pub(crate) fn sits_at(table: &TableInfo, id: &PersonId) -> bool {
    table.seats.iter().any(|seat| matches!(seat, SeatInfo::Person { person, .. } if person.id == *id))
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
                Err(why) => trouble.set(shared.fill(why.words_of_name(), &[])),
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

/// A table, the line to it, and what goes wrong.
#[derive(Clone, Copy)]
pub(crate) struct Connection {
    pub(crate) remote: RwSignal<Remote>,
    pub(crate) line: RwSignal<Line>,
    pub(crate) trouble: RwSignal<String>,
    pub(crate) say: Callback<ToServer>,
}

/// Connects to a table, again and again, for as long as the view is there that does it, and whoever looks is
/// still `own`.
pub(crate) fn connect(table: &str, own: Option<PersonId>) -> Connection {
    let shared = shared();
    let remote = RwSignal::new(Remote::new(TableId(table.to_owned())));
    let line = RwSignal::new(Line::Opening);
    let trouble = RwSignal::new(String::new());
    let outgoing = StoredValue::new_local(None::<futures_channel::mpsc::UnboundedSender<ToServer>>);
    let is_here = StoredValue::new(true);
    on_cleanup(move || is_here.set_value(false));
    let own = StoredValue::new(own);
    spawn_local(async move {
        let mut wait_ms = 500;
        while is_here.try_get_value() == Some(true) {
            let (sender, receiver) = futures_channel::mpsc::unbounded();
            outgoing.set_value(Some(sender));
            let ended = converse(shared, remote, line, trouble, receiver, is_here).await;
            match ended {
                Ended::ForGood => return,
                Ended::After(ms) => wait_ms = ms,
                Ended::LoggedOut => {
                    // In another window one may have come back as the same: the browser needs a moment to know.
                    gloo_timers::future::TimeoutFuture::new(1_500).await;
                    let visitor = net::visitor().await;
                    if is_here.try_get_value() != Some(true) {
                        return;
                    }
                    if let Ok(account) = visitor
                        && account.map(|account| account.person.id) != own.get_value()
                    {
                        line.set(Line::LoggedOut);
                        return;
                    }
                }
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
        if line.get_untracked() == Line::Lost {
            // Whoever decides now is told what becomes of it.
            remote.notify();
        }
        outgoing.with_value(|outgoing| {
            if let Some(outgoing) = outgoing {
                // A line that is lost says so itself.
                let _ = outgoing.unbounded_send(message);
            }
        });
    });
    Connection { remote, line, trouble, say }
}

#[component]
fn Connected(table: String, you: Option<Account>) -> impl IntoView {
    let shared = shared();
    let own = you.as_ref().map(|you| you.person.id.clone());
    let Connection { remote, line, trouble, say } = connect(&table, own.clone());
    hear_chat(remote, own);
    let hand_only = RwSignal::new(browser::kept("view").as_deref() == Some("hand"));
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
                Err(why) => trouble.set(shared.fill(why.words(), &[])),
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
        match line.get() {
        Line::Lost => {
            let is_kept = remote.with(|remote| remote.unanswered().is_some());
            let id = if is_kept { "decision-kept" } else { "connection-lost" };
            Some(view! { <p class="banner" role="status">{shared.say(id)}</p> }.into_any())
        }
        Line::OldPage => Some(
            view! {
                <p class="banner" role="alert">{shared.say("old-page")}" "
                    <button class="primary" id="reload" on:click=move |_| browser::reload()>{shared.say("reload")}</button></p>
            }
            .into_any(),
        ),
        Line::Opening | Line::Open | Line::NoTable | Line::LoggedOut => None,
    }
    };
    let you = StoredValue::new(you);
    let state = Memo::new(move |_| remote.with(|remote| remote.table().map(|table| table.state)));
    let line = Memo::new(move |_| line.get());
    let rematch = move || remote.with(|remote| remote.table().and_then(|table| table.rematch.clone()));
    view! {
        {banner}
        {move || (!trouble.read().is_empty()).then(|| view! { <p class="banner" role="alert">{trouble.get()}</p> })}
        {move || rematch().map(|next| view! {
            <p class="banner"><button class="primary" id="follow" on:click=move |_| shared.go(Route::Table { table: next.0.clone() })>
                {shared.say("follow-rematch")}</button></p>
        })}
        {move || match (line.get(), has_begun.get(), state.get()) {
            (Line::NoTable, ..) => view! { <NoTable/> }.into_any(),
            (Line::LoggedOut, ..) => view! { <LoggedOut/> }.into_any(),
            (_, _, Some(TableState::Closed)) => view! { <ClosedTable/> }.into_any(),
            (_, true, _) => {
                let scene = shown_on(scene);
                let plays = remote.with_untracked(|remote| remote.seat().is_some());
                let hints = plays
                    && remote.with_untracked(|remote| remote.table().is_some_and(|table| table.hints));
                view! {
                    <div class:hand-only=move || hand_only.get() && scene.with(|scene| scene.me().is_some())>
                        <Purse scene hand_only/>
                        <GameScreen scene act undo again save look hints can_repeat=plays>
                            <Talk remote say you=you.get_value()/>
                            <ViewSwitches table=address.get_value() scene hand_only/>
                        </GameScreen>
                    </div>
                }.into_any()
            }
            (_, false, Some(_)) => view! { <Lobby remote you=you.get_value() trouble/> }.into_any(),
            (Line::OldPage, false, None) => ().into_any(),
            (_, false, None) => view! { <p class="wait">{shared.say("connecting")}</p> }.into_any(),
        }}
    }
}

/// A game that has begun. Between two games there may be none for a moment: the last one is shown on.
pub(crate) fn shown_on(scene: Memo<Option<Scene>>) -> Signal<Scene> {
    let last = StoredValue::new(scene.get_untracked());
    Signal::derive(move || {
        if let Some(scene) = scene.get() {
            last.set_value(Some(scene));
        }
        last.get_value().expect("it had begun when this was drawn")
    })
}

/// With which code the server closes a socket whose session has ended.
const LOGGED_OUT: u16 = 4401;

enum Ended {
    ForGood,
    LoggedOut,
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
            futures_util::future::Either::Left((Some(Err(error)), _)) => {
                let is_logged_out =
                    matches!(error, WebSocketError::ConnectionClose(end) if end.code == LOGGED_OUT);
                return if is_logged_out { Ended::LoggedOut } else { Ended::Lost { was_open } };
            }
            futures_util::future::Either::Left((None, _)) => return Ended::Lost { was_open },
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
            Heard::Refused(refusal) => trouble.set(shared.fill(refusal_words(refusal.code), &[])),
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
