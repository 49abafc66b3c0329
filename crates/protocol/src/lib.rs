//! What clients and the server say to each other: the messages of the WebSocket and the bodies of the REST
//! interface, as plain data.
//!
//! [`ToServer`] goes one way, [`ToClient`] the other. Every entry of a game's log has a number; a client that
//! comes back tells the last one it knows and gets exactly what it missed.

mod game;
mod message;
mod person;
mod refusal;
mod table;

pub use game::{
    FOUND_AT_A_TIME, FoundGame, FoundPlayer, GameSearch, PAST_AT_A_TIME, PAST_IN_PROFILE, PastGame, Rated,
    Statistics,
};
pub use message::{ChatLine, Clocks, Snapshot, ToClient, ToServer, Update};
pub use person::{Account, NewToken, Person, PersonId, Profile, Token};
pub use refusal::{Refusal, RefusalCode};
pub use table::{
    CODE_LENGTH, Clock, EXCHANGE_MS, ListedTable, Memory, NewTable, Occupant, Presence, SeatInfo, Settings,
    TABLE_ID_LENGTH, TableId, TableInfo, TableState, Visibility,
};

/// The version of the messages; it grows when something changes that an older client cannot pass over.
pub const PROTOCOL: u32 = 2;

/// With which code the server closes a socket whose session has ended.
pub const LOGGED_OUT: u16 = 4401;
