//! Transactions: all of it, or nothing.

use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};

use mergemaker_protocol::{PersonId, TableId};
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection};

use super::{Result, Store};

/// A transaction. One that is not committed ends its connection, which undoes it.
///
/// The connection is not used again because nobody can tell how it stands. Where a write fails for want of room,
/// SQLite ends the transaction by itself; whoever counts on it being open would write on, and never commit.
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

/// Locks. Whoever needs several takes them in one order, so that no two writers wait for each other: first
/// people, then entries, then tables, each sorted by their ids. A change of nothing locks a row in both databases.
impl Transaction {
    /// Makes other writers wait who end games of the same people.
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

    /// Makes other writers wait who change the same table.
    pub(super) async fn lock_table(&mut self, table: &TableId) -> Result<()> {
        sqlx::query("UPDATE tables SET id = id WHERE id = $1").bind(&table.0).execute(&mut **self).await?;
        Ok(())
    }
}

impl Transaction {
    /// Makes all of it last.
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
