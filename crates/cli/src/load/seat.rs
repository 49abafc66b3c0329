//! One client: a guest with a socket.

use std::sync::Arc;

use futures_util::{FutureExt as _, SinkExt as _, StreamExt as _};
use mergemaker_engine::View;
use mergemaker_protocol::{Native, RefusalCode, TableId, ToServer};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio_tungstenite::tungstenite::{self, Message, Utf8Bytes};

use super::server::Stream;

/// A guest with a socket.
pub(super) struct Seat {
    pub(super) who: Arc<Native>,
    stream: Stream,
    /// The last message with a view of the game.
    last: Option<Utf8Bytes>,
}

/// Why a game was aborted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// The server refused a message.
    Refused { message: String },
    /// A socket was closed or received an unreadable message.
    Closed { message: String },
    /// A decision did not reach every player in time.
    Late,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Refused { message } => write!(f, "the server refused: {message}"),
            Fault::Closed { message } => write!(f, "a socket was closed: {message}"),
            Fault::Late => f.write_str("a decision did not reach every player in time"),
        }
    }
}

impl std::error::Error for Fault {}

/// The result of waiting for an update.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Received {
    /// It arrived.
    View,
    /// The client sent too fast and must resend.
    TooFast,
}

/// The fields common to messages. The rest is parsed only when needed.
#[derive(Deserialize)]
struct Header<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    number: Option<u64>,
    #[serde(borrow)]
    table: Option<&'a RawValue>,
    #[serde(borrow)]
    view: Option<&'a RawValue>,
    code: Option<RefusalCode>,
    #[serde(borrow)]
    message: Option<&'a RawValue>,
}

impl Seat {
    pub(super) fn new(who: Native, stream: Stream) -> Seat {
        Seat { who: Arc::new(who), stream, last: None }
    }

    /// Sends a message.
    pub(super) async fn send(&mut self, message: &ToServer) -> Result<(), Fault> {
        let text = serde_json::to_string(message).map_err(|error| closed(&error))?;
        self.stream.send(Message::text(text)).await.map_err(|error| closed(&error))
    }

    /// Waits for the first snapshot of the table's running game.
    pub(super) async fn until_snapshot(&mut self, table: &TableId) -> Result<(), Fault> {
        loop {
            let text = self.receive().await?;
            let header = read(&text)?;
            let is_it = header.kind == "snapshot"
                && header.table.is_some_and(|info| info.get().contains(&table.0))
                && header.view.is_some_and(|view| view.get() != "null");
            if header.kind == "refused" {
                return Err(refused(&header));
            }
            if is_it {
                self.last = Some(text);
                return Ok(());
            }
        }
    }

    /// Waits for the update with this number.
    pub(super) async fn until(&mut self, table: &TableId, number: u64) -> Result<Received, Fault> {
        loop {
            let text = self.receive().await?;
            let header = read(&text)?;
            match header.kind {
                "update" if header.number == Some(number) && is_id(header.table, table) => {
                    self.last = Some(text);
                    return Ok(Received::View);
                }
                "refused" if header.code == Some(RefusalCode::TooMany) => return Ok(Received::TooFast),
                "refused" => return Err(refused(&header)),
                "bye" => return Err(Fault::Closed { message: "the server is shutting down".to_owned() }),
                _ => {}
            }
        }
    }

    /// The player's current view.
    pub(super) fn view(&self) -> Result<View, Fault> {
        let text = self.last.as_deref().unwrap_or("{}");
        let view = read(text)?.view.ok_or_else(|| closed(&"an update has no view"))?;
        serde_json::from_str(view.get()).map_err(|error| closed(&error))
    }

    /// Reads pending messages without waiting, which answers pings.
    pub(super) fn answer_pings(&mut self) -> Result<(), Fault> {
        while let Some(message) = self.stream.next().now_or_never() {
            opened(message)?;
        }
        Ok(())
    }

    async fn receive(&mut self) -> Result<Utf8Bytes, Fault> {
        loop {
            if let Message::Text(text) = opened(self.stream.next().await)? {
                return Ok(text);
            }
        }
    }
}

fn opened(message: Option<tungstenite::Result<Message>>) -> Result<Message, Fault> {
    match message {
        Some(Ok(Message::Close(frame))) => {
            let why = frame.map_or_else(|| "no reason given".to_owned(), |frame| frame.reason.to_string());
            Err(Fault::Closed { message: why })
        }
        Some(Ok(message)) => Ok(message),
        Some(Err(error)) => Err(closed(&error)),
        None => Err(closed(&"the server is gone")),
    }
}

fn read(text: &str) -> Result<Header<'_>, Fault> {
    serde_json::from_str(text).map_err(|error| closed(&error))
}

fn closed(error: &dyn std::fmt::Display) -> Fault {
    Fault::Closed { message: error.to_string() }
}

fn refused(header: &Header<'_>) -> Fault {
    let message = header.message.map_or("\"no reason given\"", RawValue::get);
    Fault::Refused { message: serde_json::from_str(message).unwrap_or_default() }
}

/// Whether a field is the id of this table.
fn is_id(written: Option<&RawValue>, table: &TableId) -> bool {
    written.is_some_and(|written| written.get().trim_matches('"') == table.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_common_fields_are_parsed() {
        let text =
            r#"{"type":"update","table":"ab","number":7,"first_event":3,"events":[{}],"view":{"a":1}}"#;
        let header = read(text).unwrap();
        assert_eq!((header.kind, header.number), ("update", Some(7)));
        assert!(is_id(header.table, &TableId("ab".to_owned())));
        assert_eq!(header.view.unwrap().get(), r#"{"a":1}"#);
        let text =
            r#"{"type":"refused","table":"ab","number":1,"code":"stale","message":"say \"it\" again"}"#;
        assert_eq!(refused(&read(text).unwrap()), Fault::Refused { message: "say \"it\" again".to_owned() });
        assert!(read("{}").is_err());
    }
}
