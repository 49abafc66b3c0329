//! The messages of the WebSocket.

use mergemaker_engine::{Action, Seat, View};
use mergemaker_record::LogEntry;
use serde::{Deserialize, Serialize};

use crate::{Account, Person, Refusal, TableId, TableInfo};

/// From a client to the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ToServer {
    /// Follow a table. With the last number known, only what was missed is sent.
    Subscribe {
        /// Which.
        table: TableId,
        /// The last number known.
        #[serde(default)]
        since: Option<u64>,
        /// The number of the last line of chat known: with `since`, the lines after it are sent too.
        #[serde(default)]
        chat_since: Option<u64>,
    },
    /// Follow it no more.
    Unsubscribe {
        /// Which.
        table: TableId,
    },
    /// Ask for a sign of life.
    Ping {
        /// Comes back.
        nonce: u64,
    },
    /// Ask something of a table.
    #[serde(untagged)]
    Request(TableRequest),
}

/// What a client asks of a table: the request's own fields, and `table`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableRequest {
    /// Of which table.
    pub table: TableId,
    /// What.
    #[serde(flatten)]
    pub request: Request,
}

/// What somebody asks of a table while its game is played. The room of the table answers it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Decide.
    Decide {
        /// The last number known when this was decided.
        number: u64,
        /// What.
        action: Action,
    },
    /// Take back the own last decision.
    TakeBack {
        /// The last number known.
        number: u64,
    },
    /// Let a bot play on in the own seat.
    LeaveSeat {},
    /// Take the own seat back from the bot.
    ResumeSeat {},
    /// Ask to be asked which dead tiles to exchange, or no longer.
    AskAboutDeadTiles {
        /// Whether to ask.
        ask: bool,
    },
    /// Agree to pause the game, or to go on; or not any more.
    Pause {
        /// Whether the game should be paused.
        paused: bool,
    },
    /// Write to those at the table.
    Chat {
        /// What.
        text: String,
    },
}

impl Request {
    /// The message that asks this of a table.
    #[must_use]
    pub fn at(self, table: &TableId) -> ToServer {
        ToServer::Request(TableRequest { table: table.clone(), request: self })
    }
}

/// From the server to a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToClient {
    /// The first message.
    Hello {
        /// The version of the messages.
        protocol: u32,
        /// Who the client is.
        you: Option<Account>,
    },
    /// A table as it is now.
    Snapshot(Box<Snapshot>),
    /// One entry of a game's log, and what followed from it.
    Update(Box<Update>),
    /// Something about a table changed beside its game.
    Table {
        /// The table.
        table: Box<TableInfo>,
    },
    /// Somebody wrote.
    Chat {
        /// At which table.
        table: TableId,
        /// What.
        line: ChatLine,
    },
    /// A decision, or what else was asked for, is done, and durable.
    Accepted {
        /// At which table.
        table: TableId,
        /// The number it got.
        number: u64,
    },
    /// Something was not done.
    Refused {
        /// At which table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<TableId>,
        /// The last number of the game now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u64>,
        /// Why.
        #[serde(flatten)]
        refusal: Refusal,
    },
    /// A sign of life.
    Pong {
        /// The one that was sent.
        nonce: u64,
    },
    /// The server goes; come back after a while.
    Bye {
        /// How long to wait, in milliseconds.
        retry_ms: u32,
        /// Why.
        message: String,
    },
}

/// A table as it is now, for one viewer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The table.
    pub table: TableInfo,
    /// The viewer's place.
    pub seat: Option<Seat>,
    /// The last number of the log.
    pub number: u64,
    /// What the viewer may know of the game, once it runs.
    pub view: Option<View>,
    /// Every event so far, as the viewer may see it, and what it brought.
    pub events: Vec<LogEntry>,
    /// Whether the viewer may take back the last decision.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub can_take_back: bool,
    /// The players' time.
    pub clocks: Clocks,
    /// What was written last.
    pub chat: Vec<ChatLine>,
}

/// One entry of a game's log, for one viewer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Update {
    /// At which table.
    pub table: TableId,
    /// The number of the entry.
    pub number: u64,
    /// How many events there were before: after a decision was taken back, fewer than the client has.
    pub first_event: usize,
    /// The events that followed, as the viewer may see them, and what they brought.
    pub events: Vec<LogEntry>,
    /// What the viewer may know now.
    pub view: View,
    /// Whether the viewer may take back the last decision.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub can_take_back: bool,
    /// The players' time.
    pub clocks: Clocks,
}

/// The players' time.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Clocks {
    /// What each player has left, in milliseconds, as it was when the message was sent; none without a clock.
    pub left_ms: Vec<Option<i64>>,
    /// Whose time runs.
    pub running: Option<Seat>,
    /// How long the player who is asked about dead tiles still has, in milliseconds, as it was when the message was
    /// sent; none while nobody is asked. During a pause it stands still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchange_ms: Option<i64>,
}

/// A line of the chat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ChatLine {
    /// Its number at the table, from 1.
    pub number: u64,
    /// Who wrote.
    pub person: Person,
    /// What.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

#[cfg(test)]
mod tests;
