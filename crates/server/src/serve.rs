//! Starting and stopping the server.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::config::Config;
use crate::door::{self, Door};
use crate::files;
use crate::heartbeat::{self, Health};
use crate::http::{App, router};
use crate::place::{Lock, PlaceError};
use crate::rooms::Rooms;
use crate::store::backup::{self, BackupError};
use crate::store::{self, NODES_VERSION, Node, Store, VERSION};

/// A running server.
pub struct Server {
    addr: SocketAddr,
    shutdown: Arc<watch::Sender<bool>>,
    /// What goes on until the server stops.
    chores: Vec<JoinHandle<()>>,
    store: Store,
    heartbeat: JoinHandle<()>,
    health: Health,
    /// Our place in the database.
    node: String,
    /// Locks the data folder against a second server.
    _lock: Option<Lock>,
}

/// Why a server cannot start or has failed.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The data cannot be used.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// The database must be upgraded, and cannot be copied before.
    #[error("the database must be upgraded, but cannot be copied first: {0}; or start with --no-backup")]
    Backup(BackupError),
    /// Another server has taken the place of this one.
    #[error("another server has taken over the database: {other}; this one has stopped")]
    Replaced {
        /// The other server.
        other: String,
    },
    /// The server cannot listen on the address.
    #[error("cannot listen on {addr}: choose another address with --addr ({error})")]
    Address {
        /// The address.
        addr: SocketAddr,
        /// Why.
        error: io::Error,
    },
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
        let node = Node::here(addr.to_string());
        let (store, lock) = open(&config, &node).await?;
        let id = node.id.clone();
        let (heartbeat, health) = heartbeat::start(store.clone(), &config.place(), node);
        let config = Arc::new(config);
        let door = Arc::new(Door::new(config.clone(), files));
        let rooms = Rooms::new(store.clone(), config.clone(), door.refusals.clone());
        let (shutdown, stop) = watch::channel(false);
        let shutdown = Arc::new(shutdown);
        let app = App::new(rooms.clone(), config, door.clone(), stop.clone(), health.clone());
        let most = door.most();
        let refusals = door.refusals.clone();
        let chores = vec![
            tokio::spawn(rooms.clone().wake_due_rooms()),
            tokio::spawn(rooms.sweep_hourly()),
            tokio::spawn(async move { refusals.log_regularly().await }),
            tokio::spawn(stop_if_replaced(Arc::downgrade(&shutdown), health.clone())),
        ];
        tokio::spawn(door::accept(listener, router(app), door, stop));
        tracing::info!(%addr, open_files = files, connections = most, "listening");
        Ok(Server { addr, shutdown, chores, store, heartbeat, health, node: id, _lock: lock })
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

    /// Waits until the server cannot go on because another one has taken over its database. It has stopped
    /// serving then.
    ///
    /// ```no_run
    /// # async fn example(server: &mergemaker_server::Server) {
    /// eprintln!("{}", server.failed().await);
    /// # }
    /// ```
    pub async fn failed(&self) -> ServeError {
        ServeError::Replaced { other: self.health.clone().replaced().await }
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
        self.heartbeat.abort();
        // A server that cannot leave its place is found gone by the next one.
        let leaving = async {
            let _ = self.store.leave_place(&self.node).await;
            self.store.close().await;
        };
        let _ = tokio::time::timeout(DATABASE, leaving).await;
        Ok(())
    }
}

/// Opens the database as its only server: checks it, copies it before an upgrade, and upgrades it.
async fn open(config: &Config, node: &Node) -> Result<(Store, Option<Lock>), ServeError> {
    let place = config.place();
    let lock = place.lock()?;
    place.prepare()?;
    let failed = |error| place.failed(error);
    if let Some(file) = place.file()
        && let Some(what) = store::damage_at_start(&file).await.map_err(failed)?
    {
        return Err(place.damaged(&what).into());
    }
    let store = Store::connect(&place).await.map_err(failed)?;
    let version = store.version().await.map_err(failed)?;
    if version >= NODES_VERSION {
        heartbeat::take_place(&store, &place, node).await?;
    }
    if (1..VERSION).contains(&version) {
        if config.backup_before_upgrade {
            let copy = backup::before_upgrade(&place, &config.data, version).await;
            let copy = copy.map_err(ServeError::Backup)?;
            tracing::info!(
                "upgrading the database from version {version} to {VERSION}; to go back, stop the server, run {}, \
                 and start the older mergemaker",
                place.restore_command(&copy.file.display().to_string())
            );
        } else {
            tracing::info!("upgrading the database from version {version} to {VERSION}, without a backup");
        }
    }
    store.migrate().await.map_err(failed)?;
    if version < NODES_VERSION {
        heartbeat::take_place(&store, &place, node).await?;
    }
    Ok((store, lock))
}

/// Stops serving when another server has taken the place of this one.
async fn stop_if_replaced(shutdown: Weak<watch::Sender<bool>>, mut health: Health) {
    let other = health.replaced().await;
    tracing::error!(other, "another server has taken over the database: stopping");
    if let Some(shutdown) = shutdown.upgrade() {
        let _ = shutdown.send(true);
    }
}
