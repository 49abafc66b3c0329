//! The WebSocket of one client: what it sends goes to rooms, what rooms send goes to it.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use mergemaker_protocol::{
    Account, LOGGED_OUT, PROTOCOL, Refusal, RefusalCode, Request, TableId, TableRequest, ToClient, ToServer,
};
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::Instant;

use crate::limit::{Bucket, Rate, elapsed_ms};
use crate::metrics;
use crate::room::{Command, Muted, Reply, ResumeFrom, RoomRequest, SocketId, refuse};
use crate::rooms::Rooms;
use crate::store::SessionKind;
use crate::time::now_ms;

/// How many messages may wait for a slow reader.
const MOST_WAITING: usize = 256;
/// How many tables one socket may follow.
const MOST_TABLES: usize = 50;
/// The longest message a client may send.
pub(crate) const MOST_BYTES: usize = 16 * 1024;
/// The longest message that is read at all, so that one that is too long can be answered.
pub(crate) const MOST_BYTES_READ: usize = 4 * MOST_BYTES;
/// How long nothing may come from a client; a sign of life is asked for in between.
pub(crate) const SILENCE: Duration = Duration::from_mins(1);
/// How long the last message to a client may take.
const GOODBYE: Duration = Duration::from_secs(5);
/// How often it is looked whether who a client was is still known. On this server they are told at once.
const LOOK_EVERY: Duration = Duration::from_mins(1);
/// How fast a client may write.
const RATE: Rate = Rate { at_once: 60, each_ms: 20 };

/// Where messages to one client wait.
#[derive(Clone)]
pub(crate) struct Outbox {
    messages: mpsc::Sender<Utf8Bytes>,
    given_up: Arc<Notify>,
    /// Whether the client reads too slowly.
    is_slow: Arc<AtomicBool>,
}

impl Outbox {
    /// Sends a message; false when the client reads too slowly, and is given up.
    pub(crate) fn send(&self, message: Utf8Bytes) -> bool {
        let is_sent = self.messages.try_send(message).is_ok();
        if !is_sent {
            self.is_slow.store(true, Ordering::Relaxed);
            self.give_up();
        }
        is_sent
    }

    /// Ends the socket: the client may come back and name the last number it knows.
    pub(crate) fn give_up(&self) {
        self.given_up.notify_one();
    }
}

/// A message as it is sent.
pub(crate) fn as_text(message: &ToClient) -> Utf8Bytes {
    serde_json::to_string(message).expect("plain data becomes JSON").into()
}

/// What proves who a client is.
pub(crate) struct Session {
    /// The hash of its secret.
    pub(crate) hash: String,
    /// What it is for.
    pub(crate) kind: SessionKind,
}

/// Why a socket ends, where the client is told.
fn end(code: u16, reason: &'static str) -> CloseFrame {
    CloseFrame { code, reason: reason.into() }
}

