//! Tables and the logs of their games.

use std::collections::BTreeSet;

use mergemaker_bots::Level;
use mergemaker_engine::{Preset, Seat};
use mergemaker_protocol::api::games::GameRecord;
use mergemaker_protocol::{
    Occupant, Person, PersonId, Settings, TABLE_ID_LENGTH, TableId, TableState, Visibility,
};
use mergemaker_record::Seed;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use super::lobby::{Opened, Opening, may_open};
use super::seats::{self, SeatsRow};
use super::snapshots;
use super::transaction::Transaction;
use super::{Finished, Result, Store, StoreError, as_json, is_storable};
use crate::course::{CourseSnapshot, Entry};
use crate::secret::{random_code, random_text};
use crate::time::now_ms;

/// A table as stored.
#[derive(Clone, Debug)]
pub(crate) struct TableRow {
    pub(crate) id: TableId,
    pub(crate) state: TableState,
    pub(crate) visibility: Visibility,
    pub(crate) host: PersonId,
    pub(crate) settings: Settings,
    pub(crate) seats: Vec<Occupant>,
    /// The revision of the seats, for optimistic locking.
    pub(crate) revision: i64,
    pub(crate) seed: Option<Seed>,
    pub(crate) created_at: i64,
    pub(crate) started_at: Option<i64>,
    pub(crate) rematch: Option<TableId>,
    /// The seat of the person to move in a running game.
    pub(crate) waits_for: Option<Seat>,
    /// The code to type instead of the link, while the table is open.
    pub(crate) code: Option<String>,
    pub(crate) refused_offers: RefusedOffers,
}

/// How many offers were refused in a turn because the other side lacks what they ask for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct RefusedOffers {
    /// The number of the entry with which the turn began.
    pub(crate) in_turn: u64,
    pub(crate) count: u32,
}

impl TableRow {
    /// A new open table with a random id.
    pub(crate) fn open(
        host: PersonId,
        visibility: Visibility,
        settings: Settings,
        seats: Vec<Occupant>,
    ) -> TableRow {
        TableRow {
            id: TableId(random_text(TABLE_ID_LENGTH)),
            state: TableState::Open,
            visibility,
            host,
            settings,
            seats,
            revision: 0,
            seed: None,
            created_at: now_ms(),
            started_at: None,
            rematch: None,
            waits_for: None,
            code: Some(random_code()),
            refused_offers: RefusedOffers::default(),
        }
    }

    /// The seats of a table nobody was removed from.
    fn seats_row(&self, reserved: &[(Seat, Person)]) -> SeatsRow {
        let (host, seats) = (self.host.clone(), self.seats.clone());
        SeatsRow { host, seats, removed: Vec::new(), reserved: reserved.to_vec() }
    }
}

/// A log entry to write.
#[derive(Clone, Debug)]
pub(crate) struct Append {
    pub(crate) table: TableId,
    pub(crate) number: u64,
    pub(crate) at: i64,
    pub(crate) entry: Entry,
    /// When the server must act next.
    pub(crate) due_at: Option<i64>,
    /// The seat of the person to move next.
    pub(crate) waits_for: Option<Seat>,
    /// The state of the game, where a snapshot of it is due.
    pub(crate) snapshot: Option<CourseSnapshot>,
    /// The results, if this entry ends the game.
    pub(crate) finished: Option<Finished>,
}

/// An entry in the log of a game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct EntryRow {
    pub(crate) number: u64,
    pub(crate) at: i64,
    pub(crate) entry: Entry,
}

/// A game to start.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) seed: Seed,
    pub(crate) seats: Vec<Occupant>,
    pub(crate) preset: Preset,
    pub(crate) now: i64,
    pub(crate) due_at: Option<i64>,
    /// The seat of the person to move first.
    pub(crate) waits_for: Option<Seat>,
}

/// The stored form of a seat, unchanged since release 0.1.0. It differs from the protocol's form.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Occupant", rename_all = "snake_case")]
enum StoredOccupant {
    Open,
    Bot { level: String },
    Person { person: Person },
}

#[derive(Serialize, Deserialize)]
struct StoredSeat(#[serde(with = "StoredOccupant")] Occupant);

/// Serializes seats for the store.
pub(super) fn write_seats(seats: &[Occupant]) -> String {
    as_json(&seats.iter().cloned().map(StoredSeat).collect::<Vec<_>>())
}

/// Reads stored seats.
pub(super) fn read_seats(text: &str) -> Result<Vec<Occupant>> {
    let seats: Vec<StoredSeat> = serde_json::from_str(text).map_err(|error| unreadable("seats", &error))?;
    Ok(seats.into_iter().map(|StoredSeat(occupant)| occupant).collect())
}

pub(super) fn unreadable(what: &str, why: &dyn std::fmt::Display) -> StoreError {
    StoreError::Unreadable { what: format!("the {what} of a table: {why}") }
}

pub(super) fn state_id(state: TableState) -> &'static str {
    match state {
        TableState::Open => "open",
        TableState::Running => "running",
        TableState::Over => "over",
        TableState::Closed => "closed",
    }
}

