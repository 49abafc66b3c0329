//! Starting and stopping the server.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::config::Config;
use crate::door::{self, Door};
use crate::files;
use crate::http::{App, router};
use crate::rooms::Rooms;
use crate::store::{Store, StoreError};

/// A running server.
pub struct Server {
    addr: SocketAddr,
    shutdown: watch::Sender<bool>,
    /// What goes on until the server stops.
    chores: Vec<JoinHandle<()>>,
    store: Store,
    /// Locks the data folder against a second server.
    _lock: Option<File>,
}

/// Why a server cannot start or has failed.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The data folder cannot be used.
    #[error("cannot write to {}: choose another folder with --data ({error})", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another server uses the same data folder.
    #[error("another server uses {}: stop it, or choose another folder with --data", folder.display())]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// The server cannot listen on the address.
    #[error("cannot listen on {addr}: choose another address with --addr ({error})")]
    Address {
        /// The address.
        addr: SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// The database does not respond or refuses the connection.
    #[error("cannot use {database}: {advice} ({why})")]
    Database {
        /// The database.
        database: String,
        /// What to do.
        advice: &'static str,
        /// Why.
        why: String,
    },
    /// The contents of the database cannot be used.
    #[error(transparent)]
    Store(StoreError),
    /// The network failed.
    #[error("the network failed: {0}")]
    Network(#[from] io::Error),
}

impl Server {
    /// Starts a server: listens, opens the database and resumes all running games.
    ///
    /// ```no_run
    /// # async fn example() -> Result<(), mergemaker_server::ServeError> {
    /// use mergemaker_server::{Config, Server};
    /// let config = Config::new("127.0.0.1:8080".parse().unwrap(), "data");
    /// let server = Server::start(config).await?;
    /// println!("http://{}", server.addr());
    /// server.end().await
    /// # }
    /// ```
    pub async fn start(config: Config) -> Result<Server, ServeError> {
        let files = files::raise_limit();
        let listener = door::listen(&config);
        let listener = listener.map_err(|error| ServeError::Address { addr: config.addr, error })?;
        let addr = listener.local_addr()?;
        let (store, lock) = match &config.database {
            Some(url) => (Store::open(url).await.map_err(external_failed)?, None),
            None => open_local(&config).await.map(|(store, lock)| (store, Some(lock)))?,
        };
        let config = Arc::new(config);
        let door = Arc::new(Door::new(config.clone(), files));
        let rooms = Rooms::new(store.clone(), config.clone(), door.refusals.clone());
        let (shutdown, stop) = watch::channel(false);
        let app = App::new(rooms.clone(), config, door.clone(), stop.clone());
        let most = door.most();
        let refusals = door.refusals.clone();
        let chores = vec![
            tokio::spawn(rooms.clone().wake_due_rooms()),
            tokio::spawn(rooms.sweep_hourly()),
            tokio::spawn(async move { refusals.log_regularly().await }),
        ];
        tokio::spawn(door::accept(listener, router(app), door, stop));
        tracing::info!(%addr, open_files = files, connections = most, "listening");
        Ok(Server { addr, shutdown, chores, store, _lock: lock })
    }

    /// The address it listens on.
    ///
    /// ```no_run
    /// # fn example(server: &mergemaker_server::Server) {
    /// println!("http://{}", server.addr());
    /// # }
    /// ```
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Shuts down gracefully within two seconds: finishes requests in flight and asks clients to reconnect.
    /// Whatever takes longer is given up: a decision is durable before it is sent to anyone.
    ///
    /// ```no_run
    /// # async fn example(server: mergemaker_server::Server) -> Result<(), mergemaker_server::ServeError> {
    /// server.end().await
    /// # }
    /// ```
    pub async fn end(self) -> Result<(), ServeError> {
        /// Requests and WebSockets have a second each, at the same time.
        const CONNECTIONS: Duration = Duration::from_millis(1_300);
        const DATABASE: Duration = Duration::from_millis(400);
        for chore in &self.chores {
            chore.abort();
        }
        let _ = self.shutdown.send(true);
        // Each connection holds a receiver until it has closed.
        let _ = tokio::time::timeout(CONNECTIONS, self.shutdown.closed()).await;
        let _ = tokio::time::timeout(DATABASE, self.store.close()).await;
        Ok(())
    }
}

/// Opens the SQLite database in the data folder, creating it if necessary.
async fn open_local(config: &Config) -> Result<(Store, File), ServeError> {
    let folder = config.data.clone();
    let failed = |error: io::Error| ServeError::Folder { folder: folder.clone(), error };
    make_private_folder(&folder).map_err(failed)?;
    let lock = fs::OpenOptions::new().write(true).create(true).truncate(false).open(folder.join("lock"));
    let lock = lock.map_err(failed)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(fs::TryLockError::WouldBlock) => return Err(ServeError::InUse { folder }),
        Err(fs::TryLockError::Error(error)) => return Err(failed(error)),
    }
    let file = folder.join("mergemaker.db");
    let advice = "put a backup in its place, or choose another folder with --data";
    let database = file.display().to_string();
    if !make_private_file(&file).map_err(failed)? {
        return Err(ServeError::Database { database, advice, why: "it is not a database".to_owned() });
    }
    let store = Store::open_file(&file).await.map_err(|error| database_failed(database, advice, error))?;
    Ok((store, lock))
}

/// Creates a folder that other users cannot read: the database contains the seeds of running games.
fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Creates a file that other users cannot read. Returns false if the file exists and is not an SQLite
/// database.
fn make_private_file(file: &Path) -> io::Result<bool> {
    const DATABASE: &[u8] = b"SQLite format 3\0";
    let mut options = fs::OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut begin = Vec::new();
    options.open(file)?.take(DATABASE.len() as u64).read_to_end(&mut begin)?;
    Ok(begin.is_empty() || begin == DATABASE)
}

/// The error for a database given by URL. The URL may contain a password, so it is not shown.
fn external_failed(error: StoreError) -> ServeError {
    let advice = "check the address given with --database, and that the database is running";
    database_failed("the database".to_owned(), advice, error)
}

/// Describes a database error without repeating its causes.
fn database_failed(database: String, advice: &'static str, error: StoreError) -> ServeError {
    let why = match error {
        StoreError::Database(sqlx::Error::PoolTimedOut) => "it does not respond".to_owned(),
        StoreError::Database(error) => error.to_string(),
        StoreError::Newer { .. } | StoreError::Unreadable { .. } => return ServeError::Store(error),
    };
    ServeError::Database { database, advice, why }
}
