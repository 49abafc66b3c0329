//! Transactions and locks.

use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};

use mergemaker_protocol::{PersonId, TableId};
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection};

use super::{Result, Store};

/// A transaction. Dropping it without committing closes its connection, which rolls it back.
///
/// The connection is not reused because its state is unknown: when a write fails because the disk is full,
/// SQLite rolls back by itself, and further writes would run outside any transaction.
pub(super) struct Transaction {
    connection: PoolConnection<Any>,
    is_committed: bool,
}

impl Store {
    /// Begins a transaction that may write.
    pub(super) async fn begin(&self) -> Result<Transaction> {
        let connection = self.write.acquire().await?;
        let mut transaction = Transaction { connection, is_committed: false };
        sqlx::query("BEGIN").execute(&mut *transaction).await?;
        Ok(transaction)
    }
}

/// Row locks. To avoid deadlocks, writers lock in a fixed order: people, then entries, then tables, each
/// sorted by id. An update that changes nothing locks a row in both databases.
impl Transaction {
    /// Blocks other writers that end games of the same people.
    pub(super) async fn lock_people<'a>(
        &mut self,
        people: impl IntoIterator<Item = &'a PersonId>,
    ) -> Result<()> {
        for person in people.into_iter().collect::<BTreeSet<_>>() {
            sqlx::query("UPDATE people SET id = id WHERE id = $1")
                .bind(&person.0)
                .execute(&mut **self)
                .await?;
        }
        Ok(())
    }

    /// Blocks other writers that change the same table.
    pub(super) async fn lock_table(&mut self, table: &TableId) -> Result<()> {
        sqlx::query("UPDATE tables SET id = id WHERE id = $1").bind(&table.0).execute(&mut **self).await?;
        Ok(())
    }
}

impl Transaction {
    /// Commits the transaction.
    pub(super) async fn commit(mut self) -> Result<()> {
        sqlx::query("COMMIT").execute(&mut *self).await?;
        self.is_committed = true;
        Ok(())
    }
}

impl Deref for Transaction {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.connection
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.connection
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if !self.is_committed {
            self.connection.close_on_drop();
        }
    }
}
