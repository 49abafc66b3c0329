//! Chat, and people who are muted or silenced.

use mergemaker_protocol::{ChatLine, Person, PersonId, TableId};
use sqlx::Row;

use super::{Result, Store};

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

    /// The people a person has muted, sorted by name.
    pub(crate) async fn muted_by(&self, person: &PersonId) -> Result<Vec<Person>> {
        let rows = sqlx::query(
            "SELECT id, name, name_key FROM muted JOIN people ON people.id = muted.other \
             WHERE muted.person = $1 ORDER BY name, id",
        )
        .bind(&person.0)
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
        rows.iter().map(person).collect()
    }

    /// Stores whether a person has muted another.
    pub(crate) async fn set_muted(&self, person: &PersonId, other: &PersonId, is_muted: bool) -> Result<()> {
        let statement = if is_muted {
            "INSERT INTO muted (person, other) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM muted WHERE person = $1 AND other = $2"
        };
        sqlx::query(statement).bind(&person.0).bind(&other.0).execute(&self.write).await?;
        Ok(())
    }
}
