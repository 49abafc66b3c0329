//! Transactions: all of it, or nothing.

use std::ops::{Deref, DerefMut};

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
