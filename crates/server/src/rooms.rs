//! The rooms in use, and the way to each. Those in which something is due are found in the store.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use mergemaker_protocol::{Person, PersonId, RefusalCode, TableId, TableInfo};
use tokio::sync::{Mutex, Semaphore, broadcast, oneshot};

use crate::journal::Journal;
use crate::room::{
    self, Change, Command, Mutes, Rejection, Reply, RoomHandle, RoomRequest, refuse, unavailable,
};
use crate::store::Store;
use crate::time::now_ms;

/// All rooms. A copy leads to the same ones.
#[derive(Clone)]
pub(crate) struct Rooms {
    pub(crate) store: Store,
    pub(crate) journal: Journal,
    /// How many bots may think at a time: they must leave the network its threads.
    pub(crate) bot_threads: Arc<Semaphore>,
    /// Whom those who are here mute.
    pub(crate) mutes: Mutes,
    /// Of whom something changed that their sockets must look at: a session that ended.
    changed: broadcast::Sender<PersonId>,
    open: Arc<std::sync::Mutex<HashMap<TableId, Slot>>>,
}

/// The way to one room, while it is in use. Who comes while it is being opened waits here, and keeps nobody else
/// waiting.
type Slot = Arc<Mutex<Option<RoomHandle>>>;

impl Rooms {
    pub(crate) fn new(store: Store) -> Rooms {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Rooms {
            journal: Journal::start(store.clone()),
            store,
            bot_threads: Arc::new(Semaphore::new(cores)),
            mutes: Mutes::default(),
            changed: broadcast::Sender::new(1_024),
            open: Arc::default(),
        }
    }

    /// The way to a room, which is opened if it is not in use. None when there is no such table.
    async fn handle(&self, id: &TableId) -> Result<Option<RoomHandle>, Rejection> {
        let slot = self.slot(id);
        let mut slot = slot.lock().await;
        if let Some(handle) = slot.as_ref().filter(|handle| !handle.is_closed()) {
            return Ok(Some(handle.clone()));
        }
        // A log that breaks us breaks one task, and not who asked.
        let (rooms, table) = (self.clone(), id.clone());
        let opened = tokio::spawn(async move { room::open(&rooms, &table).await }).await;
        let opened = opened.map_err(|error| (unavailable(&error), None))?;
        let handle = opened.map_err(|error| (unavailable(&error), None))?;
        slot.clone_from(&handle);
        Ok(handle)
    }

    /// The slot of a room. Those that have ended are removed now and then, when another is added.
    fn slot(&self, id: &TableId) -> Slot {
        const SWEEP_EVERY: usize = 256;
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = open.get(id) {
            return slot.clone();
        }
        if open.len() % SWEEP_EVERY == SWEEP_EVERY - 1 {
            let is_used = |slot: &Slot| {
                Arc::strong_count(slot) > 1
                    || slot
                        .try_lock()
                        .is_ok_and(|slot| slot.as_ref().is_some_and(|handle| !handle.is_closed()))
            };
            open.retain(|_, slot| is_used(slot));
        }
        open.entry(id.clone()).or_default().clone()
    }

    /// Asks a room something, and waits for the answer; a room that ends meanwhile is opened again.
    async fn ask<T>(
        &self,
        id: &TableId,
        command: impl Fn(oneshot::Sender<T>) -> Command,
    ) -> Result<T, Rejection> {
        for _ in 0..3 {
            let Some(handle) = self.handle(id).await? else { return Err(no_such_table()) };
            let (answer, answered) = oneshot::channel();
            if handle.send(command(answer)).await
                && let Ok(answer) = answered.await
            {
                return Ok(answer);
            }
        }
        Err(out_of_reach())
    }

    /// Passes a request on to its table, once, since it must not be done twice: a room that is lost says so itself.
    pub(crate) async fn request(&self, person: &Person, request: RoomRequest) -> Result<Reply, Rejection> {
        let Some(handle) = self.handle(request.table()).await? else { return Err(no_such_table()) };
        let (answer, answered) = oneshot::channel();
        if !handle.send(Command::Request { person: person.clone(), request, answer }).await {
            return Err(out_of_reach());
        }
        answered.await.unwrap_or_else(|_| Err(out_of_reach()))
    }

