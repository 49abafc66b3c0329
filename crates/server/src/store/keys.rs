//! Renewing the keys of names after the rules for look-alikes have changed.

use sqlx::Row;

use super::{Result, Store};
use crate::name::NameKey;

/// The number of accounts per transaction.
const AT_A_TIME: i64 = 500;

impl Store {
    /// Gives every account the key that today's rules give its name, oldest first. Of two accounts whose names look
    /// alike, the older gets the key; the newer keeps its name and logs in with exactly that name.
    pub(super) async fn renew_name_keys(&self) -> Result<()> {
        while self.renew_some_name_keys().await? > 0 {}
        Ok(())
    }

    /// Renews some keys and returns how many.
    async fn renew_some_name_keys(&self) -> Result<usize> {
        let mut transaction = self.begin().await?;
        // Two servers that start at once take turns.
        sqlx::query("UPDATE schema_version SET version = version WHERE version = 1")
            .execute(&mut *transaction)
            .await?;
        let rows = sqlx::query(
            "SELECT id, name FROM people WHERE name_key IS NOT NULL AND key_version < $1 \
             ORDER BY created_at, id LIMIT $2",
        )
        .bind(NameKey::VERSION)
        .bind(AT_A_TIME)
        .fetch_all(&mut *transaction)
        .await?;
        for row in &rows {
            let (id, name): (String, String) = (row.try_get("id")?, row.try_get("name")?);
            let key = NameKey::of(&name);
            // An account whose turn is yet to come may have the key from before: it gives way.
            sqlx::query(
                "UPDATE people SET name_key = $1 || id WHERE name_key IN ($2, $3) AND id <> $4 AND key_version < $5",
            )
            .bind(NameKey::NONE)
            .bind(key.as_str())
            .bind(key.of_twin())
            .bind(&id)
            .bind(NameKey::VERSION)
            .execute(&mut *transaction)
            .await?;
            let older = sqlx::query("SELECT id FROM people WHERE name_key = $1 AND id <> $2")
                .bind(key.as_str())
                .bind(&id)
                .fetch_optional(&mut *transaction)
                .await?;
            let (own, twin_of) = match older {
                None => (key.as_str().to_owned(), None),
                Some(_) => (key.of_twin(), Some(key.as_str())),
            };
            sqlx::query("UPDATE people SET name_key = $1, twin_of = $2, key_version = $3 WHERE id = $4")
                .bind(own)
                .bind(twin_of)
                .bind(NameKey::VERSION)
                .bind(&id)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(rows.len())
    }
}
