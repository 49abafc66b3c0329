//! The seats of a table and its host.

use mergemaker_bots::{Level, UnknownLevel};
use mergemaker_engine::{MOST_PLAYERS, Seat};
use mergemaker_protocol::{Occupant, Person, PersonId, Refusal, RefusalCode};

use super::refuse;
use crate::store::SeatsRow;

/// The seats of a table and its host.
pub(super) struct Seating {
    seats: Vec<Occupant>,
    host: PersonId,
    /// People the host removed, who may not rejoin.
    removed: Vec<PersonId>,
    /// Open seats of a rematch, and for whom they are reserved.
    reserved: Vec<(Seat, Person)>,
    /// The stored revision of the seats, for optimistic locking.
    pub(super) revision: i64,
    /// When it was last noted that the host is here.
    pub(super) host_seen_at: i64,
}

impl Seating {
    /// Stored seats. Fails on an unknown bot level.
    pub(super) fn new(seats: Vec<Occupant>, host: PersonId, revision: i64) -> Result<Seating, UnknownLevel> {
        for occupant in &seats {
            if let Occupant::Bot { level } = occupant {
                level.parse::<Level>()?;
            }
        }
        Ok(Seating { seats, host, removed: Vec::new(), reserved: Vec::new(), revision, host_seen_at: 0 })
    }

    /// The same, with who may not take a seat, and for whom seats are reserved.
    pub(super) fn with_rules(self, removed: Vec<PersonId>, reserved: Vec<(Seat, Person)>) -> Seating {
        Seating { removed, reserved, ..self }
    }

    /// The form in which the seats are stored.
    pub(super) fn row(&self) -> SeatsRow {
        let Seating { seats, host, removed, reserved, .. } = self;
        SeatsRow {
            host: host.clone(),
            seats: seats.clone(),
            removed: removed.clone(),
            reserved: reserved.clone(),
        }
    }

    /// The person for whom a seat is reserved.
    pub(super) fn reserved(&self, seat: Seat) -> Option<&Person> {
        self.reserved.iter().find(|(other, _)| *other == seat).map(|(_, person)| person)
    }

    /// Opens the seat reserved for a person to everybody. False if there is none.
    pub(super) fn decline(&mut self, person: &PersonId) -> bool {
        let before = self.reserved.len();
        self.reserved.retain(|(_, other)| other.id != *person);
        self.reserved.len() < before
    }

    /// Updates the person for whom a seat is reserved. False if there is none.
    pub(super) fn rename_reservation(&mut self, person: &Person) -> bool {
        let own = self.reserved.iter_mut().find(|(_, other)| other.id == person.id);
        own.map(|(_, other)| *other = person.clone()).is_some()
    }

    /// The occupants, in seat order.
    pub(super) fn seats(&self) -> &[Occupant] {
        &self.seats
    }