    /// Passes on what changed about somebody to the tables at which they sit, whether in use or not.
    pub(crate) async fn change_where_seated(&self, change: &Change) -> Result<(), Rejection> {
        let tables = self.store.tables_of(change.person(), i64::MAX).await;
        for table in tables.map_err(|error| (unavailable(&error), None))? {
            let changed =
                self.ask(&table.id, |answer| Command::Change { change: change.clone(), answer }).await?;
            changed.map_err(|refusal| (refusal, None))?;
        }
        Ok(())
    }

    /// Passes on what changed about somebody to every table in use that names them.
    pub(crate) async fn change_where_open(&self, change: &Change) -> Result<(), Rejection> {
        let tables = self.store.tables_that_name(change.person()).await;
        for table in tables.map_err(|error| (unavailable(&error), None))? {
            let handle = self.slot(&table).lock().await.clone();
            if let Some(handle) = handle {
                let (answer, answered) = oneshot::channel();
                handle.send(Command::Change { change: change.clone(), answer }).await;
                // A room that has ended meanwhile is opened again from what is kept.
                let _ = answered.await;
            }
        }
        Ok(())
    }

    /// Lets the sockets of somebody check whether they are still known.
    pub(crate) fn look_again(&self, person: &PersonId) {
        // Nobody may be here to receive it.
        let _ = self.changed.send(person.clone());
    }

    /// Receives about whom something changed.
    pub(crate) fn changes(&self) -> broadcast::Receiver<PersonId> {
        self.changed.subscribe()
    }

    /// What a table is.
    pub(crate) async fn info(&self, id: &TableId) -> Result<TableInfo, Rejection> {
        self.ask(id, |answer| Command::Info { answer }).await
    }

    /// Sends a room something that wants no answer; a room that ends meanwhile is opened again.
    pub(crate) async fn send(&self, id: &TableId, command: impl Fn() -> Command) -> Result<(), Rejection> {
        for _ in 0..3 {
            let Some(handle) = self.handle(id).await? else { return Err(no_such_table()) };
            if handle.send(command()).await {
                return Ok(());
            }
        }
        Err(out_of_reach())
    }

    /// Forgets, every hour, what nobody needs any more.
    pub(crate) async fn sweep_now_and_then(self) {
        // Not at once: a server that starts has better things to do.
        const FIRST: Duration = Duration::from_mins(1);
        const EVERY: Duration = Duration::from_hours(1);
        let mut wait = FIRST;
        loop {
            tokio::time::sleep(std::mem::replace(&mut wait, EVERY)).await;
            match self.store.sweep(now_ms()).await {
                Ok(swept) => tracing::info!(?swept, "swept"),
                Err(error) => tracing::error!(%error, "cannot sweep"),
            }
        }
    }

    /// Opens, again and again, the rooms in which something is due: bots that are to decide, clocks that have
    /// run out. After a restart, so every game goes on.
    pub(crate) async fn watch_what_is_due(self) {
        const EVERY: Duration = Duration::from_millis(500);
        loop {
            match self.store.due_tables(now_ms(), 1_000).await {
                Ok(tables) => {
                    for table in tables {
                        if let Err((refusal, _)) = self.send(&table, || Command::Wake).await {
                            tracing::warn!(table = %table.0, refusal = refusal.message, "a room cannot be opened");
                        }
                    }
                }
                Err(error) => {
                    crate::metrics::store_failed();
                    tracing::error!(%error, "what is due cannot be found");
                }
            }
            tokio::time::sleep(EVERY).await;
        }
    }
}

fn no_such_table() -> Rejection {
    (refuse(RefusalCode::NotFound, "there is no such table: check the link"), None)
}

fn out_of_reach() -> Rejection {
    (refuse(RefusalCode::Unavailable, "the table cannot be reached right now: try again"), None)
}
