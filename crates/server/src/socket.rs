//! One client's WebSocket: forwards its messages to rooms, and messages from rooms to it.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use mergemaker_protocol::{
    Account, LOGGED_OUT, PROTOCOL, PersonId, Refusal, RefusalCode, Request, TableId, TableRequest, ToClient,
    ToServer,
};
use tokio::sync::{Notify, broadcast, mpsc, watch};
use tokio::time::Instant;

use crate::limit::{Bucket, Rate, elapsed_ms};
use crate::metrics;
use crate::room::{Command, Muted, Reply, ResumeFrom, RoomRequest, SocketId, refuse};
use crate::rooms::Rooms;
use crate::store::SessionKind;
use crate::time::now_ms;

/// The maximum number of messages queued for a slow client.
const MAX_QUEUED: usize = 256;
/// The maximum number of tables one socket may watch.
const MAX_TABLES: usize = 50;
/// The maximum size of a client's message.
pub(crate) const MAX_BYTES: usize = 16 * 1024;
/// The maximum size that is read at all, so that a moderately oversized message still gets an answer.
pub(crate) const MAX_BYTES_READ: usize = 4 * MAX_BYTES;
/// How long a client may be silent; it is pinged halfway through.
pub(crate) const IDLE_TIMEOUT: Duration = Duration::from_mins(1);
/// The time limit for closing a socket.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest that the last messages may take while the server shuts down.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(1);
/// How often sessions are checked. Changes on this server are noticed at once.
const RECHECK_EVERY: Duration = Duration::from_mins(1);
/// The rate limit for a client's messages.
const RATE: Rate = Rate { burst: 60, refill_ms: 20 };

/// The queue of messages to one client.
#[derive(Clone)]
pub(crate) struct Outbox {
    messages: mpsc::Sender<Utf8Bytes>,
    disconnected: Arc<Notify>,
    /// Whether the queue was full.
    is_slow: Arc<AtomicBool>,
}

impl Outbox {
    /// Queues a message. If the queue is full, disconnects the client and returns false.
    pub(crate) fn send(&self, message: Utf8Bytes) -> bool {
        let is_sent = self.messages.try_send(message).is_ok();
        if !is_sent {
            self.is_slow.store(true, Ordering::Relaxed);
            self.disconnect();
        }
        is_sent
    }

    /// Disconnects the client, which may reconnect and resume.
    pub(crate) fn disconnect(&self) {
        self.disconnected.notify_one();
    }
}

/// The JSON of a message.
pub(crate) fn as_text(message: &ToClient) -> Utf8Bytes {
    serde_json::to_string(message).expect("plain data becomes JSON").into()
}

/// The session a client is authenticated by.
pub(crate) struct Session {
    /// The hash of its secret.
    pub(crate) hash: String,
    /// Its kind.
    pub(crate) kind: SessionKind,
    /// Whether it may act at tables.
    pub(crate) may_play: bool,
}

/// The reason for closing a socket.
fn reason(code: u16, reason: &'static str) -> CloseFrame {
    CloseFrame { code, reason: reason.into() }
}

/// Serves one client until it disconnects, is silent too long, is logged out, or the server shuts down. A
/// client is silent if it sends nothing, not even pongs, however much is sent to it.
pub(crate) async fn serve(
    socket: WebSocket,
    rooms: Rooms,
    you: Option<(Account, Session)>,
    address: String,
    shutdown: watch::Receiver<bool>,
    idle_timeout: Duration,
) {
    let (messages, queue) = mpsc::channel(MAX_QUEUED);
    let out = Outbox { messages, disconnected: Arc::default(), is_slow: Arc::default() };
    let changed = rooms.session_changes();
    let mut client = Client::new(rooms, you, address, out.clone());
    let (sink, stream) = socket.split();
    let received_at = Instant::now();
    let mut line = Line { sink, stream, queue, out, shutdown, idle_timeout, received_at, is_pinged: false };
    if let Some(last) = line.run(&mut client, changed).await {
        line.close(last).await;
    }
    // During shutdown, the client did not leave: a player who is being asked something is still asked after
    // the restart.
    if !*line.shutdown.borrow() {
        client.go().await;
    }
}

