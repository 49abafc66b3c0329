//! The rooms in use. Rooms where something is due are found in the store.

mod unreadable;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use mergemaker_protocol::{Person, PersonId, RefusalCode, TableId, TableInfo};
use tokio::sync::{Mutex, broadcast, oneshot};

use crate::config::Config;
use crate::journal::Journal;
use crate::refusals::Refusals;
use crate::room::{
    self, Change, Command, Mutes, Rejection, Reply, RoomHandle, RoomRequest, refuse, unavailable,
};
use crate::store::{Store, StoreError};
use crate::thinking::Thinking;
use crate::time::now_ms;
use unreadable::Unreadable;

/// A shared handle to all rooms.
#[derive(Clone)]
pub(crate) struct Rooms {
    pub(crate) store: Store,
    pub(crate) journal: Journal,
    /// What the host has set, such as how much a stranger may create, hold and use.
    pub(crate) config: Arc<Config>,
    /// Decides which bots think.
    pub(crate) thinking: Thinking,
    /// Counts what is refused.
    pub(crate) refusals: Arc<Refusals>,
    /// The muted people of everyone connected.
    pub(crate) mutes: Mutes,
    /// People whose sockets must check their session again.
    changed: broadcast::Sender<PersonId>,
    open: Arc<std::sync::Mutex<HashMap<TableId, Slot>>>,
    unreadable: Arc<Unreadable>,
}

/// The handle to one room. Locked while the room is being opened, so that only callers of this room wait.
type Slot = Arc<Mutex<Option<RoomHandle>>>;

impl Rooms {
    pub(crate) fn new(store: Store, config: Arc<Config>, refusals: Arc<Refusals>) -> Rooms {
        Rooms {
            journal: Journal::start(store.clone()),
            store,
            thinking: Thinking::new(config.clone()),
            config,
            refusals,
            mutes: Mutes::default(),
            changed: broadcast::Sender::new(1_024),
            open: Arc::default(),
            unreadable: Arc::default(),
        }
    }

    /// The handle to a room, opening it if necessary. `None` if there is no such table.
    async fn handle(&self, id: &TableId) -> Result<Option<RoomHandle>, Rejection> {
        let slot = self.slot(id);
        let mut slot = slot.lock().await;
        if let Some(handle) = slot.as_ref().filter(|handle| !handle.is_closed()) {
            return Ok(Some(handle.clone()));
        }
        if self.unreadable.is_waiting(id, now_ms()) {
            return Err(table_unreadable());
        }
        // In its own task: if loading panics, the caller does not.
        let (rooms, table) = (self.clone(), id.clone());
        let opened = tokio::spawn(async move { room::open(&rooms, &table).await }).await;
        let handle = match opened {
            Ok(Ok(handle)) => handle,
            Ok(Err(error @ StoreError::Unreadable { .. })) => return Err(self.give_up(id, &error).await),
            Ok(Err(error)) => return Err((unavailable(&error), None)),
            Err(panicked) => return Err(self.give_up(id, &panicked).await),
        };
        self.unreadable.remove(id);
        slot.clone_from(&handle);
        Ok(handle)
    }

    /// Leaves a table that cannot be read alone for a while. It is logged once.
    async fn give_up(&self, id: &TableId, error: &(dyn std::fmt::Display + Sync)) -> Rejection {
        let (retry_at, is_new) = self.unreadable.add(id, now_ms());
        if is_new {
            tracing::error!(
                table = %id.0,
                %error,
                "this table cannot be read: people cannot open it; it is tried again, less and less often"
            );
        }
        // Otherwise such tables would crowd out the others that are due.
        if let Err(error) = self.store.postpone(id, retry_at).await {
            tracing::warn!(table = %id.0, %error, "cannot postpone a table that cannot be read");
        }
        table_unreadable()
    }

    /// The slot of a room. Slots of ended rooms are removed from time to time.
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

