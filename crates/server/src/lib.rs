//! The game server: people and bots play at tables, over HTTP and WebSockets. No accepted decision is lost,
//! and nobody sees hidden information.
//!
//! A decision is checked by the engine, made durable, and only then sent to anyone. A room's state can be
//! rebuilt from its log at any time.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_wrap,
    reason = "counts of rows, seats and ratings are small"
)]

mod config;
mod course;
mod doctor;
mod door;
mod files;
mod heartbeat;
mod http;
mod journal;
mod limit;
mod metrics;
mod name;
mod place;
mod refusals;
mod room;
mod rooms;
mod secret;
mod serve;
mod socket;
mod store;
mod thinking;
mod time;

pub use config::{Config, Limit, Limits, LogAddresses, Network, NotANetwork, NotAnOrigin, Origin};
pub use doctor::{Finding, Grade, examine};
pub use mergemaker_protocol::Site;
pub use place::{Place, PlaceError};
pub use serve::{ServeError, Server};
pub use store::StoreError;
pub use store::backup::{Backup, BackupError, Restored, backup, restore};
pub use time::utc;
