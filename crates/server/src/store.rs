//! The store: all persistent data, in SQLite or PostgreSQL.
//!
//! Both use the same SQL: only TEXT and BIGINT, and only features that both have. SQLite has one connection
//! for writing, so that writers never wait for a lock, and several for reading.

pub(crate) mod backup;
mod chat;
mod keys;
mod lobby;
mod migrate;
mod nodes;
mod people;
mod results;
mod seats;
mod sessions;
mod snapshots;
mod sweep;
mod tables;
#[cfg(test)]
mod tests;
mod transaction;

use std::path::Path;
use std::time::Duration;

use mergemaker_protocol::{Cursor, ITEMS_PER_PAGE, MOST_PER_PAGE, Page};
use serde::Serialize;
use sqlx::any::AnyPoolOptions;
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyPool, Connection as _, Row};

use crate::place::{Place, escaped};

pub(crate) use lobby::{Opened, Opening};
pub(crate) use migrate::{FIND_VERSION, NODES_VERSION, VERSION};
pub(crate) use nodes::Node;
pub(crate) use results::{Finished, FinishedPlayer};
pub(crate) use seats::SeatsRow;
pub(crate) use sessions::{NewSession, SessionKind};
pub(crate) use tables::{Append, EntryRow, NewGame, RefusedOffers, TableRow};

/// The database.
#[derive(Clone)]
pub(crate) struct Store {
    read: AnyPool,
    write: AnyPool,
}

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It does not respond, or refuses a query.
    #[error("the database cannot be used: {0}")]
    Database(#[from] sqlx::Error),
    /// It was created by a newer version of this program.
    #[error(
        "the database has version {found}, but this program supports up to {known}: use a newer mergemaker, or another database"
    )]
    Newer {
        /// The version it has.
        found: i64,
        /// The newest version this program supports.
        known: i64,
    },
    /// It contains data that cannot be read.
    #[error("the database contains data that cannot be read: {what}")]
    Unreadable {
        /// The data.
        what: String,
    },
}

/// The result of a store operation.
pub(crate) type Result<T> = std::result::Result<T, StoreError>;

impl Store {
    /// Connects to a database without changing its version. Creates a missing SQLite file.
    pub(crate) async fn connect(place: &Place) -> Result<Store> {
        sqlx::any::install_default_drivers();
        match place {
            Place::Postgres(url) => {
                let pool = postgres_pool().connect(url).await?;
                Ok(Store { read: pool.clone(), write: pool })
            }
            Place::Folder(_) | Place::File(_) => {
                let url = format!("sqlite://{}?mode=rwc", escaped(&place.file().unwrap_or_default()));
                let write = sqlite_pool(1).connect(&url).await?;
                let read = sqlite_pool(4).connect(&url).await?;
                tokio::spawn(checkpoint_wal(read.clone()));
                Ok(Store { read, write })
            }
        }
    }

    /// Opens an SQLite file, creating it if necessary.
    #[cfg(test)]
    pub(crate) async fn open_file(path: &Path) -> Result<Store> {
        Store::open_place(&Place::File(path.to_owned())).await
    }

    /// Opens a database by its URL: `postgres://…` or `sqlite://…`.
    #[cfg(test)]
    pub(crate) async fn open(url: &str) -> Result<Store> {
        Store::open_place(&Place::new(Path::new(""), Some(url))).await
    }

    #[cfg(test)]
    async fn open_place(place: &Place) -> Result<Store> {
        let store = Store::connect(place).await?;
        store.migrate().await?;
        Ok(store)
    }

    /// What is wrong with the structure of an SQLite database. Reads all of it, apart from the order of its
    /// indexes. PostgreSQL checks what it reads by itself.
    pub(crate) async fn damage(&self) -> Result<Option<String>> {
        if self.is_postgres().await? { Ok(None) } else { damage(&self.read, QUICK_CHECK).await }
    }

    /// One connection, for questions that only one kind of database understands.
    pub(crate) async fn connection(&self) -> Result<PoolConnection<Any>> {
        Ok(self.read.acquire().await?)
    }

    /// Whether the database is PostgreSQL.
    async fn is_postgres(&self) -> Result<bool> {
        Ok(self.read.acquire().await?.backend_name() == POSTGRES)
    }

    /// The connections for writing, to break something in a test.
    #[cfg(test)]
    pub(crate) fn writer(&self) -> &AnyPool {
        &self.write
    }

    /// Closes all connections once pending operations finish, or after a timeout.
    pub(crate) async fn close(&self) {
        const LONGEST: Duration = Duration::from_secs(5);
        let closing = async {
            self.write.close().await;
            self.read.close().await;
        };
        if tokio::time::timeout(LONGEST, closing).await.is_err() {
            tracing::warn!("the database connections did not close in time");
        }
    }
}

