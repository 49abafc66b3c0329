//! Before the game, and after it: who sits where.

use mergemaker_bots::Level;
use mergemaker_engine::{Seat, Table};
use mergemaker_protocol::{
    Occupant, Person, PersonId, Refusal, RefusalCode, Settings, TableState, Visibility,
};
use mergemaker_record::Seed;

use super::{Change, Granted, Room, refuse, unavailable};
use crate::course::{Course, Entry};
use crate::secret::random_bytes;
use crate::store::{NewGame, Store, TableRow};
use crate::time::now_ms;

impl Room {
    pub(super) async fn join(&mut self, person: &Person, seat: Option<Seat>) -> Result<Granted, Refusal> {
        self.must_be(TableState::Open)?;
        if self.sent_away.contains(&person.id) {
            return Err(refuse(RefusalCode::Forbidden, "the host sent you away: find another table"));
        }
        let is_open = |seat: usize| self.seats.get(seat) == Some(&Occupant::Open);
        let wanted = match seat {
            Some(seat) => Some(seat.index()).filter(|&seat| is_open(seat)),
            None => (0..self.seats.len()).find(|&seat| is_open(seat)),
        };
        let own = self.seat_of(&person.id);
        if own.is_some() && seat.is_none() {
            return Ok(Granted::Done);
        }
        let Some(wanted) = wanted else {
            return Err(refuse(RefusalCode::WrongState, "this place is taken: choose another"));
        };
        if let Some(own) = own {
            self.seats[own.index()] = Occupant::Open;
        }
        self.seats[wanted] = Occupant::Person { person: person.clone() };
        self.keep_seats().await
    }

    pub(super) async fn leave(&mut self, person: &Person) -> Result<Granted, Refusal> {
        self.must_be(TableState::Open)?;
        let Some(seat) = self.seat_of(&person.id) else { return Ok(Granted::Done) };
        self.seats[seat.index()] = Occupant::Open;
        // Without anybody who could be the host, the table is given up.
        if self.host == person.id && !self.pass_on() {
            self.state = TableState::Closed;
        }
        self.keep_seats().await
    }

    /// Makes the next person the host; false where there is none.
    fn pass_on(&mut self) -> bool {
        let next = self.seats.iter().find_map(Occupant::person).map(|person| person.id.clone());
        if let Some(next) = &next {
            self.host = next.clone();
        }
        next.is_some()
    }

    /// Takes note of what changed about somebody who sits here, or wrote here.
    pub(super) async fn change(&mut self, change: &Change) -> Result<(), Refusal> {
        let gone =
            |id: &PersonId| Person { id: id.clone(), name: Store::SOMEBODY.to_owned(), is_guest: false };
        let now = match change {
            Change::Renamed { person } => person.clone(),
            Change::Gone { person } => gone(person),
        };
        for line in self.chat.iter_mut().filter(|line| line.person.id == now.id) {
            line.person = now.clone();
        }
        let Some(seat) = self.seat_of(&now.id) else { return Ok(()) };
        match (change, self.state) {
            (Change::Gone { .. }, TableState::Open) => {
                self.leave(&now).await?;
            }
            (Change::Gone { .. }, TableState::Running) => self.give_to_bot(&now, seat).await?,
            (Change::Renamed { .. }, TableState::Open | TableState::Running) => {
                self.seats[seat.index()] = Occupant::Person { person: now };
                self.keep_seats().await?;
            }
            // What is kept of a game that is over is changed where it is kept.
            (Change::Gone { .. } | Change::Renamed { .. }, TableState::Over | TableState::Closed) => {
                self.seats[seat.index()] = Occupant::Person { person: now };
                self.tell_table();
            }
        }
        Ok(())
    }

    /// Gives the place of somebody who has gone to a bot, for good.
    async fn give_to_bot(&mut self, person: &Person, seat: Seat) -> Result<(), Refusal> {
        let level = Level::Steady;
        // The bot stands in first: so the log says that the game waits for a bot.
        self.stand_in(person, Some(level)).await?;
        if self.state != TableState::Running {
            return Ok(());
        }
        self.seats[seat.index()] = bot(level);
        if self.host == person.id {
            self.pass_on();
        }
        let store = &self.rooms.store;
        let kept = store.give_to_bot(&self.id, seat, level.id(), &self.host, &self.seats).await;
        if let Err(error) = kept {
            self.is_lost = true;
            return Err(unavailable(&error));
        }
        self.note_kept();
        self.tell_table();
        Ok(())
    }

    /// Puts a bot in a place, or nobody: who sat there is sent away.
    pub(super) async fn set_place(
        &mut self,
        person: &Person,
        seat: Seat,
        level: Option<Level>,
    ) -> Result<Granted, Refusal> {
        self.must_be_host(person)?;
        if seat.index() >= self.seats.len() || self.seat_of(&person.id) == Some(seat) {
            return Err(refuse(RefusalCode::Invalid, "choose another place than your own"));
        }
        if let (TableState::Running, Some(level)) = (self.state, level) {
            return self.let_stand_in(seat, level).await;
        }
        self.must_be(TableState::Open)?;
        if let Some(person) = self.seats[seat.index()].person() {
            self.sent_away.push(person.id.clone());
        }
        self.seats[seat.index()] = level.map_or(Occupant::Open, bot);
        self.keep_seats().await
    }

