//! Tables and the logs of their games.

use mergemaker_protocol::{PersonId, TableId, TableState, Visibility};
use sqlx::Row;
use sqlx::any::AnyRow;

use super::{Finished, Result, Store, StoreError, can_be_kept};

/// A table as it is kept.
#[derive(Clone, Debug)]
pub(crate) struct TableRow {
    pub(crate) id: TableId,
    pub(crate) state: TableState,
    pub(crate) visibility: Visibility,
    pub(crate) host: PersonId,
    /// As JSON.
    pub(crate) settings: String,
    /// As JSON.
    pub(crate) seats: String,
    pub(crate) seed: Option<String>,
    pub(crate) created_at: i64,
    pub(crate) started_at: Option<i64>,
    pub(crate) rematch: Option<TableId>,
}

/// An entry to be added to the log of a game.
#[derive(Clone, Debug)]
pub(crate) struct Append {
    pub(crate) table: TableId,
    pub(crate) number: u64,
    pub(crate) at: i64,
    /// As JSON.
    pub(crate) entry: String,
    /// When something must happen by itself next.
    pub(crate) due_at: Option<i64>,
    /// What came of the game, when this entry ended it.
    pub(crate) finished: Option<Finished>,
}

/// A game that begins.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) seed: String,
    /// As JSON.
    pub(crate) seats: String,
    /// A person or the level of a bot for each seat.
    pub(crate) players: Vec<(Option<PersonId>, Option<String>)>,
    pub(crate) preset: &'static str,
    pub(crate) now: i64,
    pub(crate) due_at: Option<i64>,
}

fn state_id(state: TableState) -> &'static str {
    match state {
        TableState::Open => "open",
        TableState::Running => "running",
        TableState::Over => "over",
        TableState::Closed => "closed",
    }
}

fn row(row: &AnyRow) -> Result<TableRow> {
    let state: String = row.try_get("state")?;
    let states = [TableState::Open, TableState::Running, TableState::Over, TableState::Closed];
    let unreadable = || StoreError::Unreadable { what: format!("the state `{state}` of a table") };
    let visibility: String = row.try_get("visibility")?;
    let rematch: Option<String> = row.try_get("rematch")?;
    Ok(TableRow {
        id: TableId(row.try_get("id")?),
        state: states.into_iter().find(|known| state_id(*known) == state).ok_or_else(unreadable)?,
        visibility: if visibility == "public" { Visibility::Public } else { Visibility::Link },
        host: PersonId(row.try_get("host")?),
        settings: row.try_get("settings")?,
        seats: row.try_get("seats")?,
        seed: row.try_get("seed")?,
        created_at: row.try_get("created_at")?,
        started_at: row.try_get("started_at")?,
        rematch: rematch.map(TableId),
    })
}

