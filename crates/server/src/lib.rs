//! The server: people and bots at tables, over HTTP and WebSockets. It loses nothing, and lets nobody cheat.
//!
//! A decision is checked by the engine, written down, and only then told. What a room holds in memory can be
//! made anew from its log at any time.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_wrap,
    reason = "counts of rows, seats and ratings are small"
)]

mod config;
mod course;
mod http;
mod journal;
mod limit;
mod metrics;
mod name;
mod room;
mod rooms;
mod secret;
mod serve;
mod socket;
mod store;
mod time;

pub use config::Config;
pub use serve::{ServeError, Server};
pub use store::StoreError;
