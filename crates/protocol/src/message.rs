//! The messages of the WebSocket.

use mergemaker_engine::{Action, Seat, View};
use mergemaker_record::LogEntry;
use serde::{Deserialize, Serialize};

use crate::{Account, Person, Refusal, TableId, TableInfo};

/// A message from a client to the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ToServer {
    /// Follow a table. With the last number you know, only what you missed is sent.
    Subscribe {
        /// The table.
        table: TableId,
        /// The last log number you know.
        #[serde(default)]
        since: Option<u64>,
        /// The last chat line you know. With `since`, only later lines are sent.
        #[serde(default)]
        chat_since: Option<u64>,
    },
    /// Stop following a table.
    Unsubscribe {
        /// The table.
        table: TableId,
    },
    /// Check that the connection is alive.
    Ping {
        /// Returned in the answer.
        nonce: u64,
    },
    /// Send a request to a table.
    #[serde(untagged)]
    Request(TableRequest),
}

/// A request to a table: the request's own fields, and `table`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableRequest {
    /// The table.
    pub table: TableId,
    /// The request.
    #[serde(flatten)]
    pub request: Request,
}

/// A request to a table while its game is played. The table's room replies.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Make a decision.
    Decide {
        /// The last log number you knew when you decided.
        number: u64,
        /// The action.
        action: Action,
    },
    /// Take back your last decision.
    TakeBack {
        /// The last log number you know.
        number: u64,
    },
    /// Leave your seat to a bot.
    LeaveSeat {},
    /// Take your seat back from the bot.
    ResumeSeat {},
    /// Choose whether you are asked which dead tiles to exchange.
    AskAboutDeadTiles {
        /// Whether to ask.
        ask: bool,
    },
    /// Vote to let a bot play for a player who is away, in a game without a clock.
    LetBotPlay {
        /// The seat of the player who is away.
        seat: Seat,
        /// Whether you agree.
        agree: bool,
    },
    /// Vote to pause or resume the game.
    Pause {
        /// Whether you want the game to be paused.
        paused: bool,
    },
    /// Send a chat message to the table.
    Chat {
        /// The message.
        text: String,
    },
}

impl Request {
    /// Wraps the request in a message to a table.
    #[must_use]
    pub fn at(self, table: &TableId) -> ToServer {
        ToServer::Request(TableRequest { table: table.clone(), request: self })
    }

    /// The request's name in messages.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Request::Decide { .. } => "decide",
            Request::TakeBack { .. } => "take_back",
            Request::LeaveSeat {} => "leave_seat",
            Request::ResumeSeat {} => "resume_seat",
            Request::AskAboutDeadTiles { .. } => "ask_about_dead_tiles",
            Request::Pause { .. } => "pause",
            Request::LetBotPlay { .. } => "let_bot_play",
            Request::Chat { .. } => "chat",
        }
    }
}

/// A message from the server to a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToClient {
    /// The first message.
    Hello {
        /// The version of the messages.
        protocol: u32,
        /// The client's account, if logged in.
        you: Option<Account>,
    },
    /// The current state of a table.
    Snapshot(Box<Snapshot>),
    /// One entry of a game's log, with its effects.
    Update(Box<Update>),
    /// A table changed in something other than its game.
    Table {
        /// The table.
        table: Box<TableInfo>,
    },
    /// A chat message.
    Chat {
        /// The table.
        table: TableId,
        /// The message.
        line: ChatLine,
    },
    /// A request was carried out and stored.
    Accepted {
        /// The table.
        table: TableId,
        /// The log number it got.
        number: u64,
    },
    /// A request was refused.
    Refused {
        /// The table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<TableId>,
        /// The game's last log number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u64>,
        /// The reason.
        #[serde(flatten)]
        refusal: Refusal,
    },
    /// The answer to a ping.
    Pong {
        /// The nonce of the ping.
        nonce: u64,
    },
    /// The server is shutting down: reconnect later.
    Bye {
        /// How long to wait, in milliseconds.
        retry_ms: u32,
        /// The reason.
        message: String,
    },
}

/// The state of a table, for one viewer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The table.
    pub table: TableInfo,
    /// The viewer's seat.
    pub seat: Option<Seat>,
    /// The last number of the log.
    pub number: u64,
    /// What the viewer may know of the game, once it has started.
    pub view: Option<View>,
    /// Every event so far as the viewer may see it, with its effects.
    pub events: Vec<LogEntry>,
    /// Whether the viewer may take back the last decision.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub can_take_back: bool,
    /// The players' clocks.
    pub clocks: Clocks,
    /// The latest chat messages.
    pub chat: Vec<ChatLine>,
}

/// One entry of a game's log, for one viewer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Update {
    /// The table.
    pub table: TableId,
    /// The number of the entry.
    pub number: u64,
    /// The number of events before this entry. After a takeback it is smaller than what the client has.
    pub first_event: usize,
    /// The entry's events as the viewer may see them, with their effects.
    pub events: Vec<LogEntry>,
    /// What the viewer may now know of the game.
    pub view: View,
    /// Whether the viewer may take back the last decision.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub can_take_back: bool,
    /// The players' clocks.
    pub clocks: Clocks,
}

/// The players' clocks.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Clocks {
    /// Each player's remaining time in milliseconds when the message was sent; none without a clock.
    pub left_ms: Vec<Option<i64>>,
    /// The player whose clock is running.
    pub running: Option<Seat>,
    /// The remaining time, in milliseconds when the message was sent, of the player who is asked about dead
    /// tiles; none if nobody is. It stops during a pause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchange_ms: Option<i64>,
}

/// A chat message.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ChatLine {
    /// Its number at the table, from 1.
    pub number: u64,
    /// Its author.
    pub person: Person,
    /// Its text.
    pub text: String,
    /// Its time, in milliseconds since 1970.
    pub at: i64,
}

#[cfg(test)]
mod tests;