/// The end of a connection: the last message, if the client can still receive one.
type End = Option<Message>;

/// The connection to one client.
struct Line {
    sink: SplitSink<WebSocket, Message>,
    stream: SplitStream<WebSocket>,
    /// What waits to be sent.
    queue: mpsc::Receiver<Utf8Bytes>,
    out: Outbox,
    shutdown: watch::Receiver<bool>,
    idle_timeout: Duration,
    received_at: Instant,
    is_pinged: bool,
}

impl Line {
    /// Passes messages on in both directions, until the connection ends. Returns the last message to send.
    async fn run(&mut self, client: &mut Client, mut changed: broadcast::Receiver<PersonId>) -> End {
        let mut is_session_valid = client.recheck_session().await;
        self.out.send(as_text(&ToClient::Hello { protocol: PROTOCOL, you: client.you.clone() }));
        self.received_at = Instant::now();
        let mut rechecks = tokio::time::interval_at(self.received_at + RECHECK_EVERY, RECHECK_EVERY);
        while is_session_valid {
            let patience = if self.is_pinged { self.idle_timeout } else { self.idle_timeout / 2 };
            let done = tokio::select! {
                Some(first) = self.queue.recv() => self.send(first).await,
                received = self.stream.next() => {
                    (self.received_at, self.is_pinged) = (Instant::now(), false);
                    client.receive(received).await
                }
                () = tokio::time::sleep_until(self.received_at + patience) => self.ping().await,
                who = changed.recv(), if client.you.is_some() => {
                    let is_other = who.is_ok_and(|who| client.you.as_ref().is_some_and(|you| you.person.id != who));
                    is_session_valid = is_other || client.recheck_session().await;
                    Ok(())
                }
                _ = rechecks.tick() => {
                    is_session_valid = client.recheck_session().await;
                    Ok(())
                }
                () = self.out.disconnected.notified() => Err(Some(reconnect())),
                _ = self.shutdown.changed() => Err(Some(bye())),
            };
            if let Err(last) = done {
                return last;
            }
        }
        Some(Message::Close(Some(reason(LOGGED_OUT, "You are logged out. Log in again."))))
    }

    /// Sends a message and everything queued behind it.
    async fn send(&mut self, first: Utf8Bytes) -> Result<(), End> {
        let deadline = self.received_at + self.idle_timeout;
        // A client that does not read blocks sending, but must not delay the shutdown.
        tokio::select! {
            sent = tokio::time::timeout_at(deadline, send_all(&mut self.sink, first, &mut self.queue)) => {
                if sent.is_ok_and(|is_sent| is_sent) { Ok(()) } else { Err(None) }
            }
            () = self.out.disconnected.notified() => Err(Some(reconnect())),
            _ = self.shutdown.changed() => Err(Some(bye())),
        }
    }

    /// Pings a silent client. The second time, it is given up.
    async fn ping(&mut self) -> Result<(), End> {
        if std::mem::replace(&mut self.is_pinged, true) {
            return Err(None);
        }
        let ping = self.sink.send(Message::Ping(axum::body::Bytes::new()));
        tokio::select! {
            sent = tokio::time::timeout_at(self.received_at + self.idle_timeout, ping) => match sent {
                Ok(Ok(())) => Ok(()),
                Ok(Err(_)) | Err(_) => Err(None),
            },
            _ = self.shutdown.changed() => Err(Some(bye())),
        }
    }