/// The columns of a table.
pub(super) const COLUMNS: &str = "id, state, visibility, host, settings, seats, revision, seed, created_at, started_at, \
                                  rematch, waits_for, code, refused_offers, refused_in_turn";

/// The SQL statement for reading tables.
pub(super) fn select(which: &'static str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!("SELECT {COLUMNS} FROM tables {which}"))
}

fn row(row: &AnyRow) -> Result<TableRow> {
    let state: String = row.try_get("state")?;
    let states = [TableState::Open, TableState::Running, TableState::Over, TableState::Closed];
    let settings: String = row.try_get("settings")?;
    let seed: Option<String> = row.try_get("seed")?;
    let waits_for: Option<i64> = row.try_get("waits_for")?;
    let visibility: String = row.try_get("visibility")?;
    let rematch: Option<String> = row.try_get("rematch")?;
    Ok(TableRow {
        id: TableId(row.try_get("id")?),
        state: states
            .into_iter()
            .find(|known| state_id(*known) == state)
            .ok_or_else(|| unreadable("state", &state))?,
        visibility: if visibility == "public" { Visibility::Public } else { Visibility::Link },
        host: PersonId(row.try_get("host")?),
        settings: serde_json::from_str(&settings).map_err(|error| unreadable("settings", &error))?,
        seats: read_seats(&row.try_get::<String, _>("seats")?)?,
        revision: row.try_get("revision")?,
        seed: match seed {
            Some(seed) => Some(seed.parse().map_err(|error| unreadable("seed", &error))?),
            None => None,
        },
        created_at: row.try_get("created_at")?,
        started_at: row.try_get("started_at")?,
        rematch: rematch.map(TableId),
        waits_for: waits_for.and_then(|seat| Seat::new(usize::try_from(seat).ok()?)),
        code: row.try_get("code")?,
        refused_offers: RefusedOffers {
            in_turn: row.try_get::<i64, _>("refused_in_turn")?.cast_unsigned(),
            count: u32::try_from(row.try_get::<i64, _>("refused_offers")?).unwrap_or(u32::MAX),
        },
    })
}

/// Reads a list of tables. Unreadable ones are skipped and logged.
pub(super) fn rows(rows: &[AnyRow]) -> Result<Vec<TableRow>> {
    let mut tables = Vec::with_capacity(rows.len());
    for each in rows {
        tables.extend(readable(each)?);
    }
    Ok(tables)
}

