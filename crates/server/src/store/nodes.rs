//! The server that uses the database: one row, which it keeps up to date.

use sqlx::Row;

use super::{Result, Store};

/// A server as others see it in the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Node {
    /// Random, new at each start.
    pub(crate) id: String,
    /// The machine's name.
    pub(crate) name: String,
    /// The address it listens on.
    pub(crate) address: String,
    pub(crate) started_at: i64,
    pub(crate) heartbeat_at: i64,
}

impl Store {
    /// The server that uses the database.
    pub(crate) async fn node(&self) -> Result<Option<Node>> {
        let found =
            sqlx::query("SELECT id, name, address, started_at, heartbeat_at FROM nodes WHERE slot = 1")
                .fetch_optional(&self.write)
                .await?;
        let Some(row) = found else { return Ok(None) };
        Ok(Some(Node {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            address: row.try_get("address")?,
            started_at: row.try_get("started_at")?,
            heartbeat_at: row.try_get("heartbeat_at")?,
        }))
    }

    /// Takes the place of `former`, or the free place. False if another server was faster, or if `former` has
    /// shown that it is alive.
    pub(crate) async fn take_place(&self, node: &Node, former: Option<&Node>) -> Result<bool> {
        let statement = match former {
            None => {
                "INSERT INTO nodes (slot, id, name, address, started_at, heartbeat_at) \
                 VALUES (1, $1, $2, $3, $4, $5) ON CONFLICT DO NOTHING"
            }
            Some(_) => {
                "UPDATE nodes SET id = $1, name = $2, address = $3, started_at = $4, heartbeat_at = $5 \
                 WHERE slot = 1 AND id = $6 AND heartbeat_at = $7"
            }
        };
        let mut query = sqlx::query(statement)
            .bind(&node.id)
            .bind(&node.name)
            .bind(&node.address)
            .bind(node.started_at)
            .bind(node.heartbeat_at);
        if let Some(former) = former {
            query = query.bind(&former.id).bind(former.heartbeat_at);
        }
        Ok(query.execute(&self.write).await?.rows_affected() == 1)
    }

    /// Shows that a server is alive. False if its place is no longer its own.
    pub(crate) async fn beat(&self, id: &str, now: i64) -> Result<bool> {
        let done = sqlx::query("UPDATE nodes SET heartbeat_at = $1 WHERE slot = 1 AND id = $2")
            .bind(now)
            .bind(id)
            .execute(&self.write)
            .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Reads the heartbeat from the file, which must still be a database.
    pub(crate) async fn read_back(&self) -> Result<()> {
        sqlx::query("SELECT heartbeat_at FROM nodes").fetch_optional(&self.read).await?;
        Ok(())
    }

    /// Leaves the place free.
    pub(crate) async fn leave_place(&self, id: &str) -> Result<()> {
        sqlx::query("DELETE FROM nodes WHERE slot = 1 AND id = $1").bind(id).execute(&self.write).await?;
        Ok(())
    }
}
