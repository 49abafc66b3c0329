//! The messages between clients and the server, as plain data.
//!
//! Over the WebSocket, [`ToServer`] goes one way and [`ToClient`] the other. Every entry of a game's log has
//! a number; a client that reconnects sends the last one it knows and gets exactly what it missed.
//!
//! Over REST, each request is an [`Endpoint`], declared in [`api`]; [`call()`] sends one.
//!
//! ```
//! use mergemaker_engine::Action;
//! use mergemaker_protocol::{Request, TableRequest, ToServer};
//!
//! let text = r#"{"type":"decide","table":"0qjh7fp0xuuehq40","number":12,"action":{"kind":"place","tile":"7C"}}"#;
//! let ToServer::Request(TableRequest { request, .. }) = serde_json::from_str(text)? else { panic!() };
//! let action = Action::Place { tile: "7C".parse()? };
//! assert_eq!(request, Request::Decide { number: 12, action });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod api;
mod call;
#[cfg(feature = "schema")]
mod describe;
mod endpoint;
mod game;
mod host;
mod message;
mod page;
mod person;
mod refusal;
mod site;
mod table;

#[cfg(feature = "native")]
pub use call::Native;
pub use call::{Call, CallError, Received, Transport, call, query_text};
#[cfg(feature = "schema")]
pub use describe::openapi;
pub use endpoint::{ALWAYS_POSSIBLE, Caller, Described, Endpoint, Form, Method, Payload, Segment, refusals};
pub use game::{
    FOUND_AT_A_TIME, FoundGame, FoundPlayer, GameSearch, PAST_IN_PROFILE, PastGame, Rated, Statistics,
};
pub use host::{MOST_REFUSED_OFFERS, Probe, Takebacks, probe};
pub use message::{ChatLine, Clocks, Request, Snapshot, TableRequest, ToClient, ToServer, Update};
pub use page::{Cursor, ITEMS_PER_PAGE, MOST_PER_PAGE, Page, PageQuery};
pub use person::{Account, NewToken, Person, PersonId, Profile, Scope, Session, SessionId, Token, TokenId};
pub use refusal::{Refusal, RefusalCode};
pub use site::Site;
pub use table::{
    Away, CODE_LENGTH, Clock, EXCHANGE_MS, ListedTable, Memory, NewTable, Occupant, Presence, Reservation,
    SeatInfo, Settings, Switch, TABLE_ID_LENGTH, TableId, TableInfo, TableState, Visibility,
};

/// The version of the messages. It grows with every change that older clients cannot ignore.
pub const PROTOCOL: u32 = 3;

/// The name of the session cookie.
pub const SESSION_COOKIE: &str = "mergemaker_session";

/// The name of the session cookie of a server with TLS: browsers let only that server set it.
pub const SECURE_SESSION_COOKIE: &str = "__Host-mergemaker_session";

/// The close code of a WebSocket whose session has ended.
pub const LOGGED_OUT: u16 = 4401;