/// Reads a table. None, and a line in the log, if it is unreadable.
pub(super) fn readable(found: &AnyRow) -> Result<Option<TableRow>> {
    match row(found) {
        Ok(table) => Ok(Some(table)),
        Err(StoreError::Unreadable { what }) => {
            tracing::error!(what, "cannot read a table");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// A seat as stored.
fn number_of(seat: Option<Seat>) -> Option<i64> {
    seat.map(|seat| seat.index() as i64)
}

/// Adds a table. If its code is taken, picks another.
async fn insert(
    table: &TableRow,
    reserved: &[(Seat, Person)],
    from: Option<&str>,
    transaction: &mut Transaction,
) -> Result<()> {
    let visibility = match table.visibility {
        Visibility::Public => "public",
        Visibility::Link => "link",
    };
    let mut code = table.code.clone();
    loop {
        let added = sqlx::query(
            "INSERT INTO tables (id, state, visibility, host, settings, seats, created_at, code, host_seen_at, \
             opened_from) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $7, $9) ON CONFLICT (code) DO NOTHING",
        )
        .bind(&table.id.0)
        .bind(state_id(table.state))
        .bind(visibility)
        .bind(&table.host.0)
        .bind(as_json(&table.settings))
        .bind(write_seats(&table.seats))
        .bind(table.created_at)
        .bind(code)
        .bind(from)
        .execute(&mut **transaction)
        .await?;
        if added.rows_affected() == 1 {
            break;
        }
        code = Some(random_code());
    }
    seats::save(&table.id, table.state, &table.seats_row(reserved), transaction).await
}

/// Adds the entries whose numbers are free, and returns for each whether it was added. They must be sorted.
async fn insert_entries(entries: &[&Append], transaction: &mut Transaction) -> Result<Vec<bool>> {
    /// The maximum number of entries per statement.
    const MOST: usize = 100;
    let mut added = Vec::with_capacity(entries.len());
    for some in entries.chunks(MOST) {
        let values =
            |row| format!("(${}, ${}, ${}, ${})", 4 * row + 1, 4 * row + 2, 4 * row + 3, 4 * row + 4);
        let values: Vec<String> = (0..some.len()).map(values).collect();
        let mut insert = sqlx::query(AssertSqlSafe(format!(
            "INSERT INTO entries (table_id, number, at, entry) VALUES {} \
             ON CONFLICT DO NOTHING RETURNING table_id, number",
            values.join(", ")
        )));
        for append in some {
            insert = insert.bind(&append.table.0).bind(append.number.cast_signed());
            insert = insert.bind(append.at).bind(as_json(&append.entry));
        }
        // Batches vary in length: do not fill the statement cache with a statement for each.
        let rows = insert.persistent(some.len() == 1).fetch_all(&mut **transaction).await?;
        let key = |row: &AnyRow| Ok((row.try_get("table_id")?, row.try_get("number")?));
        let mut free: BTreeSet<(String, i64)> = rows.iter().map(key).collect::<Result<_>>()?;
        // Of two entries with the same number, the first was added.
        added.extend(
            some.iter().map(|append| free.remove(&(append.table.0.clone(), append.number.cast_signed()))),
        );
    }
    Ok(added)
}

impl Store {
    /// Adds a table, unless there are too many open ones.
    pub(crate) async fn add_table(&self, table: &TableRow, opening: &Opening) -> Result<Opened> {
        let mut transaction = self.begin().await?;
        let opened = may_open(&table.host, opening, &mut transaction).await?;
        if opened == Opened::Yes {
            insert(table, &[], opening.network().as_deref(), &mut transaction).await?;
            transaction.commit().await?;
        }
        Ok(opened)
    }

    /// Adds the table for a rematch, with seats reserved for others. If one exists already, returns that one and adds
    /// nothing. None if the host has too many open tables.
    pub(crate) async fn add_rematch(
        &self,
        table: &TableRow,
        reserved: &[(Seat, Person)],
        of: &TableId,
        most: u32,
    ) -> Result<Option<TableId>> {
        let mut transaction = self.begin().await?;
        let opening = Opening { per_person: most, per_network: 0, address: None };
        let opened = may_open(&table.host, &opening, &mut transaction).await?;
        let noted = sqlx::query("UPDATE tables SET rematch = $1 WHERE id = $2 AND rematch IS NULL")
            .bind(&table.id.0)
            .bind(&of.0)
            .execute(&mut *transaction)
            .await?;
        let rematch = if noted.rows_affected() == 1 {
            if opened != Opened::Yes {
                return Ok(None);
            }
            insert(table, reserved, None, &mut transaction).await?;
            table.id.clone()
        } else {
            let other = sqlx::query_scalar("SELECT rematch FROM tables WHERE id = $1").bind(&of.0);
            TableId(other.fetch_one(&mut *transaction).await?)
        };
        transaction.commit().await?;
        Ok(Some(rematch))
    }

    /// A table by id.
    pub(crate) async fn table(&self, id: &TableId) -> Result<Option<TableRow>> {
        if !is_storable(&id.0) {
            return Ok(None);
        }
        let found = sqlx::query(select("WHERE id = $1")).bind(&id.0).fetch_optional(&self.read).await?;
        found.as_ref().map(row).transpose()
    }

    /// The open table with a code.
    pub(crate) async fn table_with_code(&self, code: &str) -> Result<Option<TableId>> {
        if !is_storable(code) {
            return Ok(None);
        }
        let found = sqlx::query_scalar("SELECT id FROM tables WHERE code = $1 AND state = 'open'");
        let id: Option<String> = found.bind(code).fetch_optional(&self.read).await?;
        Ok(id.map(TableId))
    }

    /// All tables where a person is seated, played or wrote.
    pub(crate) async fn tables_that_name(&self, person: &PersonId) -> Result<Vec<TableId>> {
        let rows = sqlx::query(
            "SELECT table_id FROM players WHERE person = $1 UNION SELECT table_id FROM sitters WHERE person = $1 \
             UNION SELECT table_id FROM reserved WHERE person = $1 UNION SELECT table_id FROM chat WHERE person = $1",
        )
        .bind(&person.0)
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(|row| Ok(TableId(row.try_get("table_id")?))).collect()
    }

    /// Permanently replaces a person in a running game by a bot.
    pub(crate) async fn replace_by_bot(
        &self,
        id: &TableId,
        seat: Seat,
        level: Level,
        host: &PersonId,
        seats: &[Occupant],
    ) -> Result<()> {
        let mut transaction = self.begin().await?;
        sqlx::query("UPDATE tables SET host = $1, seats = $2, revision = revision + 1 WHERE id = $3")
            .bind(&host.0)
            .bind(write_seats(seats))
            .bind(&id.0)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("UPDATE players SET person = NULL, bot = $1 WHERE table_id = $2 AND seat = $3")
            .bind(level.id())
            .bind(&id.0)
            .bind(number_of(Some(seat)))
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Starts the game of a table. False if it has started before.
    pub(crate) async fn start_game(&self, id: &TableId, game: &NewGame) -> Result<bool> {
        let NewGame { seed, seats, preset, now, due_at, waits_for } = game;
        let players = seats.len() as i64;
        let mut transaction = self.begin().await?;
        let started = sqlx::query(
            "UPDATE tables SET state = 'running', seed = $1, seats = $2, started_at = $3, due_at = $4, \
             preset = $5, players = $6, waits_for = $7, revision = revision + 1 \
             WHERE id = $8 AND state = 'open'",
        )
        .bind(seed.to_string())
        .bind(write_seats(seats))
        .bind(*now)
        .bind(*due_at)
        .bind(preset.id())
        .bind(players)
        .bind(number_of(*waits_for))
        .bind(&id.0)
        .execute(&mut *transaction)
        .await?;
        if started.rows_affected() == 0 {
            return Ok(false);
        }
        seats::clear(id, &mut transaction).await?;
        for (seat, occupant) in seats.iter().enumerate() {
            let bot = match occupant {
                Occupant::Bot { level } => Some(level.as_str()),
                Occupant::Open | Occupant::Person { .. } => None,
            };
            sqlx::query(
                "INSERT INTO players (table_id, seat, person, bot, seats, preset) \
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(&id.0)
            .bind(seat as i64)
            .bind(occupant.person().map(|person| person.id.0.as_str()))
            .bind(bot)
            .bind(players)
            .bind(preset.id())
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// Adds entries of any number of games in one commit. Returns for each whether its number was free.
    pub(crate) async fn append(&self, entries: &[Append]) -> Result<Vec<bool>> {
        let mut transaction = self.begin().await?;
        let finished = entries.iter().filter_map(|append| append.finished.as_ref());
        transaction.lock_people(finished.flat_map(Finished::people)).await?;
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.sort_by_key(|&index| (&entries[index].table, entries[index].number));
        let sorted: Vec<&Append> = order.iter().map(|&index| &entries[index]).collect();
        let is_added = insert_entries(&sorted, &mut transaction).await?;
        for (append, _) in sorted.iter().zip(&is_added).filter(|(_, is_added)| **is_added) {
            if let Some(snapshot) = &append.snapshot {
                snapshots::save(&append.table, snapshot, &mut transaction).await?;
            }
            if let Some(finished) = &append.finished {
                finished.save(&append.table, append.at, &mut transaction).await?;
                continue;
            }
            sqlx::query("UPDATE tables SET due_at = $1, waits_for = $2 WHERE id = $3")
                .bind(append.due_at)
                .bind(number_of(append.waits_for))
                .bind(&append.table.0)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        let mut added = vec![false; entries.len()];
        for (index, is_added) in order.into_iter().zip(is_added) {
            added[index] = is_added;
        }
        Ok(added)
    }

    /// Stores how many offers were refused in this turn.
    pub(crate) async fn save_refused_offers(&self, id: &TableId, refused: RefusedOffers) -> Result<()> {
        sqlx::query("UPDATE tables SET refused_offers = $1, refused_in_turn = $2 WHERE id = $3")
            .bind(i64::from(refused.count))
            .bind(refused.in_turn.cast_signed())
            .bind(&id.0)
            .execute(&self.write)
            .await?;
        Ok(())
    }

    /// Has the server act later at a running game: it cannot be read now.
    pub(crate) async fn postpone(&self, id: &TableId, due_at: i64) -> Result<()> {
        sqlx::query("UPDATE tables SET due_at = $1 WHERE id = $2 AND state = 'running' AND due_at < $1")
            .bind(due_at)
            .bind(&id.0)
            .execute(&self.write)
            .await?;
        Ok(())
    }

    /// The running games where the server must act by now.
    pub(crate) async fn due_tables(&self, now: i64, limit: i64) -> Result<Vec<TableId>> {
        let rows = sqlx::query(
            "SELECT id FROM tables WHERE due_at IS NOT NULL AND due_at <= $1 AND state = 'running' \
             ORDER BY due_at LIMIT $2",
        )
        .bind(now)
        .bind(limit)
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(|row| Ok(TableId(row.try_get("id")?))).collect()
    }

    /// The record of a finished game.
    pub(crate) async fn record(&self, id: &TableId) -> Result<Option<GameRecord>> {
        if !is_storable(&id.0) {
            return Ok(None);
        }
        let record: Option<Option<String>> = sqlx::query_scalar("SELECT record FROM tables WHERE id = $1")
            .bind(&id.0)
            .fetch_optional(&self.read)
            .await?;
        let record = record.flatten().map(RawValue::from_string).transpose();
        Ok(record.map_err(|error| unreadable("record", &error))?.map(GameRecord))
    }
}
