//! Before the game and after it: who sits where, what the host decides, and the chat.

use mergemaker_bots::Level;
use mergemaker_engine::{Seat, Table};
use mergemaker_protocol::{Person, PersonId, Refusal, RefusalCode, Settings, TableState, Visibility};
use mergemaker_record::Seed;

use super::{Change, Play, Reply, Room, refuse, unavailable};
use crate::course::{Course, Entry};
use crate::limit::elapsed_ms;
use crate::metrics;
use crate::secret::random_bytes;
use crate::store::{NewGame, Store, TableRow};
use crate::time::now_ms;

impl Room {
    pub(super) async fn join(&mut self, person: &Person, seat: Option<Seat>) -> Result<Reply, Refusal> {
        self.must_be(TableState::Open)?;
        if self.seating.join(person, seat)? { self.keep_seats(self.state).await } else { Ok(Reply::Done) }
    }

    pub(super) async fn leave(&mut self, person: &PersonId) -> Result<Reply, Refusal> {
        self.must_be(TableState::Open)?;
        let Some(seat) = self.seating.seat_of(person) else { return Ok(Reply::Done) };
        // Without anybody who could be the host, the table is given up.
        let has_host = self.seating.leave(seat, person);
        self.keep_seats(if has_host { TableState::Open } else { TableState::Closed }).await
    }

    /// Notes what changed about somebody who sits here, or wrote here.
    pub(super) async fn change(&mut self, change: &Change) -> Result<(), Refusal> {
        let gone =
            |id: &PersonId| Person { id: id.clone(), name: Store::SOMEBODY.to_owned(), is_guest: false };
        let now = match change {
            Change::Renamed { person } => person.clone(),
            Change::Gone { person } => gone(person),
        };
        self.talk.rename(&now);
        let Some(seat) = self.seating.seat_of(&now.id) else { return Ok(()) };
        match (change, self.state) {
            (Change::Gone { .. }, TableState::Open) => {
                self.leave(&now.id).await?;
            }
            (Change::Gone { .. }, TableState::Running) => self.give_to_bot(&now, seat).await?,
            (Change::Renamed { .. }, TableState::Open | TableState::Running) => {
                self.seating.rename(seat, now);
                self.keep_seats(self.state).await?;
            }
            // What is kept of a game that is over is changed where it is kept.
            (Change::Gone { .. } | Change::Renamed { .. }, TableState::Over | TableState::Closed) => {
                self.seating.rename(seat, now);
                self.send_table();
            }
        }
        Ok(())
    }

    /// Gives the seat of somebody who has gone to a bot, for good.
    async fn give_to_bot(&mut self, person: &Person, seat: Seat) -> Result<(), Refusal> {
        let level = Level::Steady;
        // The bot stands in first: so the log says that the game waits for a bot.
        self.stand_in(person, Some(level)).await?;
        if self.state != TableState::Running {
            return Ok(());
        }
        self.seating.give_to_bot(seat, &person.id, level);
        let (store, seating) = (&self.rooms.store, &self.seating);
        let kept = store.give_to_bot(&self.table.id, seat, level, seating.host(), seating.seats()).await;
        kept.map_err(|error| self.lose(&error))?;
        self.seating.revision += 1;
        self.send_table();
        Ok(())
    }

    /// Puts a bot in a seat, or opens it: a person who had it is sent away. In a running game the bot plays for
    /// somebody who is not here, until they come back: so that nobody keeps the others waiting.
    pub(super) async fn set_seat(
        &mut self,
        person: &Person,
        seat: Seat,
        level: Option<Level>,
    ) -> Result<Reply, Refusal> {
        self.seating.must_be_host(person)?;
        self.seating.must_be_anothers(person, seat)?;
        if let (TableState::Running, Some(level)) = (self.state, level) {
            if self.seating.person(seat).is_none() || self.is_here(seat) {
                let message = "a bot can only play for a person who is not connected";
                return Err(refuse(RefusalCode::WrongState, message));
            }
            return self.enter(Entry::StandIn { seat, level: Some(level) }).await;
        }
        self.must_be(TableState::Open)?;
        self.seating.set(seat, level);
        self.keep_seats(self.state).await
    }

    pub(super) async fn swap(&mut self, person: &Person, one: Seat, other: Seat) -> Result<Reply, Refusal> {
        self.must_be(TableState::Open)?;
        self.seating.must_be_host(person)?;
        self.seating.swap(one, other)?;
        self.keep_seats(self.state).await
    }