    /// Sends the last message and closes the socket.
    async fn close(&mut self, last: Message) {
        // A slow client must first read what is in flight. During shutdown, wait less.
        let wait = if *self.shutdown.borrow() { SHUTDOWN_TIMEOUT } else { CLOSE_TIMEOUT };
        let closing = async {
            // Flush the queue first, unless the client was too slow for it.
            let is_slow = self.out.is_slow.load(Ordering::Relaxed);
            if let Some(first) = self.queue.try_recv().ok().filter(|_| !is_slow) {
                send_all(&mut self.sink, first, &mut self.queue).await;
            }
            let is_close = matches!(last, Message::Close(_));
            self.sink.send(last).await?;
            if !is_close {
                let restarts = reason(1012, "the server is restarting");
                self.sink.send(Message::Close(Some(restarts))).await?;
            }
            // Read until the client closes: closing a socket with unread input would discard what was sent.
            while let Some(Ok(_)) = self.stream.next().await {}
            Ok::<(), axum::Error>(())
        };
        let _ = tokio::time::timeout(wait, closing).await;
    }
}

/// Sends a message and everything queued behind it in one flush.
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

fn bye() -> Message {
    let message = "The server is restarting. Reconnect in a moment.".into();
    Message::Text(as_text(&ToClient::Bye { retry_ms: 2_000, message }))
}

fn reconnect() -> Message {
    Message::Close(Some(reason(1013, "reconnect with the last number you know")))
}

fn too_long() -> Message {
    Message::Close(Some(reason(1009, "the message is too long: send at most 16 KiB")))
}

struct Client {
    id: SocketId,
    you: Option<Account>,
    session: Option<Session>,
    /// Where they are, as it is logged.
    address: String,
    muted: Arc<Muted>,
    rooms: Rooms,
    out: Outbox,
    tables: HashSet<TableId>,
    bucket: Bucket,
}

impl Client {
    fn new(rooms: Rooms, you: Option<(Account, Session)>, address: String, out: Outbox) -> Client {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let (you, session) = you.unzip();
        Client {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            muted: you.as_ref().map(|you| rooms.mutes.of(&you.person.id)).unwrap_or_default(),
            you,
            session,
            address,
            rooms,
            out,
            tables: HashSet::new(),
            bucket: Bucket::default(),
        }
    }

    /// Checks in the store that the session is still valid, and refreshes the muted people.
    async fn recheck_session(&self) -> bool {
        let (Some(you), Some(session)) = (&self.you, &self.session) else { return true };
        let store = &self.rooms.store;
        // If the store fails now, the next check will do.
        if let Ok(None) = store.session(&session.hash, session.kind, now_ms()).await {
            return false;
        }
        if let Ok(muted) = store.muted_ids(&you.person.id).await {
            self.muted.replace(muted);
        }
        true
    }

