//! People, their names, and what remains when an account is deleted.

use mergemaker_protocol::{Account, Occupant, Person, PersonId, TableId};
use mergemaker_record::Record;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::tables::{read_seats, write_seats};
use super::{Result, Store, is_storable};
use crate::name::NameKey;

pub(super) fn account(row: &AnyRow) -> Result<Account> {
    let key: Option<String> = row.try_get("name_key")?;
    Ok(Account {
        person: Person {
            id: PersonId(row.try_get("id")?),
            name: row.try_get("name")?,
            is_guest: key.is_none(),
        },
        created_at: row.try_get("created_at")?,
    })
}

impl Store {
    /// The name shown for a deleted account.
    pub(crate) const DELETED_NAME: &str = "somebody";

    /// Adds a guest.
    pub(crate) async fn add_guest(&self, id: &PersonId, name: &str, now: i64) -> Result<()> {
        sqlx::query("INSERT INTO people (id, name, created_at) VALUES ($1, $2, $3)")
            .bind(&id.0)
            .bind(name)
            .bind(now)
            .execute(&self.write)
            .await?;
        Ok(())
    }

    /// Turns a guest into an account; false if the name is taken or the person is not a guest.
    pub(crate) async fn claim(&self, id: &PersonId, name: &str, hash: &str) -> Result<bool> {
        let key = NameKey::of(name);
        if self.is_taken(&key).await? {
            return Ok(false);
        }
        let claimed = sqlx::query(
            "UPDATE people SET name = $1, name_key = $2, key_version = $3, password_hash = $4 \
             WHERE id = $5 AND name_key IS NULL AND deleted_at IS NULL",
        )
        .bind(name)
        .bind(key.as_str())
        .bind(NameKey::VERSION)
        .bind(hash)
        .bind(&id.0)
        .execute(&self.write)
        .await;
        match claimed {
            Ok(done) => Ok(done.rows_affected() == 1),
            // Another guest claimed the name in the meantime.
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether an account has this name or one that looks like it.
    pub(crate) async fn is_taken(&self, key: &NameKey) -> Result<bool> {
        if !is_storable(key.as_str()) {
            return Ok(false);
        }
        let found = sqlx::query(
            "SELECT id FROM people WHERE name_key = $1 OR name_key = $2 OR twin_of = $1 OR twin_of = $2 LIMIT 1",
        )
        .bind(key.as_str())
        .bind(key.with_capitals())
        .fetch_optional(&self.read)
        .await?;
        Ok(found.is_some())
    }

    /// The account with this name and the hash of its password. Of two that look alike, the one with exactly
    /// this name.
    pub(crate) async fn password_of(&self, key: &NameKey) -> Result<Option<(PersonId, String)>> {
        if !is_storable(key.as_str()) {
            return Ok(None);
        }
        let row = sqlx::query(
            "SELECT id, password_hash FROM people WHERE name_key IN ($1, $2) \
             ORDER BY LENGTH(name_key) DESC LIMIT 1",
        )
        .bind(key.as_str())
        .bind(key.of_twin())
        .fetch_optional(&self.read)
        .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some((PersonId(row.try_get("id")?), row.try_get("password_hash")?)))
    }

    /// The hash of a person's password; none for guests.
    pub(crate) async fn password_hash(&self, person: &PersonId) -> Result<Option<String>> {
        let found = sqlx::query_scalar("SELECT password_hash FROM people WHERE id = $1");
        let hash: Option<Option<String>> = found.bind(&person.0).fetch_optional(&self.read).await?;
        Ok(hash.flatten())
    }

    /// Replaces the password of an account.
    pub(crate) async fn set_password(&self, person: &PersonId, hash: &str) -> Result<()> {
        sqlx::query("UPDATE people SET password_hash = $1 WHERE id = $2 AND name_key IS NOT NULL")
            .bind(hash)
            .bind(&person.0)
            .execute(&self.write)
            .await?;
        Ok(())
    }

    /// A person by id, unless deleted.
    pub(crate) async fn person(&self, id: &PersonId) -> Result<Option<Account>> {
        if !is_storable(&id.0) {
            return Ok(None);
        }
        let row = sqlx::query(
            "SELECT id, name, name_key, created_at FROM people WHERE id = $1 AND deleted_at IS NULL",
        )
        .bind(&id.0)
        .fetch_optional(&self.read)
        .await?;
        row.as_ref().map(account).transpose()
    }

    /// Deletes an account: removes its sessions, ratings and name, and keeps its games.
    /// [`Store::remove_name`] must run first.
    pub(crate) async fn delete_person(&self, id: &PersonId, now: i64) -> Result<()> {
        let mut transaction = self.begin().await?;
        // Lock people before ratings, in the same order as the end of a game.
        transaction.lock_people([id]).await?;
        for statement in [
            "DELETE FROM sessions WHERE person = $1",
            "DELETE FROM rating_history WHERE person = $1",
            "DELETE FROM ratings WHERE person = $1",
            "DELETE FROM muted WHERE person = $1 OR other = $1",
            "DELETE FROM silenced WHERE person = $1",
            "DELETE FROM sitters WHERE person = $1",
            "DELETE FROM removed WHERE person = $1",
            "DELETE FROM reserved WHERE person = $1",
            "DELETE FROM known_networks WHERE person = $1",
        ] {
            sqlx::query(statement).bind(&id.0).execute(&mut *transaction).await?;
        }
        sqlx::query("UPDATE chat SET name = $1 WHERE person = $2")
            .bind(Store::DELETED_NAME)
            .bind(&id.0)
            .execute(&mut *transaction)
            .await?;
        sqlx::query(
            "UPDATE people SET name = $1, name_key = NULL, twin_of = NULL, password_hash = NULL, \
             deleted_at = $2 WHERE id = $3",
        )
        .bind(Store::DELETED_NAME)
        .bind(now)
        .bind(&id.0)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Removes a person's name from the seats and records of finished games. Works in small batches because
    /// other writers wait meanwhile. If the server stops midway, deleting the account again finishes the
    /// rest.
    pub(crate) async fn remove_name(&self, person: &PersonId) -> Result<()> {
        const AT_A_TIME: usize = 20;
        // A fixed order, so that two concurrent deletions do not deadlock.
        let rows = sqlx::query(
            "SELECT table_id, seat FROM players WHERE person = $1 AND ended_at IS NOT NULL ORDER BY table_id",
        )
        .bind(&person.0)
        .fetch_all(&self.read)
        .await?;
        for rows in rows.chunks(AT_A_TIME) {
            let mut transaction = self.begin().await?;
            for row in rows {
                let table = TableId(row.try_get("table_id")?);
                let seat = usize::try_from(row.try_get::<i64, _>("seat")?).unwrap_or(usize::MAX);
                // Another name may be being removed from this table: read it after that is done.
                transaction.lock_table(&table).await?;
                let found = sqlx::query("SELECT seats, record FROM tables WHERE id = $1")
                    .bind(&table.0)
                    .fetch_one(&mut *transaction)
                    .await?;
                let (seats, record): (String, Option<String>) =
                    (found.try_get("seats")?, found.try_get("record")?);
                sqlx::query("UPDATE tables SET seats = $1, record = $2 WHERE id = $3")
                    .bind(write_seats(&without_name(read_seats(&seats)?, seat)))
                    .bind(record.map(|record| record_without_name(record, seat)))
                    .bind(&table.0)
                    .execute(&mut *transaction)
                    .await?;
            }
            transaction.commit().await?;
        }
        Ok(())
    }
}

/// The seats with one person's name removed.
fn without_name(mut seats: Vec<Occupant>, seat: usize) -> Vec<Occupant> {
    if let Some(Occupant::Person { person }) = seats.get_mut(seat) {
        Store::DELETED_NAME.clone_into(&mut person.name);
    }
    seats
}

/// A record with one name removed. It still verifies: names are not part of the proof.
fn record_without_name(record: String, seat: usize) -> String {
    let Ok(mut read) = Record::read(record.as_bytes()) else { return record };
    if let Some(name) = read.players.get_mut(seat) {
        Store::DELETED_NAME.clone_into(name);
    }
    read.to_json()
}
