//! The store: everything that lasts, in SQLite or PostgreSQL.
//!
//! Both speak the same statements: only TEXT and BIGINT, and nothing that one of them lacks. SQLite has one
//! connection that writes, so that nobody waits for a lock, and several that read.

mod chat;
mod migrate;
mod people;
mod results;
mod tables;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::time::Duration;

use sqlx::AnyPool;
use sqlx::any::AnyPoolOptions;

pub(crate) use people::SessionKind;
pub(crate) use results::{Finished, FinishedPlayer, PastGame, Rated};
pub(crate) use tables::{Append, NewGame, TableRow};

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
        sqlx::any::install_default_drivers();
        let url = format!("sqlite://{}?mode=rwc", path.display());
        let write = sqlite_pool(1).connect(&url).await?;
        let read = sqlite_pool(4).connect(&url).await?;
        let store = Store { read, write };
        store.migrate().await?;
        Ok(store)
    }

    /// Opens a database by its address: `postgres://…` or `sqlite://…`.
    pub(crate) async fn open(url: &str) -> Result<Store> {
        sqlx::any::install_default_drivers();
        if let Some(path) = url.strip_prefix("sqlite://") {
            return Store::open_file(Path::new(path)).await;
        }
        let pool = AnyPoolOptions::new().max_connections(8).acquire_timeout(Duration::from_secs(5));
        let pool = pool.connect(url).await?;
        let store = Store { read: pool.clone(), write: pool };
        store.migrate().await?;
        Ok(store)
    }

    /// Whether the database answers.
    pub(crate) async fn is_well(&self) -> bool {
        sqlx::query("SELECT 1").execute(&self.write).await.is_ok()
    }

    /// Ends all connections, once what is under way is done.
    pub(crate) async fn close(&self) {
        self.write.close().await;
        self.read.close().await;
    }
}

/// Whether a text can be in the database at all: PostgreSQL takes every letter but this one, and fails when it
/// is asked for it.
fn can_be_kept(text: &str) -> bool {
    !text.contains('\0')
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
                    "PRAGMA foreign_keys = ON",
                ] {
                    sqlx::query(pragma).execute(&mut *connection).await?;
                }
                Ok(())
            })
        },
    )
}