    /// Handles what came over the socket.
    async fn receive(&mut self, received: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        match received {
            Some(Ok(Message::Text(text))) if text.len() > MAX_BYTES => return Err(Some(too_long())),
            Some(Ok(Message::Binary(bytes))) if bytes.len() > MAX_BYTES => return Err(Some(too_long())),
            Some(Ok(Message::Text(text))) => self.read(&text).await,
            Some(Ok(Message::Binary(_))) => self.refuse(None, None, unreadable()),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Err(error)) if error.to_string().contains("too long") => return Err(Some(too_long())),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(None),
        }
        Ok(())
    }

    async fn read(&mut self, text: &str) {
        if !self.bucket.take(RATE, elapsed_ms()) {
            return self.refuse(
                None,
                None,
                refuse(RefusalCode::TooMany, "Too many messages. Wait a moment."),
            );
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
                    // If there is no such table, there is nothing to unsubscribe from.
                    let _ = self.rooms.send(&table, || Command::Unsubscribe { socket: self.id }).await;
                }
            }
            ToServer::Request(request) => self.request(request).await,
            ToServer::Ping { nonce } => drop(self.out.send(as_text(&ToClient::Pong { nonce }))),
        }
    }

    async fn subscribe(&mut self, table: TableId, from: ResumeFrom) {
        if self.tables.len() >= MAX_TABLES && !self.tables.contains(&table) {
            let refusal = refuse(RefusalCode::TooMany, "You are watching too many tables. Leave one first.");
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
            let refusal = refuse(RefusalCode::Unknown, "Choose a name first, or log in.");
            return self.refuse(Some(table), None, refusal);
        };
        if !self.session.as_ref().is_some_and(|session| session.may_play) {
            let message = "This token may only read. Use one with the scope `play`.";
            return self.refuse(Some(table), None, refuse(RefusalCode::Forbidden, message));
        }
        let is_decision = matches!(request.request, Request::Decide { .. });
        let (address, person, name) = (&self.address, &you.person.id.0, request.request.name());
        // Decisions are in the log of their game.
        if !is_decision {
            tracing::info!(address, person, table = table.0, request = name, "request");
        }
        let asked = self.rooms.request(&you.person, RoomRequest::Live(request));
        let reply = if is_decision { metrics::record_decision(asked).await } else { asked.await };
        match reply {
            Ok(Reply::Message(message)) => drop(self.out.send(as_text(&message))),
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
    refuse(RefusalCode::Unreadable, "The message cannot be read. See docs/PROTOCOL.md.")
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::extract::WebSocketUpgrade;
    use axum::routing::any;
    use mergemaker_protocol::Endpoint;
    use mergemaker_protocol::api::operations::Connect;
    use mergemaker_protocol::api::tables::{Join, JoinForm};
    use tokio_tungstenite::tungstenite::Message as Frame;

    use super::*;
    use crate::store::Store;

    /// The idle timeout in this test.
    const SHORT: Duration = Duration::from_secs(2);

    /// Serves sockets over an empty store; returns their URL and the rooms.
    async fn sockets(folder: &std::path::Path) -> (String, Rooms) {
        let store = Store::open_file(&folder.join("socket.db")).await.unwrap();
        let config = crate::config::Config::new("127.0.0.1:0".parse().unwrap(), folder);
        let refusals = crate::refusals::Refusals::new(config.log_addresses);
        let rooms = Rooms::new(store, Arc::new(config), Arc::new(refusals));
        let (shutdown, ended) = watch::channel(false);
        let app = rooms.clone();
        let connect = move |upgrade: WebSocketUpgrade| {
            let (rooms, ended) = (app.clone(), ended.clone());
            std::future::ready(
                upgrade.on_upgrade(move |socket| serve(socket, rooms, None, String::new(), ended, SHORT)),
            )
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let addr = listener.local_addr().unwrap();
        tokio::spawn(async move {
            let _shutdown = shutdown;
            axum::serve(listener, Router::new().route(Connect::PATH, any(connect))).await
        });
        (format!("ws://{addr}{}", Connect::PATH), rooms)
    }

    /// A client that does not answer pings is dropped even while messages are sent to it. One that answers
    /// stays.
    #[tokio::test(flavor = "multi_thread")]
    async fn silent_clients_are_dropped_however_much_is_sent_to_them() {
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
        let opening = crate::store::Opening { per_person: 1, per_network: 1, address: None };
        rooms.store.add_table(&row, &opening).await.unwrap();
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
        // Ann keeps changing seats, which is sent to everyone. Reading answers pings.
        let ann = mergemaker_protocol::Person { id: ann, name: "Ann".into(), is_guest: true };
        let end = Instant::now() + 2 * SHORT;
        for place in [0, 1].into_iter().cycle().take_while(|_| Instant::now() < end) {
            let seat = mergemaker_engine::Seat::new(place);
            let join = Join { table: table.clone(), body: JoinForm { seat } };
            rooms.request(&ann, RoomRequest::Join(join)).await.unwrap();
            while let Ok(Some(Ok(_))) = tokio::time::timeout(SHORT / 40, awake.next()).await {}
        }
        // If the silent client were still connected, reading would now keep it alive.
        let rest = async { while let Some(Ok(_)) = silent.next().await {} };
        tokio::time::timeout(10 * SHORT, rest).await.expect("the silent client is dropped");
        awake.send(Frame::text(r#"{"type":"ping","nonce":5}"#)).await.unwrap();
        let is_pong = |message: &Frame| message.to_text().is_ok_and(|text| text.contains("pong"));
        while !is_pong(&awake.next().await.expect("an open socket").unwrap()) {}
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