    pub(super) async fn start(&mut self, person: &Person) -> Result<Reply, Refusal> {
        self.must_be(TableState::Open)?;
        self.seating.must_be_host(person)?;
        if !self.seating.is_full() {
            let message = "a seat is open: wait for somebody, or put a bot there";
            return Err(refuse(RefusalCode::WrongState, message));
        }
        let settings = &self.table.settings;
        let table = Table::new(settings.rules, self.seating.seats().len())
            .map_err(|error| refuse(RefusalCode::Invalid, &error.to_string()))?;
        let (seed, now) = (Seed::from_bytes(random_bytes()), now_ms());
        let course = Course::start(table, seed, settings.clock, self.seating.bots(), now);
        let game = NewGame {
            seed,
            seats: self.seating.seats().to_vec(),
            preset: settings.rules.preset(),
            now,
            due_at: self.due_after(&course),
            waits_for: self.waits_for(&course),
        };
        let started = self.rooms.store.start_game(&self.table.id, &game).await;
        if !started.map_err(|error| self.lose(&error))? {
            self.is_lost = true;
            return Err(refuse(RefusalCode::WrongState, "the game has begun already"));
        }
        self.state = TableState::Running;
        self.seating.revision += 1;
        self.play = Some(Play::new(course));
        metrics::game_started();
        tracing::info!(table = %self.table.id.0, players = game.seats.len(), "a game begins");
        self.send_snapshots();
        self.let_bots_play();
        Ok(Reply::Entry { number: 0 })
    }

    /// A table for the next game, with the same people and bots in the next seats.
    pub(super) async fn play_again(&mut self, person: &Person) -> Result<Reply, Refusal> {
        self.must_be(TableState::Over)?;
        if self.seating.seat_of(&person.id).is_none() {
            return Err(refuse(RefusalCode::Forbidden, "only those who played can ask for the next game"));
        }
        if let Some(table) = &self.rematch {
            return Ok(Reply::Rematch { table: table.clone() });
        }
        // The next game is a new one: it follows the rules as they are today.
        let settings = &self.table.settings;
        let settings = Settings { rules: settings.rules.today(), ..settings.clone() };
        // Those who played are shown it; nobody else takes their seats.
        let seats = self.seating.for_rematch(&person.id);
        let row = TableRow::open(person.id.clone(), Visibility::Link, settings, seats);
        let store = &self.rooms.store;
        let next = store.add_rematch(&row, &self.table.id).await.map_err(|error| unavailable(&error))?;
        if next == row.id {
            metrics::table_opened();
        }
        self.rematch = Some(next.clone());
        self.send_table();
        Ok(Reply::Rematch { table: next })
    }

    /// Keeps a line of chat and sends it.
    pub(super) async fn write(&mut self, person: &Person, text: &str) -> Result<Reply, Refusal> {
        if !self.table.settings.chat {
            return Err(refuse(RefusalCode::Forbidden, "there is no chat at this table"));
        }
        if self.seating.seat_of(&person.id).is_none() {
            return Err(refuse(RefusalCode::Forbidden, "only those who sit at the table can write"));
        }
        let line = self.talk.compose(person, text, now_ms(), elapsed_ms())?;
        let kept = self.rooms.store.add_chat(&self.table.id, &line).await;
        // It may be kept all the same: the next room reads whether it is.
        kept.map_err(|error| self.lose(&error))?;
        self.send_chat(&line);
        self.talk.add(line);
        Ok(Reply::Done)
    }

    /// Silences somebody at the table, or lets them write again.
    pub(super) async fn silence(
        &mut self,
        host: &Person,
        person: PersonId,
        is_silenced: bool,
    ) -> Result<Reply, Refusal> {
        self.seating.must_be_host(host)?;
        if person == host.id {
            return Err(refuse(RefusalCode::Invalid, "choose somebody other than yourself"));
        }
        if is_silenced && self.seating.seat_of(&person).is_none() {
            return Err(refuse(RefusalCode::NotFound, "that person is not seated at this table"));
        }
        let kept = self.rooms.store.set_silenced(&self.table.id, &person, is_silenced).await;
        kept.map_err(|error| unavailable(&error))?;
        self.talk.silence(person, is_silenced);
        self.send_table();
        Ok(Reply::Done)
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

    /// Keeps who has which seat, and how far the table is now.
    async fn keep_seats(&mut self, state: TableState) -> Result<Reply, Refusal> {
        let (store, seating) = (&self.rooms.store, &self.seating);
        let known = (self.state, seating.revision);
        let kept = store.replace_seats(&self.table.id, known, state, seating.host(), seating.seats()).await;
        if !kept.map_err(|error| self.lose(&error))? {
            // Somebody else changed the table: the next room reads what holds.
            self.is_lost = true;
            return Err(refuse(RefusalCode::Stale, "the table has changed since: look again"));
        }
        self.state = state;
        self.seating.revision += 1;
        self.send_table();
        Ok(Reply::Done)
    }
}
