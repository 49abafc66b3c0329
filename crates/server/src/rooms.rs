//! The rooms in use, and the way to each. Those in which something is due are found in the store.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use mergemaker_protocol::{Person, PersonId, RefusalCode, TableId, TableInfo};
use tokio::sync::{Mutex, Semaphore, broadcast, oneshot};

use crate::journal::Journal;
use crate::room::{self, Change, Command, Denied, Granted, Mutes, RoomHandle, Wish, refuse, unavailable};
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
    async fn handle(&self, id: &TableId) -> Result<Option<RoomHandle>, Denied> {
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

    /// The place of a room. Those that have ended leave now and then, when another comes.
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

    /// Tells a room something; a room that ends meanwhile is opened again.
    pub(crate) async fn tell<T>(
        &self,
        id: &TableId,
        command: impl Fn(oneshot::Sender<T>) -> Command,
    ) -> Result<T, Denied> {
        for _ in 0..3 {
            let Some(handle) = self.handle(id).await? else { return Err((no_such_table(), None)) };
            let (reply, answer) = oneshot::channel();
            if handle.tell(command(reply)).await
                && let Ok(answer) = answer.await
            {
                return Ok(answer);
            }
        }
        Err((refuse(RefusalCode::Unavailable, "the table cannot be reached just now: try again"), None))
    }

    /// Asks something of a table. It is asked once: a room that is lost says so itself.
    pub(crate) async fn wish(&self, id: &TableId, person: &Person, wish: Wish) -> Result<Granted, Denied> {
        let Some(handle) = self.handle(id).await? else { return Err((no_such_table(), None)) };
        let (reply, answer) = oneshot::channel();
        let lost =
            || (refuse(RefusalCode::Unavailable, "the table cannot be reached just now: try again"), None);
        if !handle.tell(Command::Wish { person: person.clone(), wish, reply }).await {
            return Err(lost());
        }
        answer.await.unwrap_or_else(|_| Err(lost()))
    }

    /// Tells the tables at which somebody sits, whether in use or not, what changed about them.
    pub(crate) async fn change_where_seated(&self, change: &Change) -> Result<(), Denied> {
        let tables = self.store.tables_of(change.person(), i64::MAX).await;
        for table in tables.map_err(|error| (unavailable(&error), None))? {
            let told =
                self.tell(&table.id, |reply| Command::Change { change: change.clone(), reply }).await?;
            told.map_err(|refusal| (refusal, None))?;
        }
        Ok(())
    }

    /// Tells every table in use that names somebody what changed about them.
    pub(crate) async fn change_where_open(&self, change: &Change) -> Result<(), Denied> {
        let tables = self.store.tables_that_name(change.person()).await;
        for table in tables.map_err(|error| (unavailable(&error), None))? {
            let handle = self.slot(&table).lock().await.clone();
            if let Some(handle) = handle {
                let (reply, answer) = oneshot::channel();
                handle.tell(Command::Change { change: change.clone(), reply }).await;
                // A room that has ended meanwhile is made anew from what is kept.
                let _ = answer.await;
            }
        }
        Ok(())
    }

    /// Lets the sockets of somebody look whether they are still known.
    pub(crate) fn look_again(&self, person: &PersonId) {
        // Nobody may be here to hear it.
        let _ = self.changed.send(person.clone());
    }

    /// Hears of whom something changed.
    pub(crate) fn hear_of_changes(&self) -> broadcast::Receiver<PersonId> {
        self.changed.subscribe()
    }

    /// What a table is.
    pub(crate) async fn info(&self, id: &TableId) -> Result<TableInfo, Denied> {
        self.tell(id, |reply| Command::Info { reply }).await
    }

    /// Sends a room something that wants no answer; a room that ends meanwhile is opened again.
    pub(crate) async fn send(&self, id: &TableId, command: impl Fn() -> Command) -> Result<(), Denied> {
        for _ in 0..3 {
            let Some(handle) = self.handle(id).await? else { return Err((no_such_table(), None)) };
            if handle.tell(command()).await {
                return Ok(());
            }
        }
        Err((refuse(RefusalCode::Unavailable, "the table cannot be reached just now: try again"), None))
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

fn no_such_table() -> mergemaker_protocol::Refusal {
    refuse(RefusalCode::NotFound, "there is no such table: check the link")
}