    /// Each seat with its occupant.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Seat, &Occupant)> {
        Seat::all(self.seats.len()).zip(&self.seats)
    }

    /// The host, who may start the game and move or remove others.
    pub(super) fn host(&self) -> &PersonId {
        &self.host
    }

    /// The seat of a person.
    pub(super) fn seat_of(&self, person: &PersonId) -> Option<Seat> {
        self.iter().find(|(_, occupant)| occupant.is(person)).map(|(seat, _)| seat)
    }

    /// The person in a seat.
    pub(super) fn person(&self, seat: Seat) -> Option<&Person> {
        self.seats.get(seat.index())?.person()
    }

    /// The bot in a seat.
    pub(super) fn bot(&self, seat: Seat) -> Option<Level> {
        match self.seats.get(seat.index())? {
            Occupant::Bot { level } => level.parse().ok(),
            Occupant::Open | Occupant::Person { .. } => None,
        }
    }

    /// Marks the bot seats.
    pub(super) fn bots(&self) -> [bool; MOST_PLAYERS] {
        let mut bots = [false; MOST_PLAYERS];
        for (seat, _) in self.iter() {
            bots[seat.index()] = self.bot(seat).is_some();
        }
        bots
    }

    /// Whether every seat is taken.
    pub(super) fn is_full(&self) -> bool {
        !self.seats.contains(&Occupant::Open)
    }

    /// The names for a record; for bots, their levels.
    pub(super) fn names(&self) -> Vec<String> {
        let name = |occupant: &Occupant| match occupant {
            Occupant::Person { person } => person.name.clone(),
            Occupant::Bot { level } => level.clone(),
            Occupant::Open => String::new(),
        };
        self.seats.iter().map(name).collect()
    }

    pub(super) fn require_host(&self, person: &Person) -> Result<(), Refusal> {
        if self.host == person.id {
            return Ok(());
        }
        Err(refuse(RefusalCode::Forbidden, "Only the host of the table can do this. Ask them."))
    }

    /// Seats a person in the given open seat, or in the one reserved for them, or the first that is not reserved. False
    /// if they are seated and name no seat.
    pub(super) fn join(&mut self, person: &Person, seat: Option<Seat>) -> Result<bool, Refusal> {
        if self.removed.contains(&person.id) {
            return Err(refuse(
                RefusalCode::Forbidden,
                "The host removed you from this table. Find another one.",
            ));
        }
        let own = self.seat_of(&person.id);
        if own.is_some() && seat.is_none() {
            return Ok(false);
        }
        let wanted = self.free_seat(&person.id, seat)?;
        if let Some(own) = own {
            self.seats[own.index()] = Occupant::Open;
        }
        self.seats[wanted.index()] = Occupant::Person { person: person.clone() };
        self.decline(&person.id);
        Ok(true)
    }

    /// The seat that a person gets: the given one, the one reserved for them, or the first that is not reserved.
    fn free_seat(&self, person: &PersonId, seat: Option<Seat>) -> Result<Seat, Refusal> {
        let is_own = |(_, holder): &&(Seat, Person)| holder.id == *person;
        let seat = seat.or(self.reserved.iter().find(is_own).map(|(seat, _)| *seat));
        let open = self.iter().filter(|(_, occupant)| **occupant == Occupant::Open).map(|(seat, _)| seat);
        let mut open = open.filter(|open| seat.is_none_or(|seat| seat == *open)).peekable();
        if open.peek().is_none() {
            return Err(refuse(RefusalCode::WrongState, "This seat is taken. Choose another."));
        }
        open.find(|&open| self.reserved(open).is_none_or(|holder| holder.id == *person)).ok_or_else(|| {
            let message =
                "This seat is reserved for a player of the last game. Choose another, or ask the host.";
            refuse(RefusalCode::WrongState, message)
        })
    }

    /// Opens a person's seat. False if nobody is left to be the host.
    pub(super) fn leave(&mut self, seat: Seat, person: &PersonId) -> bool {
        self.seats[seat.index()] = Occupant::Open;
        self.host != *person || self.pass_on_host()
    }

    /// Makes the next person the host; false if there is none.
    fn pass_on_host(&mut self) -> bool {
        let next = self.seats.iter().find_map(Occupant::person);
        if let Some(next) = next.map(|next| next.id.clone()) {
            self.host = next;
            return true;
        }
        false
    }

    /// Puts a bot in a seat, or opens it. A person seated there is removed and may not rejoin.
    pub(super) fn set(&mut self, seat: Seat, level: Option<Level>) {
        if let Some(person) = self.person(seat) {
            self.removed.push(person.id.clone());
        }
        self.reserved.retain(|(other, _)| *other != seat);
        self.seats[seat.index()] = level.map_or(Occupant::Open, bot);
    }

    /// Checks that a seat exists and is not the host's own.
    pub(super) fn require_other_seat(&self, host: &Person, seat: Seat) -> Result<(), Refusal> {
        if seat.index() >= self.seats.len() || self.seat_of(&host.id) == Some(seat) {
            return Err(refuse(RefusalCode::Invalid, "Choose a seat other than your own."));
        }
        Ok(())
    }

    /// Swaps two seats.
    pub(super) fn swap(&mut self, one: Seat, other: Seat) -> Result<(), Refusal> {
        if one.index().max(other.index()) >= self.seats.len() {
            return Err(refuse(RefusalCode::Invalid, "This table has no such seat. Choose another."));
        }
        self.seats.swap(one.index(), other.index());
        for (seat, _) in &mut self.reserved {
            *seat = if *seat == one {
                other
            } else if *seat == other {
                one
            } else {
                *seat
            };
        }
        Ok(())
    }

    /// Updates the person in a seat.
    pub(super) fn rename(&mut self, seat: Seat, person: Person) {
        self.seats[seat.index()] = Occupant::Person { person };
    }

    /// Permanently replaces a person by a bot. If they were the host, another person becomes the host.
    pub(super) fn replace_by_bot(&mut self, seat: Seat, person: &PersonId, level: Level) {
        self.seats[seat.index()] = bot(level);
        if self.host == *person {
            self.pass_on_host();
        }
    }

    /// The seats of the next game, rotated by one. Only the person who asked is seated; the seats of the others are
    /// reserved for them.
    pub(super) fn for_rematch(&self, person: &PersonId) -> (Vec<Occupant>, Vec<(Seat, Person)>) {
        let (mut seats, mut reserved) = (self.seats.clone(), Vec::new());
        seats.rotate_left(1);
        for (seat, occupant) in Seat::all(seats.len()).zip(&mut seats) {
            if let Some(other) = occupant.person().filter(|other| other.id != *person) {
                reserved.push((seat, other.clone()));
                *occupant = Occupant::Open;
            }
        }
        (seats, reserved)
    }
}

