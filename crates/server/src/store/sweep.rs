//! Sweeping: deletes unneeded data, a little at a time.

use mergemaker_protocol::TableId;
use sqlx::{AssertSqlSafe, Row};

use super::{Result, Store, seats};

/// The numbers of rows a sweep removed or closed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Swept {
    /// Expired sessions.
    pub(crate) sessions: u64,
    /// Open tables that were closed.
    pub(crate) tables: u64,
    /// Guests without any other data.
    pub(crate) guests: u64,
}

const DAY: i64 = 24 * 60 * 60 * 1_000;

/// The age in milliseconds from which tables and guests are swept.
const LONG: i64 = 30 * DAY;

/// The maximum of each kind in one sweep.
const MOST: i64 = 1_000;

/// An open table without activity since a time, or a public one whose host has been away since another.
const IS_INACTIVE: &str = "state = 'open' AND ((COALESCE(touched_at, created_at) < $1 \
    AND COALESCE(host_seen_at, 0) < $1 \
    AND NOT EXISTS (SELECT 1 FROM chat WHERE chat.table_id = tables.id AND chat.at >= $1)) \
    OR (visibility = 'public' AND COALESCE(host_seen_at, touched_at, created_at) < $2))";

/// A guest created before a time, without any other data.
const HAS_NO_DATA: &str = "name_key IS NULL AND deleted_at IS NULL AND created_at < $1 \
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = people.id) \
    AND NOT EXISTS (SELECT 1 FROM players WHERE person = people.id) \
    AND NOT EXISTS (SELECT 1 FROM known_networks WHERE person = people.id) \
    AND NOT EXISTS (SELECT 1 FROM sitters WHERE person = people.id) \
    AND NOT EXISTS (SELECT 1 FROM removed WHERE person = people.id) \
    AND NOT EXISTS (SELECT 1 FROM reserved WHERE person = people.id) \
    AND NOT EXISTS (SELECT 1 FROM tables WHERE host = people.id) \
    AND NOT EXISTS (SELECT 1 FROM chat WHERE person = people.id) \
    AND NOT EXISTS (SELECT 1 FROM silenced WHERE person = people.id) \
    AND NOT EXISTS (SELECT 1 FROM muted WHERE person = people.id) \
    AND NOT EXISTS (SELECT 1 FROM muted WHERE other = people.id) \
    AND NOT EXISTS (SELECT 1 FROM ratings WHERE person = people.id) \
    AND NOT EXISTS (SELECT 1 FROM rating_history WHERE person = people.id)";

impl Store {
    /// Deletes expired sessions, closes tables without recent activity, and deletes guests without data.
    /// Anything over the limit is left for the next sweep.
    pub(crate) async fn sweep(&self, now: i64) -> Result<Swept> {
        Ok(Swept {
            sessions: self.sweep_sessions(now).await?,
            tables: self.sweep_tables(now).await?,
            guests: self.sweep_guests(now - LONG).await?,
        })
    }

    async fn sweep_sessions(&self, now: i64) -> Result<u64> {
        let done = sqlx::query(
            "DELETE FROM sessions WHERE secret_hash IN \
             (SELECT secret_hash FROM sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)",
        )
        .bind(now)
        .bind(MOST)
        .execute(&self.write)
        .await?;
        Ok(done.rows_affected())
    }

    async fn sweep_tables(&self, now: i64) -> Result<u64> {
        let mut closed = 0;
        let (inactive, host_away) = (now - LONG, now - DAY);
        let find = format!("SELECT id FROM tables WHERE {IS_INACTIVE} ORDER BY id LIMIT $3");
        // A closed table needs nobody's name.
        let close =
            format!("UPDATE tables SET state = 'closed', seats = '[]' WHERE id = $3 AND {IS_INACTIVE}");
        let found = sqlx::query(AssertSqlSafe(find)).bind(inactive).bind(host_away).bind(MOST);
        let found = found.fetch_all(&self.read).await?;
        // One transaction each, so that other writers get a turn.
        for row in found {
            let id = TableId(row.try_get("id")?);
            let mut transaction = self.begin().await?;
            let done = sqlx::query(AssertSqlSafe(close.as_str()));
            let done = done.bind(inactive).bind(host_away).bind(&id.0);
            let is_closed = done.execute(&mut *transaction).await?.rows_affected() == 1;
            if is_closed {
                seats::clear(&id, &mut transaction).await?;
            }
            transaction.commit().await?;
            closed += u64::from(is_closed);
        }
        Ok(closed)
    }

    async fn sweep_guests(&self, before: i64) -> Result<u64> {
        let mut forgotten = 0;
        let find = format!("SELECT id FROM people WHERE {HAS_NO_DATA} ORDER BY created_at LIMIT $2");
        let forget = format!("DELETE FROM people WHERE id = $2 AND {HAS_NO_DATA}");
        let found = sqlx::query(AssertSqlSafe(find)).bind(before).bind(MOST).fetch_all(&self.read).await?;
        for row in found {
            let id: String = row.try_get("id")?;
            let done = sqlx::query(AssertSqlSafe(forget.as_str())).bind(before).bind(id);
            forgotten += done.execute(&self.write).await?.rows_affected();
        }
        Ok(forgotten)
    }
}