impl Store {
    /// Adds a table.
    pub(crate) async fn add_table(&self, table: &TableRow) -> Result<()> {
        let visibility = match table.visibility {
            Visibility::Public => "public",
            Visibility::Link => "link",
        };
        sqlx::query(
            "INSERT INTO tables (id, state, visibility, host, settings, seats, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&table.id.0)
        .bind(state_id(table.state))
        .bind(visibility)
        .bind(&table.host.0)
        .bind(&table.settings)
        .bind(&table.seats)
        .bind(table.created_at)
        .execute(&self.write)
        .await?;
        Ok(())
    }

    /// A table.
    pub(crate) async fn table(&self, id: &TableId) -> Result<Option<TableRow>> {
        if !can_be_kept(&id.0) {
            return Ok(None);
        }
        let found = sqlx::query(
            "SELECT id, state, visibility, host, settings, seats, seed, created_at, started_at, rematch \
             FROM tables WHERE id = $1",
        )
        .bind(&id.0)
        .fetch_optional(&self.write)
        .await?;
        found.as_ref().map(row).transpose()
    }

    /// The public tables in a state, the newest first.
    pub(crate) async fn public_tables(&self, state: TableState, most: i64) -> Result<Vec<TableRow>> {
        let rows = sqlx::query(
            "SELECT id, state, visibility, host, settings, seats, seed, created_at, started_at, rematch \
             FROM tables WHERE state = $1 AND visibility = 'public' ORDER BY created_at DESC LIMIT $2",
        )
        .bind(state_id(state))
        .bind(most)
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(row).collect()
    }

    /// The tables in a state at which somebody sits, the newest first.
    pub(crate) async fn tables_of(&self, person: &PersonId, most: i64) -> Result<Vec<TableRow>> {
        let rows = sqlx::query(
            "SELECT tables.id, state, visibility, host, settings, tables.seats, seed, created_at, \
             started_at, rematch FROM tables JOIN players ON players.table_id = tables.id \
             WHERE players.person = $1 AND state = 'running' ORDER BY created_at DESC LIMIT $2",
        )
        .bind(&person.0)
        .bind(most)
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(row).collect()
    }

    /// Keeps who sits where, and the state.
    pub(crate) async fn set_seats(
        &self,
        id: &TableId,
        state: TableState,
        host: &PersonId,
        seats: &str,
    ) -> Result<()> {
        sqlx::query("UPDATE tables SET state = $1, host = $2, seats = $3 WHERE id = $4")
            .bind(state_id(state))
            .bind(&host.0)
            .bind(seats)
            .bind(&id.0)
            .execute(&self.write)
            .await?;
        Ok(())
    }

    /// Keeps which table has the next game; false when another one was kept before.
    pub(crate) async fn set_rematch(&self, id: &TableId, rematch: &TableId) -> Result<bool> {
        let done = sqlx::query("UPDATE tables SET rematch = $1 WHERE id = $2 AND rematch IS NULL")
            .bind(&rematch.0)
            .bind(&id.0)
            .execute(&self.write)
            .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Starts the game of a table: the seed is fixed, and who plays. False when it has begun before.
    pub(crate) async fn start_game(&self, id: &TableId, game: &NewGame) -> Result<bool> {
        let NewGame { seed, seats, players, preset, now, due_at } = game;
        let mut transaction = self.write.begin().await?;
        let started = sqlx::query(
            "UPDATE tables SET state = 'running', seed = $1, seats = $2, started_at = $3, due_at = $4 \
             WHERE id = $5 AND state = 'open'",
        )
        .bind(seed)
        .bind(seats)
        .bind(*now)
        .bind(*due_at)
        .bind(&id.0)
        .execute(&mut *transaction)
        .await?;
        if started.rows_affected() == 0 {
            return Ok(false);
        }
        for (seat, (person, bot)) in players.iter().enumerate() {
            sqlx::query(
                "INSERT INTO players (table_id, seat, person, bot, seats, preset) \
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(&id.0)
            .bind(seat as i64)
            .bind(person.as_ref().map(|person| person.0.clone()))
            .bind(bot.clone())
            .bind(players.len() as i64)
            .bind(*preset)
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// The log of a game: numbers, times and entries, in order.
    pub(crate) async fn entries(&self, id: &TableId) -> Result<Vec<(u64, i64, String)>> {
        let rows = sqlx::query("SELECT number, at, entry FROM entries WHERE table_id = $1 ORDER BY number")
            .bind(&id.0)
            .fetch_all(&self.write)
            .await?;
        let entry = |row: &AnyRow| {
            Ok((row.try_get::<i64, _>("number")?.cast_unsigned(), row.try_get("at")?, row.try_get("entry")?))
        };
        rows.iter().map(entry).collect()
    }

    /// Adds entries of many games in one commit. For each, whether its number was free.
    pub(crate) async fn append(&self, entries: &[Append]) -> Result<Vec<bool>> {
        let mut transaction = self.write.begin().await?;
        let mut added = vec![false; entries.len()];
        // One order for all, so that two writers never wait for each other.
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.sort_by_key(|&index| (&entries[index].table, entries[index].number));
        for index in order {
            let append = &entries[index];
            let done = sqlx::query(
                "INSERT INTO entries (table_id, number, at, entry) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT DO NOTHING",
            )
            .bind(&append.table.0)
            .bind(append.number.cast_signed())
            .bind(append.at)
            .bind(&append.entry)
            .execute(&mut *transaction)
            .await?;
            added[index] = done.rows_affected() == 1;
            if !added[index] {
                continue;
            }
            sqlx::query("UPDATE tables SET due_at = $1 WHERE id = $2")
                .bind(append.due_at)
                .bind(&append.table.0)
                .execute(&mut *transaction)
                .await?;
            if let Some(finished) = &append.finished {
                finished.keep(&append.table, append.at, &mut transaction).await?;
            }
        }
        transaction.commit().await?;
        Ok(added)
    }

    /// The running games in which something must happen by now.
    pub(crate) async fn due_tables(&self, now: i64, most: i64) -> Result<Vec<TableId>> {
        let rows = sqlx::query(
            "SELECT id FROM tables WHERE due_at IS NOT NULL AND due_at <= $1 AND state = 'running' \
             ORDER BY due_at LIMIT $2",
        )
        .bind(now)
        .bind(most)
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(|row| Ok(TableId(row.try_get("id")?))).collect()
    }

    /// The record of a game that is over.
    pub(crate) async fn record(&self, id: &TableId) -> Result<Option<String>> {
        if !can_be_kept(&id.0) {
            return Ok(None);
        }
        let record: Option<Option<String>> = sqlx::query_scalar("SELECT record FROM tables WHERE id = $1")
            .bind(&id.0)
            .fetch_optional(&self.read)
            .await?;
        Ok(record.flatten())
    }
}
