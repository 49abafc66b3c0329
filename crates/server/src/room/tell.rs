//! What a room tells those who watch it: to each what they may know, and no more.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use mergemaker_engine::Seat;
use mergemaker_protocol::{ChatLine, Clocks, Person, SeatInfo, Snapshot, TableInfo, ToClient, Update};

use super::{Place, Room, SocketId, Watcher};
use crate::course::Course;
use crate::socket::{Outbox, as_text};
use crate::time::now_ms;

/// How many entries a client may have missed before it gets everything anew.
const MOST_MISSED: u64 = 400;

impl Room {
    pub(super) fn subscribe(
        &mut self,
        socket: SocketId,
        person: Option<Person>,
        since: Option<u64>,
        out: Outbox,
    ) {
        let seat = person.as_ref().and_then(|person| self.seat_of(&person.id));
        let missed = since.and_then(|since| self.update_since(since, seat));
        let message = missed.unwrap_or_else(|| self.snapshot(seat));
        out.send(as_text(&message));
        let was_here = seat.is_some_and(|seat| self.is_here(seat));
        self.watchers.insert(socket, Watcher { person, out });
        if seat.is_some() && !was_here {
            self.tell_table();
        }
    }

    /// The table as everybody may see it.
    pub(super) fn info(&self) -> TableInfo {
        let place = |(seat, place): (Seat, &Place)| match place {
            Place::Open => SeatInfo::Open,
            Place::Bot { level } => SeatInfo::Bot { level: level.id().to_owned() },
            Place::Person { person } => SeatInfo::Person {
                person: person.clone(),
                is_here: self.is_here(seat),
                stand_in: self
                    .course
                    .as_ref()
                    .and_then(|course| course.stand_in(seat))
                    .map(|level| level.id().to_owned()),
            },
        };
        TableInfo {
            id: self.id.clone(),
            state: self.state,
            rules: self.settings.rules,
            seats: Seat::all(self.places.len()).zip(&self.places).map(place).collect(),
            host: self.host.clone(),
            visibility: self.visibility,
            clock: self.settings.clock,
            takebacks: self.settings.takebacks,
            chat: self.settings.chat,
            created_at: self.created_at,
            commitment: self.course.as_ref().map(|course| course.seed().commitment().to_string()),
            rematch: self.rematch.clone(),
            is_paused: self.course.as_ref().is_some_and(Course::is_paused),
            pause_votes: self.pause_votes.clone(),
        }
    }

    fn is_here(&self, seat: Seat) -> bool {
        let Some(Place::Person { person }) = self.places.get(seat.index()) else { return false };
        self.watchers
            .values()
            .any(|watcher| watcher.person.as_ref().is_some_and(|other| other.id == person.id))
    }

    fn snapshot(&self, seat: Option<Seat>) -> ToClient {
        ToClient::Snapshot(Box::new(Snapshot {
            table: self.info(),
            seat,
            number: self.number().unwrap_or(0),
            view: self.course.as_ref().map(|course| course.game().view(seat)),
            events: self.course.as_ref().map_or(Vec::new(), |course| course.events_seen_by(seat)),
            clocks: self.course.as_ref().map_or(Clocks::default(), |course| course.clocks(now_ms())),
            chat: self.chat.iter().cloned().collect(),
        }))
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
            clocks: course.clocks(now_ms()),
        })))
    }

    /// Tells everybody the last entry.
    pub(super) fn tell_update(&mut self) {
        let Some(last) = self.number().and_then(|number| number.checked_sub(1)) else { return };
        self.tell_each(|room, seat| room.update_since(last, seat));
    }

    /// Tells everybody everything.
    pub(super) fn tell_snapshots(&mut self) {
        self.tell_each(|room, seat| Some(room.snapshot(seat)));
    }

    /// Tells everybody what changed beside the game.
    pub(super) fn tell_table(&mut self) {
        self.tell_each(|room, _| Some(ToClient::Table { table: Box::new(room.info()) }));
    }

    pub(super) fn tell_chat(&mut self, line: ChatLine) {
        let message = ToClient::Chat { table: self.id.clone(), line };
        self.tell_each(|_, _| Some(message.clone()));
    }

    /// Tells each viewer their own message, written once for each place and once for all who only watch.
    fn tell_each(&mut self, message: impl Fn(&Room, Option<Seat>) -> Option<ToClient>) {
        let mut written: HashMap<Option<Seat>, Option<Utf8Bytes>> = HashMap::new();
        let mut slow = Vec::new();
        for (&socket, watcher) in &self.watchers {
            let seat = watcher.person.as_ref().and_then(|person| self.seat_of(&person.id));
            let text =
                written.entry(seat).or_insert_with(|| message(self, seat).map(|message| as_text(&message)));
            if let Some(text) = text
                && !watcher.out.send(text.clone())
            {
                slow.push(socket);
            }
        }
        for socket in slow {
            self.watchers.remove(&socket);
        }
    }
}
