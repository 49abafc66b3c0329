//! What a room tells those who watch it: to each what they may know, and no more.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use mergemaker_engine::Seat;
use mergemaker_protocol::{
    ChatLine, Clocks, Occupant, PersonId, Presence, SeatInfo, Snapshot, TableInfo, TableState, ToClient,
    Update,
};

use super::{Known, Room, SocketId, Watcher};
use crate::course::Course;
use crate::socket::as_text;
use crate::time::now_ms;

/// How many entries a client may have missed before it gets everything anew.
const MOST_MISSED: u64 = 400;

/// What makes one viewer see something else than another: the place, and whom they mute.
#[derive(PartialEq, Eq, Hash)]
struct Viewer {
    seat: Option<Seat>,
    muted: Arc<BTreeSet<PersonId>>,
}

impl Viewer {
    /// Whether they are told a line of the chat.
    fn hears(&self, line: &ChatLine) -> bool {
        !self.muted.contains(&line.person.id)
    }
}

impl Room {
    pub(super) fn subscribe(&mut self, socket: SocketId, watcher: Watcher, known: Known) {
        let viewer = self.viewer(&watcher);
        let seat = viewer.seat;
        match known.since.and_then(|since| self.update_since(since, seat)) {
            None => drop(watcher.out.send(as_text(&self.snapshot(&viewer)))),
            // What else may have been missed: the table beside its game, and what was written.
            Some(missed) => {
                watcher.out.send(as_text(&missed));
                watcher.out.send(as_text(&ToClient::Table { table: Box::new(self.info()) }));
                let is_new = |line: &&ChatLine| known.chat_since.is_some_and(|last| line.number > last);
                for line in self.chat.iter().filter(is_new).filter(|line| viewer.hears(line)) {
                    let line = ToClient::Chat { table: self.id.clone(), line: line.clone() };
                    watcher.out.send(as_text(&line));
                }
            }
        }
        let was_here = seat.is_some_and(|seat| self.is_here(seat));
        self.watchers.insert(socket, watcher);
        if seat.is_some() && !was_here {
            self.tell_table();
        }
    }

    /// The table as everybody may see it.
    pub(super) fn info(&self) -> TableInfo {
        let stand_in = |seat: Seat| Some(self.course.as_ref()?.stand_in(seat)?.id().to_owned());
        let presence = |seat: Seat| Presence {
            is_here: self.is_here(seat),
            stand_in: stand_in(seat),
            asks_about_dead_tiles: self.course.as_ref().is_some_and(|course| course.asks(seat)),
        };
        let seat = |(seat, occupant): (Seat, &Occupant)| SeatInfo {
            occupant: occupant.clone(),
            presence: occupant.person().map(|_| presence(seat)),
        };
        TableInfo {
            id: self.id.clone(),
            state: self.state,
            settings: self.settings.clone(),
            seats: Seat::all(self.seats.len()).zip(&self.seats).map(seat).collect(),
            host: self.host.clone(),
            visibility: self.visibility,
            created_at: self.created_at,
            commitment: self.course.as_ref().map(|course| course.seed().commitment().to_string()),
            rematch: self.rematch.clone(),
            is_paused: self.course.as_ref().is_some_and(Course::is_paused),
            pause_votes: self.pause_votes.clone(),
            silenced: self.silenced.clone(),
            code: self.code.clone().filter(|_| self.state == TableState::Open),
        }
    }

    pub(super) fn is_here(&self, seat: Seat) -> bool {
        let Some(person) = self.seats.get(seat.index()).and_then(Occupant::person) else { return false };
        self.watchers
            .values()
            .any(|watcher| watcher.person.as_ref().is_some_and(|other| other.id == person.id))
    }

    /// What somebody who watches may see.
    fn viewer(&self, watcher: &Watcher) -> Viewer {
        let seat = watcher.person.as_ref().and_then(|person| self.seat_of(&person.id));
        Viewer { seat, muted: watcher.muted.people() }
    }

    fn snapshot(&self, viewer: &Viewer) -> ToClient {
        let seat = viewer.seat;
        ToClient::Snapshot(Box::new(Snapshot {
            table: self.info(),
            seat,
            number: self.number().unwrap_or(0),
            view: self.course.as_ref().map(|course| course.game().view(seat)),
            events: self.course.as_ref().map_or(Vec::new(), |course| course.events_seen_by(seat)),
            can_take_back: self.course.as_ref().is_some_and(|course| self.can_take_back(course, seat)),
            clocks: self.course.as_ref().map_or(Clocks::default(), |course| course.clocks(now_ms())),
            chat: self.chat.iter().filter(|line| viewer.hears(line)).cloned().collect(),
        }))
    }

    fn can_take_back(&self, course: &Course, viewer: Option<Seat>) -> bool {
        viewer.is_some_and(|seat| self.may_take_back(course, seat).is_ok())
    }

    /// What a viewer missed who knows everything up to a number; none when they had better begin anew.
    fn update_since(&self, since: u64, seat: Option<Seat>) -> Option<ToClient> {
        let course = self.course.as_ref()?;
        if course.number().checked_sub(since)? > MOST_MISSED {
            return None;
        }
        let (first_event, events) = course.missed(since, seat)?;
        Some(ToClient::Update(Box::new(Update {
            table: self.id.clone(),
            number: course.number(),
            first_event,
            events,
            view: course.game().view(seat),
            can_take_back: self.can_take_back(course, seat),
            clocks: course.clocks(now_ms()),
        })))
    }

    /// Tells everybody the last entry.
    pub(super) fn tell_update(&mut self) {
        let Some(last) = self.number().and_then(|number| number.checked_sub(1)) else { return };
        self.tell_each(|room, viewer| room.update_since(last, viewer.seat));
    }

    /// Tells everybody everything.
    pub(super) fn tell_snapshots(&mut self) {
        self.tell_each(|room, viewer| Some(room.snapshot(viewer)));
    }

    /// Tells everybody what changed beside the game.
    pub(super) fn tell_table(&mut self) {
        self.tell_each(|room, _| Some(ToClient::Table { table: Box::new(room.info()) }));
    }

    pub(super) fn tell_chat(&mut self, line: &ChatLine) {
        let message = ToClient::Chat { table: self.id.clone(), line: line.clone() };
        self.tell_each(|_, viewer| viewer.hears(line).then(|| message.clone()));
    }

    /// Tells each viewer their own message, written once for all who may see the same.
    fn tell_each(&mut self, message: impl Fn(&Room, &Viewer) -> Option<ToClient>) {
        let mut written: HashMap<Viewer, Option<Utf8Bytes>> = HashMap::new();
        for watcher in self.watchers.values() {
            let text = match written.entry(self.viewer(watcher)) {
                Entry::Occupied(written) => written.into_mut(),
                Entry::Vacant(free) => {
                    let text = message(self, free.key()).map(|message| as_text(&message));
                    free.insert(text)
                }
            };
            if let Some(text) = text {
                // Who reads too slowly is given up, and then goes by themselves.
                watcher.out.send(text.clone());
            }
        }
    }
}
