//! The heartbeat: a durable write every second, which shows that this server is alive and that it can store
//! anything at all.
//!
//! A server that finds a heartbeat in the database waits until it has stopped. One that finds another in its
//! place stops.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::place::{Place, PlaceError};
use crate::secret::random_text;
use crate::store::{Node, Store, StoreError};
use crate::time::{now_ms, utc_of};

/// How often a server shows that it is alive.
const EVERY: Duration = Duration::from_secs(1);

/// How long a write may take until the server counts as unable to store anything.
const WRITE_TIMEOUT: Duration = Duration::from_secs(2);

/// A server without a heartbeat for this long is gone.
const GONE_AFTER: Duration = Duration::from_secs(5);

/// Reading all of an SQLite database to find damage takes at most this part of the time, and happens at most
/// this often.
const CHECK_SHARE: u32 = 100;
const CHECK_EVERY: Duration = Duration::from_secs(10);

/// Whether the server can store anything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Condition {
    /// It can.
    Well,
    /// It cannot, at the moment.
    Unwell,
    /// Another server, described here, has taken its place.
    Replaced(String),
}

/// The condition of the server, as its heartbeat found it.
#[derive(Clone)]
pub(crate) struct Health(watch::Receiver<(Condition, Instant)>);

impl Health {
    /// Whether the server stored something a moment ago.
    pub(crate) fn is_ready(&self) -> bool {
        let (condition, at) = &*self.0.borrow();
        *condition == Condition::Well && at.elapsed() < EVERY + 2 * WRITE_TIMEOUT
    }

    /// Returns the other server once it has taken the place of this one.
    pub(crate) async fn replaced(&mut self) -> String {
        loop {
            if let (Condition::Replaced(other), _) = &*self.0.borrow_and_update() {
                return other.clone();
            }
            if self.0.changed().await.is_err() {
                // The heartbeat ended with the server.
                std::future::pending::<()>().await;
            }
        }
    }
}

impl Node {
    /// This server, which listens on an address.
    pub(crate) fn here(address: String) -> Node {
        let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
        let name =
            name.or_else(|| std::env::var("HOSTNAME").ok()).or_else(|| std::env::var("COMPUTERNAME").ok());
        let name = name.map_or_else(|| "this machine".to_owned(), |name| name.trim().to_owned());
        let now = now_ms();
        Node { id: random_text(16), name, address, started_at: now, heartbeat_at: now }
    }

    /// Describes the server to a person.
    pub(crate) fn describe(&self) -> String {
        format!(
            "{} on {}, started {} UTC, last heartbeat {} UTC",
            self.address,
            self.name,
            utc_of(self.started_at),
            utc_of(self.heartbeat_at)
        )
    }
}

/// Makes a server the only one that uses the database. A former server that has not left must be gone: on the
/// machine with an SQLite file the lock proves it, elsewhere its heartbeat must have stopped.
pub(crate) async fn take_place(store: &Store, place: &Place, node: &Node) -> Result<(), PlaceError> {
    let failed = |error| place.failed(error);
    loop {
        let former = store.node().await.map_err(failed)?;
        if let Some(former) = former.as_ref().filter(|_| place.file().is_none()) {
            tracing::info!(
                server = former.describe(),
                "waiting {GONE_AFTER:?} to see whether it is still alive"
            );
            if let Some(other) = sign_of_life(store, former).await.map_err(failed)? {
                return Err(PlaceError::Occupied { node: other.describe(), other: place.other() });
            }
        }
        if store.take_place(node, former.as_ref()).await.map_err(failed)? {
            return Ok(());
        }
    }
}

/// Watches a server. Returns it, or its successor, once it shows that it is alive.
async fn sign_of_life(store: &Store, former: &Node) -> Result<Option<Node>, StoreError> {
    const LOOK_EVERY: Duration = Duration::from_millis(200);
    let began = Instant::now();
    while began.elapsed() < GONE_AFTER {
        sleep(LOOK_EVERY).await;
        match store.node().await? {
            None => return Ok(None),
            Some(now) if now != *former => return Ok(Some(now)),
            Some(_) => {}
        }
    }
    Ok(None)
}

/// Whether a server uses the database at the moment.
pub(crate) async fn live_server(store: &Store) -> Result<Option<Node>, StoreError> {
    match store.node().await? {
        None => Ok(None),
        Some(former) => sign_of_life(store, &former).await,
    }
}