    /// Sends a room a command and waits for the answer. Reopens a room that has ended.
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
        Err(table_unreachable())
    }

    /// Passes a request on to its table. Unlike [`Rooms::ask`] without retries: it must not be done twice.
    pub(crate) async fn request(&self, person: &Person, request: RoomRequest) -> Result<Reply, Rejection> {
        let Some(handle) = self.handle(request.table()).await? else { return Err(no_such_table()) };
        let (answer, answered) = oneshot::channel();
        if !handle.send(Command::Request { person: person.clone(), request, answer }).await {
            return Err(table_unreachable());
        }
        answered.await.unwrap_or_else(|_| Err(table_unreachable()))
    }

    /// Applies a change to a person at every table where they are seated, in use or not.
    pub(crate) async fn change_seated(&self, change: &Change) -> Result<(), Rejection> {
        let tables = self.store.seated_at(change.person()).await;
        for table in tables.map_err(|error| (unavailable(&error), None))? {
            let changed =
                self.ask(&table, |answer| Command::Change { change: change.clone(), answer }).await?;
            changed.map_err(|refusal| (refusal, None))?;
        }
        Ok(())
    }

    /// Applies a change to a person in every open room that names them.
    pub(crate) async fn change_open(&self, change: &Change) -> Result<(), Rejection> {
        let tables = self.store.tables_that_name(change.person()).await;
        for table in tables.map_err(|error| (unavailable(&error), None))? {
            let handle = self.slot(&table).lock().await.clone();
            if let Some(handle) = handle {
                let (answer, answered) = oneshot::channel();
                handle.send(Command::Change { change: change.clone(), answer }).await;
                // A room that has ended in the meantime is reopened from the store.
                let _ = answered.await;
            }
        }
        Ok(())
    }

    /// Makes the sockets of a person check their session again.
    pub(crate) fn recheck_sessions(&self, person: &PersonId) {
        // There may be no sockets.
        let _ = self.changed.send(person.clone());
    }

    /// Subscribes to the people whose sessions changed.
    pub(crate) fn session_changes(&self) -> broadcast::Receiver<PersonId> {
        self.changed.subscribe()
    }

    /// The public information about a table.
    pub(crate) async fn info(&self, id: &TableId) -> Result<TableInfo, Rejection> {
        self.ask(id, |answer| Command::Info { answer }).await
    }

    /// Sends a room a command without waiting for an answer. Reopens a room that has ended.
    pub(crate) async fn send(&self, id: &TableId, command: impl Fn() -> Command) -> Result<(), Rejection> {
        for _ in 0..3 {
            let Some(handle) = self.handle(id).await? else { return Err(no_such_table()) };
            if handle.send(command()).await {
                return Ok(());
            }
        }
        Err(table_unreachable())
    }

    /// Deletes unneeded data every hour.
    pub(crate) async fn sweep_hourly(self) {
        // Not right at startup, when clients reconnect.
        const FIRST: Duration = Duration::from_mins(1);
        const EVERY: Duration = Duration::from_hours(1);
        let mut wait = FIRST;
        loop {
            tokio::time::sleep(std::mem::replace(&mut wait, EVERY)).await;
            match self.store.sweep(now_ms()).await {
                Ok(swept) => tracing::info!(?swept, "deleted old data"),
                Err(error) => tracing::error!(%error, "cannot delete old data"),
            }
        }
    }

    /// Polls for rooms where something is due, a bot's move or an expired clock, and wakes them. This resumes
    /// all games after a restart.
    pub(crate) async fn wake_due_rooms(self) {
        const EVERY: Duration = Duration::from_millis(500);
        loop {
            match self.store.due_tables(now_ms(), 1_000).await {
                Ok(tables) => {
                    for table in tables {
                        let woken = self.send(&table, || Command::Wake).await;
                        // A table that cannot be read is logged once.
                        if let Err((refusal, _)) = woken
                            && !self.unreadable.is_waiting(&table, now_ms())
                        {
                            tracing::warn!(table = %table.0, refusal = refusal.message, "cannot open a room");
                        }
                    }
                }
                Err(error) => {
                    crate::metrics::store_failed();
                    tracing::error!(%error, "cannot find due games");
                }
            }
            tokio::time::sleep(EVERY).await;
        }
    }
}

fn no_such_table() -> Rejection {
    (refuse(RefusalCode::NotFound, "There is no such table. Check the link."), None)
}

fn table_unreadable() -> Rejection {
    let message = "This table cannot be read. Please tell whoever runs this server.";
    (refuse(RefusalCode::Unavailable, message), None)
}

fn table_unreachable() -> Rejection {
    (refuse(RefusalCode::Unavailable, "The table cannot be reached right now. Try again."), None)
}
