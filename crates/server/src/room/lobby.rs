//! Before and after the game: seats, the host's decisions, and the chat.

use mergemaker_bots::Level;
use mergemaker_engine::{Seat, Table};
use mergemaker_protocol::{Person, PersonId, Refusal, RefusalCode, Settings, TableState, Visibility};
use mergemaker_record::Seed;

use super::play::STAND_IN;
use super::{Change, Play, Reply, Room, refuse, unavailable};
use crate::course::Course;
use crate::limit::elapsed_ms;
use crate::metrics;
use crate::secret::random_bytes;
use crate::store::{NewGame, RefusedOffers, Store, TableRow};
use crate::time::now_ms;

impl Room {
    pub(super) async fn join(&mut self, person: &Person, seat: Option<Seat>) -> Result<Reply, Refusal> {
        self.require_state(TableState::Open)?;
        if self.seating.join(person, seat)? { self.save_seats(self.state).await } else { Ok(Reply::Done) }
    }

    pub(super) async fn leave(&mut self, person: &PersonId) -> Result<Reply, Refusal> {
        self.require_state(TableState::Open)?;
        let Some(seat) = self.seating.seat_of(person) else {
            let declined = self.seating.decline(person);
            return if declined { self.save_seats(self.state).await } else { Ok(Reply::Done) };
        };
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
        let Some(seat) = self.seating.seat_of(&now.id) else { return self.change_reservation(change).await };
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

    /// Applies a change to a person for whom a seat may be reserved.
    async fn change_reservation(&mut self, change: &Change) -> Result<(), Refusal> {
        match change {
            Change::Gone { person } if self.state == TableState::Open && self.seating.decline(person) => {
                self.save_seats(self.state).await?;
            }
            Change::Renamed { person } if self.seating.rename_reservation(person) => self.send_table(),
            Change::Gone { .. } | Change::Renamed { .. } => {}
        }
        Ok(())
    }

    /// Permanently replaces a person who deleted their account by a bot.
    async fn replace_by_bot(&mut self, person: &Person, seat: Seat) -> Result<(), Refusal> {
        let level = STAND_IN;
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

    /// How long the reserved seats of a rematch are protected from its host, in milliseconds.
    pub(super) fn seats_protected_ms(&self) -> i64 {
        let until = self.table.created_at + i64::from(self.rooms.config.limits.rematch_seconds) * 1_000;
        (until - now_ms()).max(0)
    }

    /// Puts a bot in a seat, or opens the seat; a person seated there is removed.
    pub(super) async fn set_seat(
        &mut self,
        person: &Person,
        seat: Seat,
        level: Option<Level>,
    ) -> Result<Reply, Refusal> {
        self.seating.require_host(person)?;
        self.seating.require_other_seat(person, seat)?;
        if self.state == TableState::Running {
            let message = "The game has started. A bot takes over for an absent player when their time runs out or, \
                           without a clock, when all others agree.";
            return Err(refuse(RefusalCode::WrongState, message));
        }
        self.require_state(TableState::Open)?;
        let wait_ms = self.seats_protected_ms();
        if let Some(person) = self.seating.reserved(seat).filter(|_| wait_ms > 0) {
            let (name, minutes) = (&person.name, (wait_ms + 59_999) / 60_000);
            let message = format!("This seat is reserved for {name}. You can open it in {minutes} min.");
            return Err(refuse(RefusalCode::WrongState, &message));
        }
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
        self.play = Some(Play::new(course, RefusedOffers::default()));
        metrics::game_started();
        tracing::info!(table = %self.table.id.0, players = game.seats.len(), "game started");
        self.send_snapshots();
        self.start_bot();
        Ok(Reply::Done)
    }

    /// Creates the table for the next game: the seats rotate by one, with the same bots and reserved seats for
    /// the others.
    pub(super) async fn create_rematch(&mut self, person: &Person) -> Result<Reply, Refusal> {
        self.require_state(TableState::Over)?;
        if self.seating.seat_of(&person.id).is_none() {
            return Err(refuse(RefusalCode::Forbidden, "Only players of this game can start a rematch."));
        }
        if let Some(table) = &self.rematch {
            return Ok(Reply::Rematch { table: table.clone(), is_new: false });
        }
        // A rematch is a new game and uses the current version of the rules.
        let settings = &self.table.settings;
        let settings = Settings { rules: settings.rules.today(), ..settings.clone() };
        // By link: only the players of this game are shown the table.
        let (seats, reserved) = self.seating.for_rematch(&person.id);
        let row = TableRow::open(person.id.clone(), Visibility::Link, settings, seats);
        let store = &self.rooms.store;
        let most = self.rooms.config.limits.open_tables_per_person;
        let next = store.add_rematch(&row, &reserved, &self.table.id, most).await;
        let next = next.map_err(|error| unavailable(&error))?.ok_or_else(|| too_many_open_tables(most))?;
        let is_new = next == row.id;
        if is_new {
            metrics::table_opened();
        }
        self.rematch = Some(next.clone());
        self.send_table();
        Ok(Reply::Rematch { table: next, is_new })
    }

    /// Stores a chat line and sends it.
    pub(super) async fn write(&mut self, person: &Person, text: &str) -> Result<Reply, Refusal> {
        if !self.table.settings.chat {
            return Err(refuse(RefusalCode::Forbidden, "Chat is turned off at this table."));
        }
        if !self.table.settings.may_chat(self.seating.seat_of(&person.id).is_some()) {
            return Err(refuse(RefusalCode::Forbidden, "Only people seated at this table can write."));
        }
        let most = self.rooms.config.limits.chat_lines_per_table;
        let line = self.talk.compose(person, text, most, now_ms(), elapsed_ms())?;
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

    /// Notes from time to time that the host of an open table is here: the lobby shows only such tables.
    pub(super) async fn note_host(&mut self) {
        const EVERY_MS: i64 = 60_000;
        let now = now_ms();
        let is_noted = now - self.seating.host_seen_at < EVERY_MS;
        let is_here = self.seating.seat_of(self.seating.host()).is_some_and(|seat| self.is_here(seat));
        if self.state != TableState::Open || is_noted || !is_here {
            return;
        }
        self.seating.host_seen_at = now;
        // If it cannot be stored now, the next time will do.
        let _ = self.rooms.store.note_host(&self.table.id, now).await;
    }

    /// Stores the seats and the table's state.
    async fn save_seats(&mut self, state: TableState) -> Result<Reply, Refusal> {
        let known = (self.state, self.seating.revision);
        let row = self.seating.row();
        let kept = self.rooms.store.replace_seats(&self.table.id, known, state, &row).await;
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

/// The refusal for somebody who hosts as many open tables as allowed.
pub(crate) fn too_many_open_tables(most: u32) -> Refusal {
    let message = if most == 1 {
        "You already host an open table. Leave it or start its game, then open another.".to_owned()
    } else {
        format!(
            "You host {most} open tables, as many as you may. Leave one or start its game, then open another."
        )
    };
    refuse(RefusalCode::LimitReached, &message)
}