/// Serves one client until it goes, is silent too long, is not known any more, or the server ends. Silent is who
/// sends nothing, not even the answer to a ping, however much is sent to them.
pub(crate) async fn serve(
    socket: WebSocket,
    rooms: Rooms,
    you: Option<(Account, Session)>,
    mut ending: watch::Receiver<bool>,
    silence: Duration,
) {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let (messages, mut waiting) = mpsc::channel(MOST_WAITING);
    let given_up = Arc::new(Notify::new());
    let out = Outbox { messages, given_up: given_up.clone(), is_slow: Arc::default() };
    let mut changed = rooms.changes();
    let (you, session) = you.unzip();
    let mut client = Client {
        id: NEXT.fetch_add(1, Ordering::Relaxed),
        muted: you.as_ref().map(|you| rooms.mutes.of(&you.person.id)).unwrap_or_default(),
        you,
        session,
        rooms,
        out: out.clone(),
        tables: HashSet::new(),
        bucket: Bucket::default(),
    };
    let mut is_known = client.look_again().await;
    out.send(as_text(&ToClient::Hello { protocol: PROTOCOL, you: client.you.clone() }));
    let (mut sink, mut stream) = socket.split();
    let (mut received_at, mut is_asked) = (Instant::now(), false);
    let mut looks = tokio::time::interval_at(received_at + LOOK_EVERY, LOOK_EVERY);
    let last = loop {
        if !is_known {
            break Some(Message::Close(Some(end(LOGGED_OUT, "you are logged out: log in again"))));
        }
        let patience = if is_asked { silence } else { silence / 2 };
        tokio::select! {
            message = waiting.recv() => {
                let Some(message) = message else { break None };
                let sending = tokio::time::timeout_at(received_at + silence, send_all(&mut sink, message, &mut waiting));
                // Who does not read at all holds up the sending, not the end.
                let is_sent = tokio::select! {
                    sent = sending => sent.is_ok_and(|is_sent| is_sent),
                    () = given_up.notified() => break Some(come_back()),
                    _ = ending.changed() => break Some(bye()),
                };
                if !is_sent {
                    break None;
                }
            }
            message = stream.next() => {
                (received_at, is_asked) = (Instant::now(), false);
                match message {
                    Some(Ok(Message::Text(text))) if text.len() > MOST_BYTES => break Some(too_long()),
                    Some(Ok(Message::Binary(bytes))) if bytes.len() > MOST_BYTES => break Some(too_long()),
                    Some(Ok(Message::Text(text))) => client.receive(&text).await,
                    Some(Ok(Message::Binary(_))) => client.refuse(None, None, unreadable()),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Err(error)) if error.to_string().contains("too long") => break Some(too_long()),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break None,
                }
            }
            () = tokio::time::sleep_until(received_at + patience) => {
                if is_asked {
                    break None;
                }
                is_asked = true;
                let asking = sink.send(Message::Ping(axum::body::Bytes::new()));
                if !tokio::time::timeout_at(received_at + silence, asking).await.is_ok_and(|sent| sent.is_ok()) {
                    break None;
                }
            }
            who = changed.recv(), if client.you.is_some() => {
                let is_other = who.is_ok_and(|who| client.you.as_ref().is_some_and(|you| you.person.id != who));
                is_known = is_other || client.look_again().await;
            }
            _ = looks.tick() => is_known = client.look_again().await,
            () = given_up.notified() => break Some(come_back()),
            _ = ending.changed() => break Some(bye()),
        }
    };
    if let Some(last) = last {
        // Who reads slowly has to read what is on its way first; nobody waits for that when the server ends.
        let wait = if *ending.borrow() { GOODBYE / 5 } else { GOODBYE };
        let goodbye = async {
            // What was said before is said first, unless that is what the client cannot keep up with.
            let is_slow = out.is_slow.load(Ordering::Relaxed);
            if let Some(first) = waiting.try_recv().ok().filter(|_| !is_slow) {
                send_all(&mut sink, first, &mut waiting).await;
            }
            say_goodbye(sink, stream, last).await;
        };
        let _ = tokio::time::timeout(wait, goodbye).await;
    }
    // When the server ends, it is not the client who goes: a player who is asked something is asked still when they
    // come back.
    if !*ending.borrow() {
        client.go().await;
    }
}

/// Sends a message, and what waits already along with it, so that a burst is one write.
async fn send_all(
    sink: &mut SplitSink<WebSocket, Message>,
    first: Utf8Bytes,
    waiting: &mut mpsc::Receiver<Utf8Bytes>,
) -> bool {
    let mut next = Some(first);
    while let Some(message) = next {
        if sink.feed(Message::Text(message)).await.is_err() {
            return false;
        }
        next = waiting.try_recv().ok();
    }
    sink.flush().await.is_ok()
}

/// Says the last word, and reads on until the client has heard it: a socket that ends with something unread takes
/// what is on its way with it.
async fn say_goodbye(
    mut sink: SplitSink<WebSocket, Message>,
    mut stream: SplitStream<WebSocket>,
    last: Message,
) {
    let is_close = matches!(last, Message::Close(_));
    if sink.send(last).await.is_err() {
        return;
    }
    if !is_close && sink.send(Message::Close(Some(end(1012, "the server restarts")))).await.is_err() {
        return;
    }
    while let Some(Ok(_)) = stream.next().await {}
}

