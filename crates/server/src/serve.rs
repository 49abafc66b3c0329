//! Starting and stopping the server.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::config::Config;
use crate::http::{App, router};
use crate::rooms::Rooms;
use crate::store::{Store, StoreError};

/// A running server.
pub struct Server {
    addr: SocketAddr,
    shutdown: watch::Sender<bool>,
    serving: JoinHandle<io::Result<()>>,
    due: JoinHandle<()>,
    sweep: JoinHandle<()>,
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
        let listener = TcpListener::bind(config.addr).await;
        let listener = listener.map_err(|error| ServeError::Address { addr: config.addr, error })?;
        let addr = listener.local_addr()?;
        let (store, lock) = match &config.database {
            Some(url) => (Store::open(url).await.map_err(external_failed)?, None),
            None => open_local(&config).await.map(|(store, lock)| (store, Some(lock)))?,
        };
        let rooms = Rooms::new(store.clone(), &config.limits);
        let due = tokio::spawn(rooms.clone().wake_due_rooms());
        let sweep = tokio::spawn(rooms.clone().sweep_hourly());
        let (shutdown, mut ended) = watch::channel(false);
        let app = App::new(rooms, config, ended.clone());
        let service = router(app).into_make_service_with_connect_info::<SocketAddr>();
        let serving = tokio::spawn(async move {
            let wait = async move {
                // An error means that the sender is gone, which also ends the server.
                let _ = ended.changed().await;
            };
            // Messages are small and latency matters: do not delay them to fill packets.
            let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
            axum::serve(listener, service).with_graceful_shutdown(wait).await
        });
        tracing::info!(%addr, "listening");
        Ok(Server { addr, shutdown, serving, due, sweep, store, _lock: lock })
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

    /// Shuts down gracefully: finishes requests in flight and asks clients to reconnect.
    ///
    /// ```no_run
    /// # async fn example(server: mergemaker_server::Server) -> Result<(), mergemaker_server::ServeError> {
    /// server.end().await
    /// # }
    /// ```
    pub async fn end(self) -> Result<(), ServeError> {
        const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
        self.due.abort();
        self.sweep.abort();
        let _ = self.shutdown.send(true);
        let ended = tokio::time::timeout(SHUTDOWN_TIMEOUT, self.serving).await;
        // The graceful shutdown does not wait for WebSockets. Each holds a receiver until it has closed.
        let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, self.shutdown.closed()).await;
        self.store.close().await;
        match ended {
            Ok(Ok(result)) => Ok(result?),
            // Give up on anything that takes longer.
            Ok(Err(_)) | Err(_) => Ok(()),
        }
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
