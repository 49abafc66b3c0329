//! What a room sends to its watchers: to each, only what they may know.

use mergemaker_engine::Seat;
use mergemaker_protocol::{
    ChatLine, Clocks, Occupant, Presence, Reservation, SeatInfo, Snapshot, TableInfo, TableState, ToClient,
    Update,
};

use super::watchers::{Viewer, Watcher};
use super::{ResumeFrom, Room, SocketId};
use crate::course::Course;
use crate::socket::as_text;
use crate::time::now_ms;

impl Room {
    pub(super) fn subscribe(&mut self, socket: SocketId, watcher: Watcher, from: ResumeFrom) {
        let viewer = watcher.viewer(&self.seating);
        let seat = viewer.seat;
        match from.since.and_then(|since| self.update_since(since, seat)) {
            None => drop(watcher.out.send(as_text(&self.snapshot(&viewer)))),
            // Also send what else may have changed: the table's info and new chat lines.
            Some(missed) => {
                watcher.out.send(as_text(&missed));
                watcher.out.send(as_text(&self.table_message()));
                let is_new = |line: &&ChatLine| from.chat_since.is_some_and(|last| line.number > last);
                for line in self.talk.lines().filter(is_new).filter(|line| viewer.receives(line)) {
                    watcher.out.send(as_text(&self.chat_message(line)));
                }
            }
        }
        let was_here = seat.is_some_and(|seat| self.is_here(seat));
        self.watchers.add(socket, watcher);
        if let Some(seat) = seat.filter(|_| !was_here) {
            if let Some(play) = &mut self.play {
                play.absences.end(seat);
            }
            self.send_table();
        }
    }

    /// The game, once started.
    fn course(&self) -> Option<&Course> {
        self.play.as_ref().map(|play| &play.course)
    }

    /// The public information about the table.
    pub(super) fn info(&self) -> TableInfo {
        let course = self.course();
        let presence = |seat: Seat| Presence {
            is_here: self.is_here(seat),
            stand_in: course.and_then(|course| course.stand_in(seat)).map(|level| level.id().to_owned()),
            asks_about_dead_tiles: course.is_some_and(|course| course.asks(seat)),
            away: self.away(seat),
        };
        let protected_ms = self.seats_protected_ms();
        let seat = |(seat, occupant): (Seat, &Occupant)| SeatInfo {
            occupant: occupant.clone(),
            presence: occupant.person().map(|_| presence(seat)),
            reserved: self
                .seating
                .reserved(seat)
                .map(|person| Reservation { person: person.clone(), for_ms: protected_ms }),
        };
        let table = &self.table;
        TableInfo {
            id: table.id.clone(),
            state: self.state,
            settings: table.settings.clone(),
            seats: self.seating.iter().map(seat).collect(),
            host: self.seating.host().clone(),
            visibility: table.visibility,
            created_at: table.created_at,
            commitment: course.map(|course| course.seed().commitment().to_string()),
            rematch: self.rematch.clone(),
            is_paused: course.is_some_and(Course::is_paused),
            pause_votes: self.play.as_ref().map_or(Vec::new(), |play| play.pause_votes.clone()),
            silenced: self.talk.silenced().to_vec(),
            bots_wait_until: self.bots.held_until(),
            code: table.code.clone().filter(|_| self.state == TableState::Open),
        }
    }

    /// Whether the person in a seat is connected.
    pub(super) fn is_here(&self, seat: Seat) -> bool {
        self.watchers.is_here(&self.seating, seat)
    }

    /// Whether a viewer may take back their last decision.
    fn can_take_back(&self, viewer: Option<Seat>) -> bool {
        viewer.zip(self.course()).is_some_and(|(seat, course)| self.may_take_back(course, seat).is_ok())
    }

    fn snapshot(&self, viewer: &Viewer) -> ToClient {
        let (seat, course) = (viewer.seat, self.course());
        ToClient::Snapshot(Box::new(Snapshot {
            table: self.info(),
            seat,
            number: course.map_or(0, Course::number),
            view: course.map(|course| course.game().view(seat)),
            events: course.map_or(Vec::new(), |course| course.events_seen_by(seat)),
            clocks: course.map_or(Clocks::default(), |course| course.clocks(now_ms())),
            chat: self.talk.lines().filter(|line| viewer.receives(line)).cloned().collect(),
            can_take_back: self.can_take_back(seat),
        }))
    }

    /// What a viewer missed since entry `since`; `None` if they need a full snapshot.
    fn update_since(&self, since: u64, seat: Option<Seat>) -> Option<ToClient> {
        let course = self.course()?;
        let (first_event, events) = course.missed(since, seat)?;
        Some(ToClient::Update(Box::new(Update {
            table: self.table.id.clone(),
            number: course.number(),
            first_event,
            events,
            view: course.game().view(seat),
            clocks: course.clocks(now_ms()),
            can_take_back: self.can_take_back(seat),
        })))
    }

    fn table_message(&self) -> ToClient {
        ToClient::Table { table: Box::new(self.info()) }
    }

    fn chat_message(&self, line: &ChatLine) -> ToClient {
        ToClient::Chat { table: self.table.id.clone(), line: line.clone() }
    }

    /// Sends the last entry to everyone.
    pub(super) fn send_update(&self) {
        let Some(last) = self.course().and_then(|course| course.number().checked_sub(1)) else { return };
        self.watchers.send_each(&self.seating, |viewer| self.update_since(last, viewer.seat));
    }

    /// Sends a full snapshot to everyone.
    pub(super) fn send_snapshots(&self) {
        self.watchers.send_each(&self.seating, |viewer| Some(self.snapshot(viewer)));
    }

    /// Sends the table's info to everyone.
    pub(super) fn send_table(&self) {
        self.watchers.send_each(&self.seating, |_| Some(self.table_message()));
    }

    pub(super) fn send_chat(&self, line: &ChatLine) {
        let message = self.chat_message(line);
        self.watchers.send_each(&self.seating, |viewer| viewer.receives(line).then(|| message.clone()));
    }
}
