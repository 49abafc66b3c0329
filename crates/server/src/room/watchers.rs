//! The sockets watching a table, and what each may see.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use mergemaker_engine::Seat;
use mergemaker_protocol::{ChatLine, Person, PersonId, ToClient};

use super::seating::Seating;
use super::{Muted, SocketId};
use crate::socket::{Outbox, as_text};

/// A socket watching a table.
pub(super) struct Watcher {
    pub(super) person: Option<Person>,
    pub(super) muted: Arc<Muted>,
    pub(super) out: Outbox,
}

/// Everything that determines what a watcher sees: their seat, and whom they have muted.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Viewer {
    pub(super) seat: Option<Seat>,
    muted: Arc<BTreeSet<PersonId>>,
}

impl Viewer {
    /// Whether they receive a chat line.
    pub(super) fn receives(&self, line: &ChatLine) -> bool {
        !self.muted.contains(&line.person.id)
    }
}

impl Watcher {
    /// Determines what this watcher may see.
    pub(super) fn viewer(&self, seating: &Seating) -> Viewer {
        let seat = self.person.as_ref().and_then(|person| seating.seat_of(&person.id));
        Viewer { seat, muted: self.muted.people() }
    }
}

/// The watchers of a table.
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

    /// Whether the person in a seat is watching.
    pub(super) fn is_here(&self, seating: &Seating, seat: Seat) -> bool {
        let Some(person) = seating.person(seat) else { return false };
        self.0.values().any(|watcher| watcher.person.as_ref().is_some_and(|other| other.id == person.id))
    }

    /// Sends each watcher their message, serialized once per distinct viewer.
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
                // A slow client is disconnected, which then unsubscribes it.
                watcher.out.send(text.clone());
            }
        }
    }
}

/// However a room ends, its watchers are disconnected and reconnect to the next one.
impl Drop for Watchers {
    fn drop(&mut self) {
        for watcher in self.0.values() {
            watcher.out.disconnect();
        }
    }
}
