//! The connection to a table of the server, which reconnects whenever it is lost.

use futures_util::future::{Either, select};
use futures_util::{SinkExt, StreamExt};
use gloo_net::websocket::futures::WebSocket;
use gloo_net::websocket::{Message, State, WebSocketError};
use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::api::accounts::Visitor;
use mergemaker_protocol::{LOGGED_OUT, PersonId, RefusalCode, TableId, ToClient, ToServer};
use mergemaker_web::remote::{Received, Remote};

use crate::view::app::{Shared, shared};
use crate::view::browser;
use crate::view::net;

/// A table, its connection, and errors.
#[derive(Clone, Copy)]
pub(crate) struct Connection {
    pub(crate) remote: RwSignal<Remote>,
    pub(crate) line: RwSignal<ConnectionState>,
    pub(crate) trouble: RwSignal<String>,
    pub(crate) say: Callback<ToServer>,
}

/// Connects to a table and reconnects, while the calling view is mounted and the visitor is still `own`.
pub(crate) fn connect(table: &str, own: Option<PersonId>) -> Connection {
    let shared = shared();
    let remote = RwSignal::new(Remote::new(TableId(table.to_owned())));
    let line = RwSignal::new(ConnectionState::Opening);
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
            let ended = run_connection(shared, remote, line, trouble, receiver, is_here).await;
            match ended {
                Ended::ForGood => return,
                Ended::After(ms) => wait_ms = ms,
                Ended::LoggedOut => {
                    // The visitor may have logged in again in another window: give the browser a moment.
                    gloo_timers::future::TimeoutFuture::new(1_500).await;
                    let visitor = net::ask(Visitor {}).await;
                    if is_here.try_get_value() != Some(true) {
                        return;
                    }
                    if let Ok(account) = visitor
                        && account.map(|account| account.person.id) != own.get_value()
                    {
                        line.set(ConnectionState::LoggedOut);
                        return;
                    }
                }
                Ended::Lost { was_open } => wait_ms = if was_open { 500 } else { (wait_ms * 2).min(8_000) },
            }
            if is_here.try_get_value() != Some(true) {
                return;
            }
            line.set(ConnectionState::Lost);
            gloo_timers::future::TimeoutFuture::new(wait_ms).await;
        }
    });
    // Dropping the sender closes the connection. The socket itself may notice a lost network much later.
    let network = window_event_listener_untyped("offline", move |_| outgoing.set_value(None));
    on_cleanup(move || network.remove());
    let say = Callback::new(move |message: ToServer| {
        trouble.set(String::new());
        remote.update_untracked(|remote| remote.record_sent(&message));
        if line.get_untracked() == ConnectionState::Lost {
            // Show that decisions made now are queued.
            remote.notify();
        }
        outgoing.with_value(|outgoing| {
            if let Some(outgoing) = outgoing {
                // A lost connection reports itself.
                let _ = outgoing.unbounded_send(message);
            }
        });
    });
    Connection { remote, line, trouble, say }
}

/// The state of the connection.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ConnectionState {
    /// Connecting for the first time.
    Opening,
    /// Connected.
    Open,
    /// Lost, and reconnecting.
    Lost,
    /// There is no such table.
    NoTable,
    /// The page is older than the server.
    OldPage,
    /// The session was ended elsewhere.
    LoggedOut,
}

enum Ended {
    ForGood,
    LoggedOut,
    Lost { was_open: bool },
    After(u32),
}

/// The interval for polling a connection being opened.
const OPENING_MS: u32 = 10;

/// Runs one connection until it ends.
async fn run_connection(
    shared: Shared,
    remote: RwSignal<Remote>,
    line: RwSignal<ConnectionState>,
    trouble: RwSignal<String>,
    mut outgoing: futures_channel::mpsc::UnboundedReceiver<ToServer>,
    is_here: StoredValue<bool>,
) -> Ended {
    let Ok(mut socket) = WebSocket::open(&browser::socket_address()) else {
        return Ended::Lost { was_open: false };
    };
    while matches!(socket.state(), State::Connecting) {
        gloo_timers::future::TimeoutFuture::new(OPENING_MS).await;
    }
    // Check only now whether the view is gone: browsers complain about closing a connection that is not open.
    if is_here.try_get_value() != Some(true) {
        return Ended::ForGood;
    }
    let mut was_open = false;
    let mut has_caught_up = false;
    send(&mut socket, &remote.with_untracked(Remote::subscribe)).await;
    loop {
        let next = match select(socket.next(), outgoing.next()).await {
            Either::Left((received, _)) => Either::Left(received),
            Either::Right((message, _)) => Either::Right(message),
        };
        if is_here.try_get_value() != Some(true) {
            return Ended::ForGood;
        }
        let message = match next {
            Either::Left(Some(Ok(Message::Text(text)))) => text,
            Either::Left(Some(Ok(Message::Bytes(_)))) => continue,
            Either::Left(Some(Err(error))) => {
                let is_logged_out =
                    matches!(error, WebSocketError::ConnectionClose(end) if end.code == LOGGED_OUT);
                return if is_logged_out { Ended::LoggedOut } else { Ended::Lost { was_open } };
            }
            Either::Right(Some(message)) => {
                send(&mut socket, &message).await;
                continue;
            }
            Either::Left(None) | Either::Right(None) => return Ended::Lost { was_open },
        };
        let Ok(message) = serde_json::from_str::<ToClient>(&message) else { continue };
        was_open = true;
        let received =
            remote.try_update(|remote| remote.receive(message, browser::now())).unwrap_or(Received::Nothing);
        match received {
            Received::Change => {
                line.set(ConnectionState::Open);
                if std::mem::replace(&mut has_caught_up, true) {
                    continue;
                }
                // Send again what was lost with the last connection.
                if let Some(again) = remote.with_untracked(Remote::unanswered) {
                    send(&mut socket, &again).await;
                }
            }
            Received::Nothing => {}
            Received::Gap => {
                send(&mut socket, &remote.with_untracked(Remote::subscribe_from_start)).await;
            }
            Received::Refused { code: RefusalCode::NotFound, .. } => {
                line.set(ConnectionState::NoTable);
                return Ended::ForGood;
            }
            Received::Refused { words, .. } => trouble.set(shared.fill(words, &[])),
            Received::Goodbye { retry_ms } => return Ended::After(retry_ms),
            Received::OldPage => {
                line.set(ConnectionState::OldPage);
                return Ended::ForGood;
            }
        }
    }
}

/// Sends if the socket is open. Otherwise the browser would complain, and the reason will be reported anyway.
async fn send(socket: &mut WebSocket, message: &ToServer) {
    if matches!(socket.state(), State::Open) {
        let text = serde_json::to_string(message).unwrap_or_default();
        // A broken connection reports itself.
        let _ = socket.send(Message::Text(text)).await;
    }
}
