//! Those who watch a table, each with what makes them see something else than another.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use mergemaker_engine::Seat;
use mergemaker_protocol::{ChatLine, Person, PersonId, ToClient};

use super::seating::Seating;
use super::{Muted, SocketId};
use crate::socket::{Outbox, as_text};

/// One socket that follows a table.
pub(super) struct Watcher {
    pub(super) person: Option<Person>,
    pub(super) muted: Arc<Muted>,
    pub(super) out: Outbox,
}

/// What makes one viewer see something else than another: the seat, and whom they mute.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Viewer {
    pub(super) seat: Option<Seat>,
    muted: Arc<BTreeSet<PersonId>>,
}

impl Viewer {
    /// Whether they receive a line of the chat.
    pub(super) fn receives(&self, line: &ChatLine) -> bool {
        !self.muted.contains(&line.person.id)
    }
}

impl Watcher {
    /// What they may see.
    pub(super) fn viewer(&self, seating: &Seating) -> Viewer {
        let seat = self.person.as_ref().and_then(|person| seating.seat_of(&person.id));
        Viewer { seat, muted: self.muted.people() }
    }
}

/// Those who watch a table.
#[derive(Default)]
pub(super) struct Watchers(HashMap<SocketId, Watcher>);

impl Watchers {
    pub(super) fn add(&mut self, socket: SocketId, watcher: Watcher) {
        self.0.insert(socket, watcher);
    }

    pub(super) fn remove(&mut self, socket: SocketId) -> Option<Watcher> {
        self.0.remove(&socket)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a person watches.
    pub(super) fn is_here(&self, person: &PersonId) -> bool {
        self.0.values().any(|watcher| watcher.person.as_ref().is_some_and(|other| other.id == *person))
    }

    /// Sends each viewer their own message, written once for all who may see the same.
    pub(super) fn send_each(&self, seating: &Seating, message: impl Fn(&Viewer) -> Option<ToClient>) {
        let mut written: HashMap<Viewer, Option<Utf8Bytes>> = HashMap::new();
        for watcher in self.0.values() {
            let text = match written.entry(watcher.viewer(seating)) {
                Entry::Occupied(written) => written.into_mut(),
                Entry::Vacant(free) => {
                    let text = message(free.key()).map(|message| as_text(&message));
                    free.insert(text)
                }
            };
            if let Some(text) = text {
                // A client that reads too slowly is disconnected, and leaves by itself.
                watcher.out.send(text.clone());
            }
        }
    }
}

/// However a room ends, those who watch it come back to the next one.
impl Drop for Watchers {
    fn drop(&mut self) {
        for watcher in self.0.values() {
            watcher.out.give_up();
        }
    }
}