    /// Lets a bot play for somebody who is not here, until they come back: so that nobody keeps the others waiting.
    async fn let_stand_in(&mut self, seat: Seat, level: Level) -> Result<Granted, Refusal> {
        if self.seats[seat.index()].person().is_none() || self.is_here(seat) {
            return Err(refuse(RefusalCode::WrongState, "a bot plays only for those who are not here"));
        }
        self.enter(Entry::StandIn { seat, level: Some(level) }).await
    }

    pub(super) async fn swap(&mut self, person: &Person, one: Seat, other: Seat) -> Result<Granted, Refusal> {
        self.must_be(TableState::Open)?;
        self.must_be_host(person)?;
        if one.index().max(other.index()) >= self.seats.len() {
            return Err(refuse(RefusalCode::Invalid, "there is no such place at this table"));
        }
        self.seats.swap(one.index(), other.index());
        self.keep_seats().await
    }

    pub(super) async fn start(&mut self, person: &Person) -> Result<Granted, Refusal> {
        self.must_be(TableState::Open)?;
        self.must_be_host(person)?;
        if self.seats.contains(&Occupant::Open) {
            return Err(refuse(
                RefusalCode::WrongState,
                "a place is open: wait for somebody, or put a bot there",
            ));
        }
        let table = Table::new(self.settings.rules, self.seats.len())
            .map_err(|error| refuse(RefusalCode::Invalid, &error.to_string()))?;
        let seed = Seed::from_bytes(random_bytes());
        let now = now_ms();
        let course = Course::start(table, seed, self.settings.clock, self.bot_seats(), now);
        let game = NewGame {
            seed,
            seats: self.seats.clone(),
            preset: self.settings.rules.preset(),
            now,
            due_at: self.due_after(&course),
            waits_for: self.waits_for(&course),
        };
        let started = self.rooms.store.start_game(&self.id, &game).await;
        match started {
            Ok(true) => {}
            Ok(false) => {
                self.is_lost = true;
                return Err(refuse(RefusalCode::WrongState, "the game has begun already"));
            }
            Err(error) => {
                self.is_lost = true;
                return Err(unavailable(&error));
            }
        }
        self.state = TableState::Running;
        self.note_kept();
        self.course = Some(course);
        tracing::info!(table = %self.id.0, players = self.seats.len(), "a game begins");
        self.tell_snapshots();
        self.let_bots_play();
        Ok(Granted::Entry { number: 0 })
    }

    /// A table for the next game, with the same people and bots in the next places.
    pub(super) async fn play_again(&mut self, person: &Person) -> Result<Granted, Refusal> {
        self.must_be(TableState::Over)?;
        if self.seat_of(&person.id).is_none() {
            return Err(refuse(RefusalCode::Forbidden, "only those who played may ask for the next game"));
        }
        if let Some(table) = &self.rematch {
            return Ok(Granted::Rematch { table: table.clone() });
        }
        let mut seats = self.seats.clone();
        seats.rotate_left(1);
        // The others are asked to sit down again: nobody is drawn into a game.
        for occupant in &mut seats {
            if occupant.person().is_some_and(|other| other.id != person.id) {
                *occupant = Occupant::Open;
            }
        }
        // The next game is a new one: it follows the rules as they are today.
        let settings = Settings { rules: self.settings.rules.today(), ..self.settings.clone() };
        // Those who played are told of it; nobody else takes their places.
        let row = TableRow::open(person.id.clone(), Visibility::Link, settings, seats);
        let store = &self.rooms.store;
        let next = store.add_rematch(&row, &self.id).await.map_err(|error| unavailable(&error))?;
        if next == row.id {
            crate::metrics::table_opened();
        }
        self.rematch = Some(next.clone());
        self.tell_table();
        Ok(Granted::Rematch { table: next })
    }

    pub(super) fn must_be(&self, state: TableState) -> Result<(), Refusal> {
        let message = match (state, self.state) {
            (wanted, now) if wanted == now => return Ok(()),
            (_, TableState::Closed) => "the table was given up: open another",
            (TableState::Open, _) => "the game has begun already: watch it, or find another table",
            (TableState::Running, TableState::Open) => "the game has not begun",
            (TableState::Running, _) => "the game is over",
            (TableState::Over | TableState::Closed, _) => "the game is not over",
        };
        Err(refuse(RefusalCode::WrongState, message))
    }

    pub(super) fn must_be_host(&self, person: &Person) -> Result<(), Refusal> {
        if self.host == person.id {
            return Ok(());
        }
        Err(refuse(RefusalCode::Forbidden, "only the host of the table may do this: ask them"))
    }

    async fn keep_seats(&mut self) -> Result<Granted, Refusal> {
        let store = &self.rooms.store;
        let kept = store.replace_seats(&self.id, self.kept, self.state, &self.host, &self.seats).await;
        match kept {
            Ok(true) => self.note_kept(),
            Ok(false) => {
                // Somebody else changed the table: the next room reads what holds.
                self.is_lost = true;
                return Err(refuse(RefusalCode::Stale, "the table has changed since: look again"));
            }
            Err(error) => {
                self.is_lost = true;
                return Err(unavailable(&error));
            }
        }
        self.tell_table();
        Ok(Granted::Done)
    }

    /// Notes that the state and the seats are kept, as another revision.
    fn note_kept(&mut self) {
        self.kept = (self.state, self.kept.1 + 1);
    }
}

fn bot(level: Level) -> Occupant {
    Occupant::Bot { level: level.id().to_owned() }
}
