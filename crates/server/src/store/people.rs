//! People and their sessions.

use mergemaker_protocol::{Account, Occupant, Person, PersonId, TableId, Token, TokenId};
use mergemaker_record::Record;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::tables::{read_seats, write_seats};
use super::{Result, Store, is_storable};
use crate::name::NameKey;

/// The kind of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SessionKind {
    /// A browser.
    Cookie,
    /// A program.
    Token,
}

impl SessionKind {
    const fn id(self) -> &'static str {
        match self {
            SessionKind::Cookie => "cookie",
            SessionKind::Token => "token",
        }
    }
}

fn account(row: &AnyRow) -> Result<Account> {
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
        let taken = self.password_of(&key).await?.is_some();
        if taken {
            return Ok(false);
        }
        let claimed = sqlx::query(
            "UPDATE people SET name = $1, name_key = $2, password_hash = $3 \
             WHERE id = $4 AND name_key IS NULL AND deleted_at IS NULL",
        )
        .bind(name)
        .bind(key.as_str())
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

    /// The account with this name and the hash of its password.
    pub(crate) async fn password_of(&self, key: &NameKey) -> Result<Option<(PersonId, String)>> {
        if !is_storable(key.as_str()) {
            return Ok(None);
        }
        let row = sqlx::query("SELECT id, password_hash FROM people WHERE name_key = $1")
            .bind(key.as_str())
            .fetch_optional(&self.read)
            .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some((PersonId(row.try_get("id")?), row.try_get("password_hash")?)))
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
        ] {
            sqlx::query(statement).bind(&id.0).execute(&mut *transaction).await?;
        }
        sqlx::query("UPDATE chat SET name = $1 WHERE person = $2")
            .bind(Store::DELETED_NAME)
            .bind(&id.0)
            .execute(&mut *transaction)
            .await?;
        sqlx::query(
            "UPDATE people SET name = $1, name_key = NULL, password_hash = NULL, deleted_at = $2 \
             WHERE id = $3",
        )
        .bind(Store::DELETED_NAME)
        .bind(now)
        .bind(&id.0)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Stores a session under the hash of its secret.
    pub(crate) async fn add_session(
        &self,
        hash: &str,
        person: &PersonId,
        kind: SessionKind,
        label: &str,
        now: i64,
        expires_at: i64,
    ) -> Result<()> {
        sqlx::query(
            "INSERT INTO sessions (secret_hash, person, kind, label, created_at, expires_at) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(hash)
        .bind(&person.0)
        .bind(kind.id())
        .bind(label)
        .bind(now)
        .bind(expires_at)
        .execute(&self.write)
        .await?;
        Ok(())
    }

    /// The owner of a session, unless it has expired.
    pub(crate) async fn person_of_session(
        &self,
        hash: &str,
        kind: SessionKind,
        now: i64,
    ) -> Result<Option<Account>> {
        let row = sqlx::query(
            "SELECT people.id, people.name, people.name_key, people.created_at FROM sessions \
             JOIN people ON people.id = sessions.person \
             WHERE sessions.secret_hash = $1 AND sessions.kind = $2 AND sessions.expires_at > $3 \
             AND people.deleted_at IS NULL",
        )
        .bind(hash)
        .bind(kind.id())
        .bind(now)
        .fetch_optional(&self.read)
        .await?;
        row.as_ref().map(account).transpose()
    }

    /// Ends one session.
    pub(crate) async fn end_session(&self, hash: &str) -> Result<()> {
        sqlx::query("DELETE FROM sessions WHERE secret_hash = $1").bind(hash).execute(&self.write).await?;
        Ok(())
    }

    /// Ends all sessions of a person, including tokens.
    pub(crate) async fn end_sessions(&self, person: &PersonId) -> Result<()> {
        sqlx::query("DELETE FROM sessions WHERE person = $1").bind(&person.0).execute(&self.write).await?;
        Ok(())
    }

    /// The public id of a token: a prefix of its hash, which does not reveal the secret.
    pub(crate) fn token_id(hash: &str) -> TokenId {
        TokenId(hash.chars().take(16).collect())
    }

    /// The tokens of a person, oldest first.
    pub(crate) async fn tokens_of(&self, person: &PersonId, now: i64) -> Result<Vec<Token>> {
        let rows = sqlx::query(
            "SELECT secret_hash, label, created_at, expires_at FROM sessions \
             WHERE person = $1 AND kind = 'token' AND expires_at > $2 ORDER BY created_at, secret_hash",
        )
        .bind(&person.0)
        .bind(now)
        .fetch_all(&self.read)
        .await?;
        let token = |row: &AnyRow| {
            Ok(Token {
                id: Store::token_id(&row.try_get::<String, _>("secret_hash")?),
                label: row.try_get("label")?,
                created_at: row.try_get("created_at")?,
                expires_at: row.try_get("expires_at")?,
            })
        };
        rows.iter().map(token).collect()
    }

    /// Ends a token of a person; false if they have no such token.
    pub(crate) async fn end_token(&self, person: &PersonId, id: &TokenId) -> Result<bool> {
        let rows = sqlx::query("SELECT secret_hash FROM sessions WHERE person = $1 AND kind = 'token'")
            .bind(&person.0)
            .fetch_all(&self.read)
            .await?;
        for row in rows {
            let hash: String = row.try_get("secret_hash")?;
            if Store::token_id(&hash) == *id {
                self.end_session(&hash).await?;
                return Ok(true);
            }
        }
        Ok(false)
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
