//! Logs of games, read a page at a time, and the snapshots from which long ones are picked up.

use mergemaker_protocol::TableId;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::tables::unreadable;
use super::transaction::Transaction;
use super::{EntryRow, Result, Store, as_json};
use crate::course::CourseSnapshot;

/// Stores a snapshot in place of an older one.
pub(super) async fn save(
    table: &TableId,
    snapshot: &CourseSnapshot,
    transaction: &mut Transaction,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO snapshots (table_id, number, version, data) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, version = excluded.version, \
         data = excluded.data WHERE snapshots.number <= excluded.number",
    )
    .bind(&table.0)
    .bind(snapshot.number().cast_signed())
    .bind(CourseSnapshot::VERSION)
    .bind(as_json(snapshot))
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

impl Store {
    /// The entries in the log of a game from a number on, in order, at most this many.
    pub(crate) async fn entries(&self, id: &TableId, from: u64, limit: usize) -> Result<Vec<EntryRow>> {
        let rows = sqlx::query(
            "SELECT number, at, entry FROM entries WHERE table_id = $1 AND number >= $2 \
             ORDER BY number LIMIT $3",
        )
        .bind(&id.0)
        .bind(from.cast_signed())
        .bind(limit as i64)
        .fetch_all(&self.read)
        .await?;
        let entry = |row: &AnyRow| {
            let entry = serde_json::from_str(&row.try_get::<String, _>("entry")?);
            Ok(EntryRow {
                number: row.try_get::<i64, _>("number")?.cast_unsigned(),
                at: row.try_get("at")?,
                entry: entry.map_err(|error| unreadable("log", &error))?,
            })
        };
        rows.iter().map(entry).collect()
    }

    /// The snapshot of a game. None if there is none that this program can read.
    pub(crate) async fn snapshot(&self, id: &TableId) -> Result<Option<CourseSnapshot>> {
        let found = sqlx::query("SELECT data FROM snapshots WHERE table_id = $1 AND version = $2")
            .bind(&id.0)
            .bind(CourseSnapshot::VERSION)
            .fetch_optional(&self.read)
            .await?;
        let data: Option<String> = found.map(|row| row.try_get("data")).transpose()?;
        Ok(data.and_then(|data| serde_json::from_str(&data).ok()))
    }

    /// Stores the snapshot of a game.
    pub(crate) async fn save_snapshot(&self, id: &TableId, snapshot: &CourseSnapshot) -> Result<()> {
        let mut transaction = self.begin().await?;
        save(id, snapshot, &mut transaction).await?;
        transaction.commit().await
    }
}
