//! What people write to each other.

use mergemaker_protocol::{ChatLine, Person, PersonId, TableId};
use sqlx::Row;

use super::{Result, Store};

impl Store {
    /// Keeps a line.
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

    /// The last lines of a table, the oldest first.
    pub(crate) async fn last_chat(&self, table: &TableId, most: i64) -> Result<Vec<ChatLine>> {
        let rows = sqlx::query(
            "SELECT number, person, name, text, at FROM chat WHERE table_id = $1 \
             ORDER BY number DESC LIMIT $2",
        )
        .bind(&table.0)
        .bind(most)
        .fetch_all(&self.read)
        .await?;
        let line = |row: &sqlx::any::AnyRow| {
            Ok(ChatLine {
                number: row.try_get::<i64, _>("number")?.cast_unsigned(),
                person: Person {
                    id: PersonId(row.try_get("person")?),
                    name: row.try_get("name")?,
                    is_guest: false,
                },
                text: row.try_get("text")?,
                at: row.try_get("at")?,
            })
        };
        rows.iter().rev().map(line).collect()
    }
}
