//! The store: everything that lasts, in SQLite or PostgreSQL.
//!
//! Both speak the same statements: only TEXT and BIGINT, and nothing that one of them lacks. SQLite has one
//! connection that writes, so that nobody waits for a lock, and several that read.

mod chat;
mod migrate;
mod people;
mod results;
mod sweep;
mod tables;
#[cfg(test)]
mod tests;
mod transaction;

use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use sqlx::any::AnyPoolOptions;
use sqlx::{AnyPool, Row};

pub(crate) use people::SessionKind;
pub(crate) use results::{Finished, FinishedPlayer};
pub(crate) use tables::{Append, EntryRow, NewGame, TableRow};

/// The database.
#[derive(Clone)]
pub(crate) struct Store {
    read: AnyPool,
    write: AnyPool,
}

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It does not answer, or refuses.
    #[error("the database cannot be used: {0}")]
    Database(#[from] sqlx::Error),
    /// It was made by a newer version of this program.
    #[error(
        "the database is of version {found}, this program knows up to {known}: use a newer mergemaker, or another database"
    )]
    Newer {
        /// The version it has.
        found: i64,
        /// The newest version this program knows.
        known: i64,
    },
    /// What it holds cannot be read.
    #[error("the database holds something that cannot be read: {what}")]
    Unreadable {
        /// What.
        what: String,
    },
}

/// What every function of the store comes to.
pub(crate) type Result<T> = std::result::Result<T, StoreError>;

impl Store {
    /// Opens a SQLite file, which is made if it is not there.
    pub(crate) async fn open_file(path: &Path) -> Result<Store> {
        Store::open_sqlite(&format!("sqlite://{}?mode=rwc", escaped(path))).await
    }

    async fn open_sqlite(url: &str) -> Result<Store> {
        sqlx::any::install_default_drivers();
        let write = sqlite_pool(1).connect(url).await?;
        let read = sqlite_pool(4).connect(url).await?;
        let store = Store { read, write };
        store.migrate().await?;
        tokio::spawn(keep_log_short(store.read.clone()));
        Ok(store)
    }

    /// Opens a database by its address: `postgres://…` or `sqlite://…`.
    pub(crate) async fn open(url: &str) -> Result<Store> {
        if url.starts_with("sqlite://") {
            return Store::open_sqlite(&format!("{url}?mode=rwc")).await;
        }
        sqlx::any::install_default_drivers();
        let pool = postgres_pool().connect(url).await?;
        let store = Store { read: pool.clone(), write: pool };
        store.migrate().await?;
        Ok(store)
    }

    /// Whether the database answers, and soon.
    pub(crate) async fn is_well(&self) -> bool {
        const SOON: Duration = Duration::from_secs(2);
        let asking = sqlx::query("SELECT 1").execute(&self.write);
        tokio::time::timeout(SOON, asking).await.is_ok_and(|answer| answer.is_ok())
    }

    /// Ends all connections, once what is under way is done, or after a while.
    pub(crate) async fn close(&self) {
        const LONGEST: Duration = Duration::from_secs(5);
        let closing = async {
            self.write.close().await;
            self.read.close().await;
        };
        if tokio::time::timeout(LONGEST, closing).await.is_err() {
            tracing::warn!("the database did not let go of its connections in time");
        }
    }
}

/// Whether a text can be in the database at all: PostgreSQL takes every letter but this one, and fails when it
/// is asked for it.
fn can_be_kept(text: &str) -> bool {
    !text.contains('\0')
}

/// Plain data as it is kept.
fn as_json(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("plain data becomes JSON")
}

/// The path of a file as a part of an address, in which some letters mean something else.
fn escaped(path: &Path) -> String {
    path.display().to_string().replace('%', "%25").replace('?', "%3F").replace('#', "%23")
}

/// What the driver of PostgreSQL calls itself.
const POSTGRES: &str = "PostgreSQL";

fn postgres_pool() -> AnyPoolOptions {
    AnyPoolOptions::new().max_connections(8).acquire_timeout(Duration::from_secs(5)).after_connect(
        |connection, _| {
            Box::pin(async move {
                // Nobody waits for ever for a lock that a node holds which has gone.
                sqlx::query("SET statement_timeout = 15000").execute(&mut *connection).await?;
                Ok(())
            })
        },
    )
}

fn sqlite_pool(connections: u32) -> AnyPoolOptions {
    AnyPoolOptions::new().max_connections(connections).acquire_timeout(Duration::from_secs(5)).after_connect(
        |connection, _| {
            Box::pin(async move {
                // Durable at every commit, and readers never wait for the writer.
                for pragma in [
                    "PRAGMA journal_mode = WAL",
                    "PRAGMA synchronous = FULL",
                    "PRAGMA busy_timeout = 5000",
                    // No commit stops to move the log into the file: `keep_log_short` does. This is for a log
                    // that it cannot keep short.
                    "PRAGMA wal_autocheckpoint = 100000",
                    "PRAGMA foreign_keys = ON",
                ] {
                    sqlx::query(pragma).execute(&mut *connection).await?;
                }
                Ok(())
            })
        },
    )
}

/// Moves what SQLite has logged into its file, beside the commits, which then never wait for a large file to be
/// written. A log that grows all the same, since there is always something new at its end, is begun anew: that
/// holds up the commits, but only as long as it takes to move the little that is left.
async fn keep_log_short(pool: AnyPool) {
    const EVERY: Duration = Duration::from_secs(1);
    const LONG_PAGES: i64 = 4_000;
    while !pool.is_closed() {
        // What fails now is tried again; whether the store works, the commits tell.
        if let Ok(row) = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(&pool).await
            && row.try_get::<i64, _>("log").is_ok_and(|pages| pages > LONG_PAGES)
        {
            let _ = sqlx::query("PRAGMA wal_checkpoint(RESTART)").fetch_one(&pool).await;
        }
        tokio::select! {
            () = pool.close_event() => {}
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