fn bye() -> Message {
    let message = "the server restarts: come back in a moment".into();
    Message::Text(as_text(&ToClient::Bye { retry_ms: 2_000, message }))
}

fn come_back() -> Message {
    Message::Close(Some(end(1013, "come back and name the last number you know")))
}

fn too_long() -> Message {
    Message::Close(Some(end(1009, "the message is too long: send at most 16 KiB")))
}

struct Client {
    id: SocketId,
    you: Option<Account>,
    session: Option<Session>,
    muted: Arc<Muted>,
    rooms: Rooms,
    out: Outbox,
    tables: HashSet<TableId>,
    bucket: Bucket,
}

impl Client {
    /// Looks at what is kept: whether who this was is still known, and whom they mute.
    async fn look_again(&self) -> bool {
        let (Some(you), Some(session)) = (&self.you, &self.session) else { return true };
        let store = &self.rooms.store;
        // What cannot be looked up now is looked up later.
        if let Ok(None) = store.person_of_session(&session.hash, session.kind, now_ms()).await {
            return false;
        }
        if let Ok(muted) = store.muted_by(&you.person.id).await {
            self.muted.replace(muted.into_iter().map(|other| other.id).collect());
        }
        true
    }

    async fn receive(&mut self, text: &str) {
        if !self.bucket.take(RATE, elapsed_ms()) {
            return self.refuse(None, None, refuse(RefusalCode::TooMany, "too many messages: wait a moment"));
        }
        let message: ToServer = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(_) => return self.refuse(None, None, unreadable()),
        };
        match message {
            ToServer::Subscribe { table, since, chat_since } => {
                self.subscribe(table, ResumeFrom { since, chat_since }).await;
            }
            ToServer::Unsubscribe { table } => {
                if self.tables.remove(&table) {
                    // A table that is not there is not followed any more, either.
                    let _ = self.rooms.send(&table, || Command::Unsubscribe { socket: self.id }).await;
                }
            }
            ToServer::Request(request) => self.request(request).await,
            ToServer::Ping { nonce } => drop(self.out.send(as_text(&ToClient::Pong { nonce }))),
        }
    }

    async fn subscribe(&mut self, table: TableId, from: ResumeFrom) {
        if self.tables.len() >= MOST_TABLES && !self.tables.contains(&table) {
            let refusal = refuse(RefusalCode::TooMany, "too many tables at once: leave one first");
            return self.refuse(Some(table), None, refusal);
        }
        let person = self.you.as_ref().map(|you| you.person.clone());
        let (muted, out) = (self.muted.clone(), self.out.clone());
        let command = || Command::Subscribe {
            socket: self.id,
            person: person.clone(),
            muted: muted.clone(),
            from,
            out: out.clone(),
        };
        match self.rooms.send(&table, command).await {
            Ok(()) => drop(self.tables.insert(table)),
            Err((refusal, number)) => self.refuse(Some(table), number, refusal),
        }
    }

    async fn request(&mut self, request: TableRequest) {
        let table = request.table.clone();
        let Some(you) = &self.you else {
            let refusal = refuse(RefusalCode::Unknown, "say who you are first: choose a name");
            return self.refuse(Some(table), None, refusal);
        };
        let is_decision = matches!(request.request, Request::Decide { .. });
        let asked = self.rooms.request(&you.person, RoomRequest::Live(request));
        let reply = if is_decision { metrics::decision(asked).await } else { asked.await };
        match reply {
            Ok(Reply::Entry { number }) => {
                self.out.send(as_text(&ToClient::Accepted { table, number }));
            }
            Ok(Reply::Done | Reply::Rematch { .. }) => {}
            Err((refusal, number)) => self.refuse(Some(table), number, refusal),
        }
    }

    fn refuse(&self, table: Option<TableId>, number: Option<u64>, refusal: Refusal) {
        self.out.send(as_text(&ToClient::Refused { table, number, refusal }));
    }

    async fn go(self) {
        for table in &self.tables {
            let _ = self.rooms.send(table, || Command::Unsubscribe { socket: self.id }).await;
        }
    }
}

