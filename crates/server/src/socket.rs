//! The WebSocket of one client: what it says goes to rooms, what rooms tell goes to it.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::{SinkExt, StreamExt};
use mergemaker_protocol::{Account, PROTOCOL, Refusal, RefusalCode, TableId, ToClient, ToServer};
use tokio::sync::{Notify, mpsc, watch};

use crate::limit::{Bucket, Rate};
use crate::metrics;
use crate::room::{Command, Granted, SocketId, Wish, refuse};
use crate::rooms::Rooms;
use crate::time::now_ms;

/// How many messages may wait for a slow reader.
const MOST_WAITING: usize = 256;
/// How many tables one socket may follow.
const MOST_TABLES: usize = 50;
/// The longest message a client may send.
pub(crate) const MOST_BYTES: usize = 16 * 1024;
/// How long nothing may come from a client; a sign of life is asked for in between.
const SILENCE: Duration = Duration::from_mins(1);
/// How fast a client may write.
const RATE: Rate = Rate { at_once: 60, each_ms: 20 };

/// Where messages to one client wait.
#[derive(Clone)]
pub(crate) struct Outbox {
    messages: mpsc::Sender<Utf8Bytes>,
    given_up: Arc<Notify>,
}

impl Outbox {
    /// Sends a message; false when the client reads too slowly, and is given up.
    pub(crate) fn send(&self, message: Utf8Bytes) -> bool {
        let is_sent = self.messages.try_send(message).is_ok();
        if !is_sent {
            self.give_up();
        }
        is_sent
    }

    /// Ends the socket: the client may come back and tell the last number it knows.
    pub(crate) fn give_up(&self) {
        self.given_up.notify_one();
    }
}

/// A message as it is sent.
pub(crate) fn as_text(message: &ToClient) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

/// Serves one client until it goes, is silent too long, or the server ends.
pub(crate) async fn serve(
    socket: WebSocket,
    rooms: Rooms,
    you: Option<Account>,
    mut ending: watch::Receiver<bool>,
) {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let (messages, mut waiting) = mpsc::channel(MOST_WAITING);
    let given_up = Arc::new(Notify::new());
    let out = Outbox { messages, given_up: given_up.clone() };
    let mut client = Client {
        id: NEXT.fetch_add(1, Ordering::Relaxed),
        you,
        rooms,
        out: out.clone(),
        tables: HashSet::new(),
        bucket: Bucket::default(),
    };
    out.send(as_text(&ToClient::Hello { protocol: PROTOCOL, you: client.you.clone() }));
    let (mut sink, mut stream) = socket.split();
    let mut is_asked = false;
    loop {
        tokio::select! {
            message = waiting.recv() => {
                let Some(message) = message else { break };
                if sink.feed(Message::Text(message)).await.is_err() {
                    break;
                }
                // What waits already goes along, so that a burst is one write.
                while let Ok(message) = waiting.try_recv() {
                    if sink.feed(Message::Text(message)).await.is_err() {
                        break;
                    }
                }
                if sink.flush().await.is_err() {
                    break;
                }
            }
            message = tokio::time::timeout(SILENCE / 2, stream.next()) => match message {
                Ok(Some(Ok(message))) => {
                    is_asked = false;
                    match message {
                        Message::Text(text) => client.hear(&text).await,
                        Message::Binary(_) => client.refuse(None, None, unreadable()),
                        Message::Close(_) => break,
                        Message::Ping(_) | Message::Pong(_) => {}
                    }
                }
                Ok(Some(Err(_)) | None) => break,
                Err(_) if is_asked => break,
                Err(_) => {
                    is_asked = true;
                    if sink.send(Message::Ping(axum::body::Bytes::new())).await.is_err() {
                        break;
                    }
                }
            },
            () = given_up.notified() => {
                let frame = CloseFrame { code: 1013, reason: "come back and tell the last number you know".into() };
                let _ = tokio::time::timeout(Duration::from_secs(1), sink.send(Message::Close(Some(frame)))).await;
                break;
            }
            _ = ending.changed() => {
                let bye = ToClient::Bye { retry_ms: 2_000, message: "the server restarts: come back in a moment".into() };
                let _ = tokio::time::timeout(Duration::from_secs(1), sink.send(Message::Text(as_text(&bye)))).await;
                break;
            }
        }
    }
    client.go().await;
}