/// Starts the heartbeat of a server that has taken its place.
pub(crate) fn start(store: Store, place: &Place, node: Node) -> (JoinHandle<()>, Health) {
    let (condition, health) = watch::channel((Condition::Well, Instant::now()));
    let file = place.file().map(|path| Opened { identity: identity(&path), path });
    let heart = Heart { store, node, file, check: Check::Due(Instant::now() + CHECK_EVERY), damage: None };
    (tokio::spawn(heart.beat(condition)), Health(health))
}

/// An SQLite file in use.
struct Opened {
    path: PathBuf,
    identity: Option<(u64, u64)>,
}

/// The search for damage in an SQLite file.
enum Check {
    Due(Instant),
    Running(Instant, JoinHandle<Result<Option<String>, StoreError>>),
}

struct Heart {
    store: Store,
    node: Node,
    file: Option<Opened>,
    check: Check,
    damage: Option<String>,
}

impl Heart {
    async fn beat(mut self, condition: watch::Sender<(Condition, Instant)>) {
        loop {
            let found = match self.problem().await {
                Ok(None) => Condition::Well,
                Ok(Some(other)) => Condition::Replaced(other),
                Err(problem) => {
                    if condition.borrow().0 == Condition::Well {
                        crate::metrics::store_failed();
                        tracing::error!(problem, "nothing can be stored: /readyz fails until it can");
                    }
                    Condition::Unwell
                }
            };
            if found == Condition::Well && condition.borrow().0 == Condition::Unwell {
                tracing::info!("decisions can be stored again");
            }
            let is_replaced = matches!(found, Condition::Replaced(_));
            condition.send_replace((found, Instant::now()));
            if is_replaced {
                return;
            }
            sleep(EVERY).await;
        }
    }

    /// Writes the heartbeat. Returns the server that has taken our place, or why nothing can be stored.
    async fn problem(&mut self) -> Result<Option<String>, String> {
        let writing = self.store.beat(&self.node.id, now_ms());
        let is_ours =
            timeout(WRITE_TIMEOUT, writing).await.map_err(|_| "the database does not respond".to_owned())?;
        if !is_ours.map_err(|error| error.to_string())? {
            let other = self.store.node().await.map_err(|error| error.to_string())?;
            if let Some(other) = other {
                return Ok(Some(other.describe()));
            }
            // The row was deleted, but nobody has taken the place.
            self.store.take_place(&self.node, None).await.map_err(|error| error.to_string())?;
        }
        if let Some(file) = &self.file {
            file.check()?;
            // Another connection reads the file again, since it has changed.
            self.store.read_back().await.map_err(|error| error.to_string())?;
            self.search_damage().await;
        }
        self.damage.clone().map_or(Ok(None), Err)
    }

    /// Starts the search for damage when it is due, and keeps what it found.
    async fn search_damage(&mut self) {
        match &mut self.check {
            Check::Due(at) if *at <= Instant::now() => {
                let store = self.store.clone();
                let search = tokio::spawn(async move { store.damage().await });
                self.check = Check::Running(Instant::now(), search);
            }
            Check::Running(began, search) if search.is_finished() => {
                let took = began.elapsed();
                // A search that failed says nothing; the next one may.
                if let Ok(Ok(found)) = search.await {
                    self.damage = found.map(|what| format!("the database is damaged: {what}"));
                }
                self.check = Check::Due(Instant::now() + CHECK_EVERY.max(took * CHECK_SHARE));
            }
            Check::Due(_) | Check::Running(..) => {}
        }
    }
}

impl Opened {
    /// Checks that the path still leads to the file in use: SQLite would write to a deleted file without an
    /// error. Never opens it, because closing it would release the locks that SQLite holds.
    fn check(&self) -> Result<(), String> {
        if identity(&self.path) == self.identity {
            return Ok(());
        }
        Err(format!("{} was deleted or replaced while the server ran: stop it", self.path.display()))
    }
}

/// What tells a file from another one with the same name.
fn identity(path: &Path) -> Option<(u64, u64)> {
    let metadata = std::fs::metadata(path).ok()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        Some((metadata.dev(), metadata.ino()))
    }
    #[cfg(not(unix))]
    {
        metadata.is_file().then_some((0, 0))
    }
}