fn unreadable() -> Refusal {
    refuse(RefusalCode::Unreadable, "the message cannot be read: see docs/PROTOCOL.md")
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::extract::WebSocketUpgrade;
    use axum::routing::any;
    use mergemaker_protocol::api::tables::{Join, JoinForm};
    use tokio_tungstenite::tungstenite::Message as Frame;

    use super::*;
    use crate::store::Store;

    /// How long a client of the tests may be silent.
    const SHORT: Duration = Duration::from_secs(2);

    /// The address of sockets over an empty store in a folder, and the rooms behind them.
    async fn sockets(folder: &std::path::Path) -> (String, Rooms) {
        let rooms = Rooms::new(Store::open_file(&folder.join("socket.db")).await.unwrap());
        let (ending, ended) = watch::channel(false);
        let app = rooms.clone();
        let connect = move |upgrade: WebSocketUpgrade| {
            let (rooms, ended) = (app.clone(), ended.clone());
            std::future::ready(upgrade.on_upgrade(move |socket| serve(socket, rooms, None, ended, SHORT)))
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let addr = listener.local_addr().unwrap();
        tokio::spawn(async move {
            let _ending = ending;
            axum::serve(listener, Router::new().route("/ws", any(connect))).await
        });
        (format!("ws://{addr}/ws"), rooms)
    }

    /// Who does not even answer pings is dropped, though something is sent to them all the time; who answers stays.
    #[tokio::test(flavor = "multi_thread")]
    async fn the_silent_are_dropped_however_much_is_sent_to_them() {
        let folder = std::env::temp_dir().join(format!("mergemaker-socket-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (url, rooms) = sockets(&folder).await;
        let (ann, table) = (mergemaker_protocol::PersonId("ann".into()), TableId("t1".into()));
        rooms.store.add_guest(&ann, "Ann", 1).await.unwrap();
        let public = mergemaker_protocol::Visibility::Public;
        let seats = vec![mergemaker_protocol::Occupant::Open; 2];
        let row = crate::store::TableRow::open(
            ann.clone(),
            public,
            mergemaker_protocol::Settings::default(),
            seats,
        );
        let row = crate::store::TableRow { id: table.clone(), ..row };
        rooms.store.add_table(&row).await.unwrap();
        let subscribe = serde_json::to_string(&ToServer::Subscribe {
            table: table.clone(),
            since: None,
            chat_since: None,
        })
        .unwrap();
        let (mut silent, _) = tokio_tungstenite::connect_async(&url).await.unwrap();
        let (mut awake, _) = tokio_tungstenite::connect_async(&url).await.unwrap();
        for socket in [&mut silent, &mut awake] {
            socket.send(Frame::text(subscribe.clone())).await.unwrap();
        }
        // Somebody takes a place and leaves it, again and again, which is told to all. Reading answers pings.
        let ann = mergemaker_protocol::Person { id: ann, name: "Ann".into(), is_guest: true };
        let end = Instant::now() + 2 * SHORT;
        for place in [0, 1].into_iter().cycle().take_while(|_| Instant::now() < end) {
            let seat = mergemaker_engine::Seat::new(place);
            let join = Join { table: table.clone(), body: JoinForm { seat } };
            rooms.request(&ann, RoomRequest::Join(join)).await.unwrap();
            while let Ok(Some(Ok(_))) = tokio::time::timeout(SHORT / 40, awake.next()).await {}
        }
        // Had the silent one been kept, it would be from now on, since whoever reads answers pings.
        let rest = async { while let Some(Ok(_)) = silent.next().await {} };
        tokio::time::timeout(10 * SHORT, rest).await.expect("the silent one is dropped");
        awake.send(Frame::text(r#"{"type":"ping","nonce":5}"#)).await.unwrap();
        let is_pong = |message: &Frame| message.to_text().is_ok_and(|text| text.contains("pong"));
        while !is_pong(&awake.next().await.expect("an open socket").unwrap()) {}
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