fn bot(level: Level) -> Occupant {
    Occupant::Bot { level: level.id().to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str) -> Person {
        Person { id: PersonId(name.to_owned()), name: name.to_owned(), is_guest: true }
    }

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    /// The host and the seats, such as `ann: ann - steady`.
    fn line(seating: &Seating) -> String {
        let names =
            seating.names().into_iter().map(|name| if name.is_empty() { "-".to_owned() } else { name });
        format!("{}: {}", seating.host.0, names.collect::<Vec<_>>().join(" "))
    }

    /// A table hosted by Ann with two open seats and a bot.
    fn seating() -> Seating {
        let ann = Occupant::Person { person: person("ann") };
        let seats = vec![ann, Occupant::Open, Occupant::Open, bot(Level::Steady)];
        Seating::new(seats, PersonId("ann".to_owned()), 0).unwrap()
    }

    #[test]
    fn people_take_open_seats_and_move_between_them() {
        let (mut seating, bob) = (seating(), person("bob"));
        assert_eq!(seating.join(&bob, None), Ok(true));
        assert_eq!(line(&seating), "ann: ann bob - steady");
        assert_eq!(seating.join(&bob, None), Ok(false), "he has a seat");
        assert_eq!(seating.join(&bob, Some(seat(2))), Ok(true));
        assert_eq!(line(&seating), "ann: ann - bob steady");
        for taken in [0, 2, 3, 5] {
            let refusal = seating.join(&person("cid"), Some(seat(taken))).unwrap_err();
            assert_eq!(refusal.code, RefusalCode::WrongState, "seat {taken}");
        }
        assert!(!seating.is_full());
        assert_eq!(seating.join(&person("cid"), None), Ok(true));
        assert!(seating.is_full());
        assert!(seating.join(&person("dan"), None).is_err());
    }

    #[test]
    fn when_the_host_leaves_the_next_person_becomes_host() {
        let mut seating = seating();
        seating.join(&person("bob"), None).unwrap();
        assert!(seating.leave(seat(0), &PersonId("ann".to_owned())));
        assert_eq!(line(&seating), "bob: - bob - steady");
        assert!(!seating.leave(seat(1), &PersonId("bob".to_owned())), "only a bot is left");
    }

    #[test]
    fn removed_people_cannot_rejoin() {
        let mut seating = seating();
        seating.join(&person("bob"), None).unwrap();
        assert!(seating.require_other_seat(&person("ann"), seat(0)).is_err());
        assert!(seating.require_other_seat(&person("ann"), seat(4)).is_err());
        assert_eq!(seating.require_other_seat(&person("ann"), seat(1)), Ok(()));
        seating.set(seat(1), Some(Level::Novice));
        assert_eq!(line(&seating), "ann: ann novice - steady");
        assert_eq!(seating.join(&person("bob"), None).unwrap_err().code, RefusalCode::Forbidden);
        seating.set(seat(1), None);
        assert_eq!(line(&seating), "ann: ann - - steady");
    }

    #[test]
    fn seats_are_swapped_and_given_to_bots() {
        let mut seating = seating();
        seating.join(&person("bob"), None).unwrap();
        seating.swap(seat(0), seat(3)).unwrap();
        assert_eq!(line(&seating), "ann: steady bob - ann");
        assert!(seating.swap(seat(0), seat(4)).is_err());
        assert_eq!(seating.bots(), [true, false, false, false, false, false]);
        seating.replace_by_bot(seat(3), &PersonId("ann".to_owned()), Level::Steady);
        assert_eq!(line(&seating), "bob: steady bob - steady");
        assert_eq!((seating.bot(seat(3)), seating.bot(seat(1))), (Some(Level::Steady), None));
    }

    #[test]
    fn a_rematch_rotates_seats_and_reserves_those_of_the_others() {
        let mut seating = seating();
        seating.join(&person("bob"), None).unwrap();
        let (next, reserved) = seating.for_rematch(&PersonId("bob".to_owned()));
        assert_eq!(reserved, [(seat(3), person("ann"))]);
        let next = Seating::new(next, PersonId("bob".to_owned()), 0).unwrap();
        let mut next = next.with_rules(Vec::new(), reserved);
        assert_eq!(line(&next), "bob: bob - steady -");
        assert_eq!(next.join(&person("cid"), Some(seat(3))).unwrap_err().code, RefusalCode::WrongState);
        assert_eq!(next.join(&person("cid"), None), Ok(true), "the seat that was open before");
        assert_eq!(next.join(&person("dan"), None).unwrap_err().code, RefusalCode::WrongState);
        next.swap(seat(3), seat(2)).unwrap();
        assert_eq!(next.reserved(seat(2)), Some(&person("ann")));
        assert_eq!(next.join(&person("ann"), None), Ok(true));
        assert_eq!((line(&next).as_str(), next.reserved(seat(2))), ("bob: bob cid ann steady", None));
    }

    #[test]
    fn a_reserved_seat_is_declined_or_opened() {
        let reserved = || vec![(seat(1), person("bob")), (seat(2), person("cid"))];
        let mut seating = seating().with_rules(Vec::new(), reserved());
        assert!(seating.rename_reservation(&Person { name: "Robert".to_owned(), ..person("bob") }));
        assert_eq!(seating.reserved(seat(1)).unwrap().name, "Robert");
        assert!(seating.decline(&person("bob").id) && !seating.decline(&person("bob").id));
        assert_eq!(seating.join(&person("dan"), None), Ok(true));
        assert!(seating.join(&person("eve"), None).is_err(), "reserved for Cid");
        seating.set(seat(2), None);
        assert_eq!(seating.join(&person("eve"), None), Ok(true));
    }

    #[test]
    fn unknown_bot_levels_are_refused() {
        let seats = vec![Occupant::Open, Occupant::Bot { level: "genius".to_owned() }];
        assert!(Seating::new(seats, PersonId("ann".to_owned()), 0).is_err());
    }
}
