//! The seats of open tables: who has which, who may not return, and for whom the others are reserved.

use mergemaker_engine::Seat;
use mergemaker_protocol::{Occupant, Person, PersonId, TableId, TableState};
use sqlx::Row;
use sqlx::any::AnyRow;

use super::tables::{state_id, write_seats};
use super::transaction::Transaction;
use super::{Result, Store};
use crate::time::now_ms;

/// The seats of an open table.
#[derive(Clone, Debug)]
pub(crate) struct SeatsRow {
    pub(crate) host: PersonId,
    pub(crate) seats: Vec<Occupant>,
    /// People the host removed, who may not rejoin.
    pub(crate) removed: Vec<PersonId>,
    /// Open seats of a rematch, and for whom they are reserved.
    pub(crate) reserved: Vec<(Seat, Person)>,
}

const ADD_SITTER: &str = "INSERT INTO sitters (table_id, person) VALUES ($1, $2) ON CONFLICT DO NOTHING";
const ADD_REMOVED: &str = "INSERT INTO removed (table_id, person) VALUES ($1, $2) ON CONFLICT DO NOTHING";

async fn delete(id: &TableId, transaction: &mut Transaction) -> Result<()> {
    for delete in [
        "DELETE FROM sitters WHERE table_id = $1",
        "DELETE FROM removed WHERE table_id = $1",
        "DELETE FROM reserved WHERE table_id = $1",
    ] {
        sqlx::query(delete).bind(&id.0).execute(&mut **transaction).await?;
    }
    Ok(())
}

/// Deletes what only an open table has, when its game starts or it is closed: who sits there, who may not, its code, and
/// the network it was created from.
pub(super) async fn clear(id: &TableId, transaction: &mut Transaction) -> Result<()> {
    delete(id, transaction).await?;
    let free = sqlx::query("UPDATE tables SET code = NULL, opened_from = NULL WHERE id = $1").bind(&id.0);
    free.execute(&mut **transaction).await?;
    Ok(())
}

/// Stores the seats of an open table, besides their occupants. For any other state, removes all of that and the code.
pub(super) async fn save(
    id: &TableId,
    state: TableState,
    row: &SeatsRow,
    transaction: &mut Transaction,
) -> Result<()> {
    if state != TableState::Open {
        return clear(id, transaction).await;
    }
    delete(id, transaction).await?;
    let people = row.seats.iter().filter_map(Occupant::person);
    let sitters = people.map(|person| (&person.id, ADD_SITTER));
    for (person, add) in sitters.chain(row.removed.iter().map(|person| (person, ADD_REMOVED))) {
        sqlx::query(add).bind(&id.0).bind(&person.0).execute(&mut **transaction).await?;
    }
    for (seat, person) in &row.reserved {
        sqlx::query("INSERT INTO reserved (table_id, seat, person) VALUES ($1, $2, $3)")
            .bind(&id.0)
            .bind(seat.index() as i64)
            .bind(&person.id.0)
            .execute(&mut **transaction)
            .await?;
    }
    Ok(())
}

impl Store {
    /// Stores the seats and the state if the state and revision are still those the caller read, and
    /// increments the revision. Otherwise changes nothing and returns false.
    pub(crate) async fn replace_seats(
        &self,
        id: &TableId,
        (from, revision): (TableState, i64),
        to: TableState,
        row: &SeatsRow,
    ) -> Result<bool> {
        let mut transaction = self.begin().await?;
        let replaced = sqlx::query(
            "UPDATE tables SET state = $1, host = $2, seats = $3, touched_at = $4, revision = revision + 1 \
             WHERE id = $5 AND state = $6 AND revision = $7",
        )
        .bind(state_id(to))
        .bind(&row.host.0)
        .bind(write_seats(&row.seats))
        .bind(now_ms())
        .bind(&id.0)
        .bind(state_id(from))
        .bind(revision)
        .execute(&mut *transaction)
        .await?;
        let is_replaced = replaced.rows_affected() == 1;
        if is_replaced {
            save(id, to, row, &mut transaction).await?;
        }
        transaction.commit().await?;
        Ok(is_replaced)
    }

    /// The people the host of a table has removed.
    pub(crate) async fn removed(&self, id: &TableId) -> Result<Vec<PersonId>> {
        let rows = sqlx::query("SELECT person FROM removed WHERE table_id = $1 ORDER BY person")
            .bind(&id.0)
            .fetch_all(&self.read)
            .await?;
        rows.iter().map(|row| Ok(PersonId(row.try_get("person")?))).collect()
    }

    /// The reserved seats of a table. A deleted account reserves nothing.
    pub(crate) async fn reserved(&self, id: &TableId) -> Result<Vec<(Seat, Person)>> {
        let rows = sqlx::query(
            "SELECT seat, id, name, name_key FROM reserved JOIN people ON people.id = reserved.person \
             WHERE table_id = $1 AND deleted_at IS NULL ORDER BY seat",
        )
        .bind(&id.0)
        .fetch_all(&self.read)
        .await?;
        let reserved = |row: &AnyRow| {
            let key: Option<String> = row.try_get("name_key")?;
            let (id, name) = (PersonId(row.try_get("id")?), row.try_get("name")?);
            let seat = Seat::new(usize::try_from(row.try_get::<i64, _>("seat")?).unwrap_or(usize::MAX));
            Ok(seat.map(|seat| (seat, Person { id, name, is_guest: key.is_none() })))
        };
        rows.iter().filter_map(|row| reserved(row).transpose()).collect()
    }
}
