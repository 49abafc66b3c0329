//! Chat, and people who are muted or silenced.

use std::collections::BTreeSet;

use mergemaker_protocol::{ChatLine, Cursor, Page, Person, PersonId, TableId};
use sqlx::Row;

use super::{Result, Store, Window};

impl Store {
    /// Stores a chat line.
    pub(crate) async fn add_chat(&self, table: &TableId, line: &ChatLine) -> Result<()> {
        sqlx::query(
            "INSERT INTO chat (table_id, number, person, name, text, at) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&table.0)
        .bind(line.number.cast_signed())
        .bind(&line.person.id.0)
        .bind(&line.person.name)
        .bind(&line.text)
        .bind(line.at)
        .execute(&self.write)
        .await?;
        Ok(())
    }

    /// The last lines of a table, oldest first, with people's current names.
    pub(crate) async fn last_chat(&self, table: &TableId, limit: i64) -> Result<Vec<ChatLine>> {
        let rows = sqlx::query(
            "SELECT number, person, COALESCE(people.name, chat.name) AS name, name_key, deleted_at, text, at \
             FROM chat LEFT JOIN people ON people.id = chat.person WHERE table_id = $1 \
             ORDER BY number DESC LIMIT $2",
        )
        .bind(&table.0)
        .bind(limit)
        .fetch_all(&self.read)
        .await?;
        let line = |row: &sqlx::any::AnyRow| {
            let (key, deleted_at): (Option<String>, Option<i64>) =
                (row.try_get("name_key")?, row.try_get("deleted_at")?);
            Ok(ChatLine {
                number: row.try_get::<i64, _>("number")?.cast_unsigned(),
                person: Person {
                    id: PersonId(row.try_get("person")?),
                    name: row.try_get("name")?,
                    is_guest: key.is_none() && deleted_at.is_none(),
                },
                text: row.try_get("text")?,
                at: row.try_get("at")?,
            })
        };
        rows.iter().rev().map(line).collect()
    }

    /// The people the host of a table has silenced.
    pub(crate) async fn silenced(&self, table: &TableId) -> Result<Vec<PersonId>> {
        let rows = sqlx::query("SELECT person FROM silenced WHERE table_id = $1 ORDER BY person")
            .bind(&table.0)
            .fetch_all(&self.read)
            .await?;
        rows.iter().map(|row| Ok(PersonId(row.try_get("person")?))).collect()
    }

    /// Stores whether a person is silenced at a table.
    pub(crate) async fn set_silenced(
        &self,
        table: &TableId,
        person: &PersonId,
        is_silenced: bool,
    ) -> Result<()> {
        let statement = if is_silenced {
            "INSERT INTO silenced (table_id, person) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM silenced WHERE table_id = $1 AND person = $2"
        };
        sqlx::query(statement).bind(&table.0).bind(&person.0).execute(&self.write).await?;
        Ok(())
    }

    /// The people a person has muted, by name.
    pub(crate) async fn muted_by(&self, person: &PersonId, window: &Window) -> Result<Page<Person>> {
        // Names change, so the place in the list is that of the last person shown.
        let (_, last) = window.after_oldest();
        let rows = sqlx::query(
            "SELECT people.id, people.name, people.name_key FROM muted JOIN people ON people.id = muted.other \
             WHERE muted.person = $1 AND ($2 = '' OR EXISTS (SELECT 1 FROM people AS last WHERE last.id = $2 \
             AND (people.name > last.name OR (people.name = last.name AND people.id > last.id)))) \
             ORDER BY people.name, people.id LIMIT $3",
        )
        .bind(&person.0)
        .bind(last)
        .bind(window.rows())
        .fetch_all(&self.read)
        .await?;
        let person = |row: &sqlx::any::AnyRow| {
            let key: Option<String> = row.try_get("name_key")?;
            Ok(Person {
                id: PersonId(row.try_get("id")?),
                name: row.try_get("name")?,
                is_guest: key.is_none(),
            })
        };
        let people = rows.iter().map(person).collect::<Result<_>>()?;
        Ok(window.page(people, |last: &Person| Cursor::at(0, &last.id.0)))
    }

    /// The ids of everyone a person has muted.
    pub(crate) async fn muted_ids(&self, person: &PersonId) -> Result<BTreeSet<PersonId>> {
        let rows = sqlx::query("SELECT other FROM muted WHERE person = $1")
            .bind(&person.0)
            .fetch_all(&self.read)
            .await?;
        rows.iter().map(|row| Ok(PersonId(row.try_get("other")?))).collect()
    }

    /// Mutes another person; false if they have muted as many as they may.
    pub(crate) async fn mute(&self, person: &PersonId, other: &PersonId, most: u32) -> Result<bool> {
        let mut transaction = self.begin().await?;
        transaction.lock_people([person]).await?;
        let muted: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM muted WHERE person = $1 AND other <> $2")
            .bind(&person.0)
            .bind(&other.0)
            .fetch_one(&mut *transaction)
            .await?;
        if muted >= i64::from(most) {
            return Ok(false);
        }
        sqlx::query("INSERT INTO muted (person, other) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(&person.0)
            .bind(&other.0)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Unmutes a person.
    pub(crate) async fn unmute(&self, person: &PersonId, other: &PersonId) -> Result<()> {
        sqlx::query("DELETE FROM muted WHERE person = $1 AND other = $2")
            .bind(&person.0)
            .bind(&other.0)
            .execute(&self.write)
            .await?;
        Ok(())
    }
}
