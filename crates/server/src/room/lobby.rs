//! Before and after the game: seats, the host's decisions, and the chat.

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
        self.require_state(TableState::Open)?;
        if self.seating.join(person, seat)? { self.save_seats(self.state).await } else { Ok(Reply::Done) }
    }

    pub(super) async fn leave(&mut self, person: &PersonId) -> Result<Reply, Refusal> {
        self.require_state(TableState::Open)?;
        let Some(seat) = self.seating.seat_of(person) else { return Ok(Reply::Done) };
        // A table without people is closed.
        let has_host = self.seating.leave(seat, person);
        self.save_seats(if has_host { TableState::Open } else { TableState::Closed }).await
    }

    /// Applies a change to a person who is seated here or wrote here.
    pub(super) async fn change(&mut self, change: &Change) -> Result<(), Refusal> {
        let gone =
            |id: &PersonId| Person { id: id.clone(), name: Store::DELETED_NAME.to_owned(), is_guest: false };
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
            (Change::Gone { .. }, TableState::Running) => self.replace_by_bot(&now, seat).await?,
            (Change::Renamed { .. }, TableState::Open | TableState::Running) => {
                self.seating.rename(seat, now);
                self.save_seats(self.state).await?;
            }
            // The stored data of a finished game is changed in the store.
            (Change::Gone { .. } | Change::Renamed { .. }, TableState::Over | TableState::Closed) => {
                self.seating.rename(seat, now);
                self.send_table();
            }
        }
        Ok(())
    }

    /// Permanently replaces a person who deleted their account by a bot.
    async fn replace_by_bot(&mut self, person: &Person, seat: Seat) -> Result<(), Refusal> {
        let level = Level::Steady;
        // The bot stands in first, so that the log shows that a bot is to move.
        self.stand_in(person, Some(level)).await?;
        if self.state != TableState::Running {
            return Ok(());
        }
        self.seating.replace_by_bot(seat, &person.id, level);
        let (store, seating) = (&self.rooms.store, &self.seating);
        let kept = store.replace_by_bot(&self.table.id, seat, level, seating.host(), seating.seats()).await;
        kept.map_err(|error| self.fail(&error))?;
        self.seating.revision += 1;
        self.send_table();
        Ok(())
    }

    /// Puts a bot in a seat, or opens the seat; a person seated there is removed. In a running game, lets a
    /// bot stand in for a person who is not connected until they return.
    pub(super) async fn set_seat(
        &mut self,
        person: &Person,
        seat: Seat,
        level: Option<Level>,
    ) -> Result<Reply, Refusal> {
        self.seating.require_host(person)?;
        self.seating.require_other_seat(person, seat)?;
        if let (TableState::Running, Some(level)) = (self.state, level) {
            if self.seating.person(seat).is_none() || self.is_here(seat) {
                let message = "A bot can only stand in for a person who is not connected.";
                return Err(refuse(RefusalCode::WrongState, message));
            }
            return self.append(Entry::StandIn { seat, level: Some(level) }).await;
        }
        self.require_state(TableState::Open)?;
        self.seating.set(seat, level);
        self.save_seats(self.state).await
    }

    pub(super) async fn swap(&mut self, person: &Person, one: Seat, other: Seat) -> Result<Reply, Refusal> {
        self.require_state(TableState::Open)?;
        self.seating.require_host(person)?;
        self.seating.swap(one, other)?;
        self.save_seats(self.state).await
    }

    pub(super) async fn start(&mut self, person: &Person) -> Result<Reply, Refusal> {
        self.require_state(TableState::Open)?;
        self.seating.require_host(person)?;
        if !self.seating.is_full() {
            let message = "A seat is still open. Wait for another player, or add a bot.";
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
        if !started.map_err(|error| self.fail(&error))? {
            self.is_inconsistent = true;
            return Err(refuse(RefusalCode::WrongState, "The game has already started."));
        }
        self.state = TableState::Running;
        self.seating.revision += 1;
        self.play = Some(Play::new(course));
        metrics::game_started();
        tracing::info!(table = %self.table.id.0, players = game.seats.len(), "game started");
        self.send_snapshots();
        self.start_bot();
        Ok(Reply::Done)
    }

    /// Creates the table for the next game: the seats rotate by one, with the same bots and open seats for
    /// the others.
    pub(super) async fn create_rematch(&mut self, person: &Person) -> Result<Reply, Refusal> {
        self.require_state(TableState::Over)?;
        if self.seating.seat_of(&person.id).is_none() {
            return Err(refuse(RefusalCode::Forbidden, "Only players of this game can start a rematch."));
        }
        if let Some(table) = &self.rematch {
            return Ok(Reply::Rematch { table: table.clone() });
        }
        // A rematch is a new game and uses the current version of the rules.
        let settings = &self.table.settings;
        let settings = Settings { rules: settings.rules.today(), ..settings.clone() };
        // By link: only the players of this game are shown the table.
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

    /// Stores a chat line and sends it.
    pub(super) async fn write(&mut self, person: &Person, text: &str) -> Result<Reply, Refusal> {
        if !self.table.settings.chat {
            return Err(refuse(RefusalCode::Forbidden, "Chat is turned off at this table."));
        }
        if !self.table.settings.may_chat(self.seating.seat_of(&person.id).is_some()) {
            return Err(refuse(RefusalCode::Forbidden, "Only people seated at this table can write."));
        }
        let line = self.talk.compose(person, text, now_ms(), elapsed_ms())?;
        let kept = self.rooms.store.add_chat(&self.table.id, &line).await;
        // The line may have been stored anyway: the next room reads the store.
        kept.map_err(|error| self.fail(&error))?;
        self.send_chat(&line);
        self.talk.add(line);
        Ok(Reply::Done)
    }

    /// Silences a person at the table, or undoes that.
    pub(super) async fn silence(
        &mut self,
        host: &Person,
        person: PersonId,
        is_silenced: bool,
    ) -> Result<Reply, Refusal> {
        self.seating.require_host(host)?;
        if person == host.id {
            return Err(refuse(RefusalCode::Invalid, "You cannot silence yourself."));
        }
        if is_silenced && self.seating.seat_of(&person).is_none() {
            return Err(refuse(RefusalCode::NotFound, "That person is not seated at this table."));
        }
        let kept = self.rooms.store.set_silenced(&self.table.id, &person, is_silenced).await;
        kept.map_err(|error| unavailable(&error))?;
        self.talk.silence(person, is_silenced);
        self.send_table();
        Ok(Reply::Done)
    }

    pub(super) fn require_state(&self, state: TableState) -> Result<(), Refusal> {
        let message = match (state, self.state) {
            (wanted, now) if wanted == now => return Ok(()),
            (_, TableState::Closed) => "This table is closed. Open another.",
            (TableState::Open, _) => "The game has already started. Watch it, or find another table.",
            (TableState::Running, TableState::Open) => "The game has not started yet.",
            (TableState::Running, _) => "The game is over.",
            (TableState::Over | TableState::Closed, _) => "The game is not over yet.",
        };
        Err(refuse(RefusalCode::WrongState, message))
    }

    /// Stores the seats and the table's state.
    async fn save_seats(&mut self, state: TableState) -> Result<Reply, Refusal> {
        let (store, seating) = (&self.rooms.store, &self.seating);
        let known = (self.state, seating.revision);
        let kept = store.replace_seats(&self.table.id, known, state, seating.host(), seating.seats()).await;
        if !kept.map_err(|error| self.fail(&error))? {
            // Another server changed the table: the next room reads the store.
            self.is_inconsistent = true;
            return Err(refuse(
                RefusalCode::Stale,
                "The table has changed in the meantime. Check it and try again.",
            ));
        }
        self.state = state;
        self.seating.revision += 1;
        self.send_table();
        Ok(Reply::Done)
    }
}
