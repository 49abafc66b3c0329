//! Before the game, and after it: who sits where.

use mergemaker_bots::Level;
use mergemaker_engine::{Seat, Table};
use mergemaker_protocol::{Person, PersonId, Refusal, RefusalCode, TableState, Visibility};
use mergemaker_record::Seed;

use super::{Change, Granted, Place, Room, Settings, as_json, refuse, unavailable};
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
        let is_open = |seat: usize| self.places.get(seat) == Some(&Place::Open);
        let wanted = match seat {
            Some(seat) => Some(seat.index()).filter(|&seat| is_open(seat)),
            None => (0..self.places.len()).find(|&seat| is_open(seat)),
        };
        let own = self.seat_of(&person.id);
        if own.is_some() && seat.is_none() {
            return Ok(Granted::Done);
        }
        let Some(wanted) = wanted else {
            return Err(refuse(RefusalCode::WrongState, "this place is taken: choose another"));
        };
        if let Some(own) = own {
            self.places[own.index()] = Place::Open;
        }
        self.places[wanted] = Place::Person { person: person.clone() };
        self.keep_places().await
    }

    pub(super) async fn leave(&mut self, person: &Person) -> Result<Granted, Refusal> {
        self.must_be(TableState::Open)?;
        let Some(seat) = self.seat_of(&person.id) else { return Ok(Granted::Done) };
        self.places[seat.index()] = Place::Open;
        // Without anybody who could be the host, the table is given up.
        if self.host == person.id && !self.pass_on() {
            self.state = TableState::Closed;
        }
        self.keep_places().await
    }

    /// Makes the next person the host; false where there is none.
    fn pass_on(&mut self) -> bool {
        let next = self.places.iter().find_map(|place| match place {
            Place::Person { person } => Some(person.id.clone()),
            Place::Open | Place::Bot { .. } => None,
        });
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
                self.places[seat.index()] = Place::Person { person: now };
                self.keep_places().await?;
            }
            // What is kept of a game that is over is changed where it is kept.
            (Change::Gone { .. } | Change::Renamed { .. }, TableState::Over | TableState::Closed) => {
                self.places[seat.index()] = Place::Person { person: now };
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
        self.places[seat.index()] = Place::Bot { level };
        if self.host == person.id {
            self.pass_on();
        }
        let (store, places) = (&self.rooms.store, self.places_as_text());
        let kept = store.give_to_bot(&self.id, seat.index() as i64, level.id(), &self.host, &places).await;
        if let Err(error) = kept {
            self.is_lost = true;
            return Err(unavailable(&error));
        }
        self.kept = (self.state, places);
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
        if seat.index() >= self.places.len() || self.seat_of(&person.id) == Some(seat) {
            return Err(refuse(RefusalCode::Invalid, "choose another place than your own"));
        }
        if let (TableState::Running, Some(level)) = (self.state, level) {
            return self.let_stand_in(seat, level).await;
        }
        self.must_be(TableState::Open)?;
        if let Place::Person { person } = &self.places[seat.index()] {
            self.sent_away.push(person.id.clone());
        }
        self.places[seat.index()] = level.map_or(Place::Open, |level| Place::Bot { level });
        self.keep_places().await
    }

    /// Lets a bot play for somebody who is not here, until they come back: so that nobody keeps the others waiting.
    async fn let_stand_in(&mut self, seat: Seat, level: Level) -> Result<Granted, Refusal> {
        let is_person = matches!(self.places[seat.index()], Place::Person { .. });
        if !is_person || self.is_here(seat) {
            return Err(refuse(RefusalCode::WrongState, "a bot plays only for those who are not here"));
        }
        self.enter(Entry::StandIn { seat, level: Some(level) }).await
    }

    pub(super) async fn swap(&mut self, person: &Person, one: Seat, other: Seat) -> Result<Granted, Refusal> {
        self.must_be(TableState::Open)?;
        self.must_be_host(person)?;
        if one.index().max(other.index()) >= self.places.len() {
            return Err(refuse(RefusalCode::Invalid, "there is no such place at this table"));
        }
        self.places.swap(one.index(), other.index());
        self.keep_places().await
    }

    pub(super) async fn start(&mut self, person: &Person) -> Result<Granted, Refusal> {
        self.must_be(TableState::Open)?;
        self.must_be_host(person)?;
        if self.places.contains(&Place::Open) {
            return Err(refuse(
                RefusalCode::WrongState,
                "a place is open: wait for somebody, or put a bot there",
            ));
        }
        let table = Table::new(self.settings.rules, self.places.len())
            .map_err(|error| refuse(RefusalCode::Invalid, &error.to_string()))?;
        let seed = Seed::from_bytes(random_bytes());
        let now = now_ms();
        let course = Course::start(table, seed, self.settings.clock, self.bot_seats(), now);
        let players: Vec<_> = self
            .places
            .iter()
            .map(|place| match place {
                Place::Person { person } => (Some(person.id.clone()), None),
                Place::Bot { level } => (None, Some(level.id().to_owned())),
                Place::Open => (None, None),
            })
            .collect();
        let game = NewGame {
            seed: seed.to_string(),
            seats: self.places_as_text(),
            players,
            preset: self.settings.rules.preset().id(),
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
        self.kept = (self.state, game.seats);
        self.course = Some(course);
        tracing::info!(table = %self.id.0, players = self.places.len(), "a game begins");
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
        let mut places = self.places.clone();
        places.rotate_left(1);
        // The others are asked to sit down again: nobody is drawn into a game.
        for place in &mut places {
            if matches!(place, Place::Person { person: other } if other.id != person.id) {
                *place = Place::Open;
            }
        }
        // The next game is a new one: it follows the rules as they are today.
        let settings = Settings { rules: self.settings.rules.today(), ..self.settings.clone() };
        let (settings, seats) = (as_json(&settings), as_json(&places));
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

    async fn keep_places(&mut self) -> Result<Granted, Refusal> {
        let places = self.places_as_text();
        let (from, old) = &self.kept;
        let store = &self.rooms.store;
        let kept = store.replace_seats(&self.id, *from, self.state, &self.host, old, &places).await;
        match kept {
            Ok(true) => self.kept = (self.state, places),
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

    fn places_as_text(&self) -> String {
        as_json(&self.places)
    }
}