/// Which part of a list to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    /// The place after which it begins; none for the beginning of the list.
    place: Option<(i64, String)>,
    limit: u8,
}

impl Window {
    /// The beginning of a list.
    pub(crate) fn first(limit: u8) -> Window {
        Window { place: None, limit }
    }

    /// The part after a cursor. None if there is no such part: the cursor is not one of ours, or the limit is out of
    /// range.
    pub(crate) fn after(before: Option<&Cursor>, limit: Option<u8>) -> Option<Window> {
        let place = match before {
            None => None,
            Some(cursor) => {
                let (number, id) = cursor.place()?;
                Some((number, id.to_owned())).filter(|_| is_storable(id))
            }
        };
        let limit = limit.unwrap_or(ITEMS_PER_PAGE);
        let is_valid = place.is_some() == before.is_some() && (1..=MOST_PER_PAGE).contains(&limit);
        is_valid.then_some(Window { place, limit })
    }

    /// The place after which it begins, in a list that begins with the largest number.
    fn after_newest(&self) -> (i64, &str) {
        self.place.as_ref().map_or((i64::MAX, ""), |(number, id)| (*number, id))
    }

    /// The place after which it begins, in a list that begins with the smallest number.
    fn after_oldest(&self) -> (i64, &str) {
        self.place.as_ref().map_or((i64::MIN, ""), |(number, id)| (*number, id))
    }

    /// The number of rows to read: one more, to know whether there is a next page.
    fn rows(&self) -> i64 {
        i64::from(self.limit) + 1
    }

    /// The page of these items, read as many as [`Window::rows`].
    fn page<T>(&self, items: Vec<T>, place: impl FnOnce(&T) -> Cursor) -> Page<T> {
        Page::cut(items, self.limit.into(), place)
    }
}

/// Whether a text can be stored: PostgreSQL rejects NUL characters, even in queries.
fn is_storable(text: &str) -> bool {
    !text.contains('\0')
}

/// The JSON of plain data.
fn as_json(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("plain data becomes JSON")
}

/// What is wrong with an SQLite file that nothing uses yet, as [`Store::damage`] finds it.
pub(crate) async fn damage_at_start(file: &Path) -> Result<Option<String>> {
    let mut database = match backup::connect(file).await {
        Ok(database) => database,
        Err(sqlx::Error::Database(error)) if is_damage(&*error) => {
            return Ok(Some(error.message().to_owned()));
        }
        Err(error) => return Err(error.into()),
    };
    let found = damage(&mut database, QUICK_CHECK).await;
    database.close().await?;
    found
}

const QUICK_CHECK: &str = "PRAGMA quick_check(1)";

/// What a check of an SQLite database finds wrong.
pub(crate) async fn damage<'c>(
    database: impl sqlx::AnyExecutor<'c>,
    check: &'static str,
) -> Result<Option<String>> {
    match sqlx::query_scalar::<_, String>(check).fetch_one(database).await {
        // What is wrong may come after a heading.
        Ok(found) => Ok(Some(found.replace('\n', " ")).filter(|found| found != "ok")),
        Err(sqlx::Error::Database(error)) if is_damage(&*error) => Ok(Some(error.message().to_owned())),
        Err(error) => Err(error.into()),
    }
}

/// Whether SQLite reports a file that is malformed or no database.
fn is_damage(error: &dyn sqlx::error::DatabaseError) -> bool {
    error.code().is_some_and(|code| {
        ["11", "26"].contains(&&*code) || code.parse().is_ok_and(|code: u32| code & 0xff == 11)
    })
}

/// The name of the PostgreSQL driver.
const POSTGRES: &str = "PostgreSQL";

fn postgres_pool() -> AnyPoolOptions {
    AnyPoolOptions::new().max_connections(8).acquire_timeout(Duration::from_secs(5)).after_connect(
        |connection, _| {
            Box::pin(async move {
                // Do not wait forever for a lock held by a server that has died.
                sqlx::query("SET statement_timeout = 15000").execute(&mut *connection).await?;
                // A decision that was accepted is on the disk, whatever the database's own settings say.
                sqlx::query("SET synchronous_commit = on").execute(&mut *connection).await?;
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
                    // Commits do not checkpoint the WAL: `checkpoint_wal` does. This is the fallback for when
                    // it cannot keep up.
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

/// Checkpoints the write-ahead log in the background, so that commits never wait for it. If the log grows
/// anyway because it always has new pages at its end, restarts it: that blocks commits, but only while the
/// few remaining pages are moved.
async fn checkpoint_wal(pool: AnyPool) {
    const EVERY: Duration = Duration::from_secs(1);
    const LONG_PAGES: i64 = 4_000;
    while !pool.is_closed() {
        // Ignore failures: they are retried, and commits report whether the store works.
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