struct Client {
    id: SocketId,
    you: Option<Account>,
    rooms: Rooms,
    out: Outbox,
    tables: HashSet<TableId>,
    bucket: Bucket,
}

impl Client {
    async fn hear(&mut self, text: &str) {
        if !self.bucket.take(RATE, now_ms()) {
            return self.refuse(None, None, refuse(RefusalCode::TooMany, "too many messages: wait a moment"));
        }
        let message: ToServer = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(_) => return self.refuse(None, None, unreadable()),
        };
        match message {
            ToServer::Subscribe { table, since } => self.subscribe(table, since).await,
            ToServer::Unsubscribe { table } => {
                if self.tables.remove(&table) {
                    // A table that is not there is not followed any more, either.
                    let _ = self.rooms.send(&table, Command::Unsubscribe { socket: self.id }).await;
                }
            }
            ToServer::Decide { table, number, action } => {
                self.wish(table, Wish::Decide { number, action }).await;
            }
            ToServer::TakeBack { table, number } => self.wish(table, Wish::TakeBack { number }).await,
            ToServer::LeaveSeat { table } => self.wish(table, Wish::LeaveSeat).await,
            ToServer::ResumeSeat { table } => self.wish(table, Wish::ResumeSeat).await,
            ToServer::Pause { table, paused } => self.wish(table, Wish::Pause { paused }).await,
            ToServer::Chat { table, text } => self.wish(table, Wish::Chat { text }).await,
            ToServer::Ping { nonce } => drop(self.out.send(as_text(&ToClient::Pong { nonce }))),
        }
    }

    async fn subscribe(&mut self, table: TableId, since: Option<u64>) {
        if self.tables.len() >= MOST_TABLES && !self.tables.contains(&table) {
            let refusal = refuse(RefusalCode::TooMany, "too many tables at once: leave one first");
            return self.refuse(Some(table), None, refusal);
        }
        let person = self.you.as_ref().map(|you| you.person.clone());
        let command = Command::Subscribe { socket: self.id, person, since, out: self.out.clone() };
        match self.rooms.send(&table, command).await {
            Ok(()) => drop(self.tables.insert(table)),
            Err((refusal, number)) => self.refuse(Some(table), number, refusal),
        }
    }

    async fn wish(&mut self, table: TableId, wish: Wish) {
        let Some(you) = &self.you else {
            let refusal = refuse(RefusalCode::Unknown, "say who you are first: choose a name");
            return self.refuse(Some(table), None, refusal);
        };
        let is_decision = matches!(wish, Wish::Decide { .. });
        let asked = self.rooms.wish(&table, &you.person, wish);
        let granted = if is_decision { metrics::decision(asked).await } else { asked.await };
        match granted {
            Ok(Granted::Entry { number }) => {
                self.out.send(as_text(&ToClient::Accepted { table, number }));
            }
            Ok(Granted::Done | Granted::Rematch { .. }) => {}
            Err((refusal, number)) => self.refuse(Some(table), number, refusal),
        }
    }

    fn refuse(&self, table: Option<TableId>, number: Option<u64>, refusal: Refusal) {
        self.out.send(as_text(&ToClient::Refused { table, number, refusal }));
    }

    async fn go(self) {
        for table in &self.tables {
            let _ = self.rooms.send(table, Command::Unsubscribe { socket: self.id }).await;
        }
    }
}

fn unreadable() -> Refusal {
    refuse(RefusalCode::Unreadable, "the message cannot be read: see docs/PROTOCOL.md")
}
