//! Migrations: upgrade the database to the version this program uses.

use super::{POSTGRES, Result, Store, StoreError};

/// The migrations, in order: the first creates version 1.
const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/0001_start.sql"),
    include_str!("../../migrations/0002_people.sql"),
    include_str!("../../migrations/0003_sweep.sql"),
    include_str!("../../migrations/0004_codes.sql"),
    include_str!("../../migrations/0005_revision.sql"),
    include_str!("../../migrations/0008_people.sql"),
];

impl Store {
    /// Applies the missing migrations, each in a transaction. Several servers may do this at once.
    pub(super) async fn migrate(&self) -> Result<()> {
        self.create_version_table().await?;
        let found: Option<i64> =
            sqlx::query_scalar("SELECT MAX(version) FROM schema_version").fetch_one(&self.write).await?;
        let (found, known) = (found.unwrap_or(0), MIGRATIONS.len() as i64);
        if found > known {
            return Err(StoreError::Newer { found, known });
        }
        for (version, step) in (1_i64..).zip(MIGRATIONS).skip(usize::try_from(found).unwrap_or(0)) {
            let mut transaction = self.begin().await?;
            if transaction.backend_name() == POSTGRES {
                // A migration of a large database may take long.
                sqlx::query("SET LOCAL statement_timeout = 0").execute(&mut *transaction).await?;
            }
            // The first server to insert the version applies it; others wait here until it commits.
            let noted =
                sqlx::query("INSERT INTO schema_version (version) VALUES ($1) ON CONFLICT DO NOTHING")
                    .bind(version)
                    .execute(&mut *transaction)
                    .await?;
            if noted.rows_affected() == 0 {
                continue;
            }
            for statement in statements(step) {
                sqlx::query(statement).execute(&mut *transaction).await?;
            }
            transaction.commit().await?;
        }
        self.renew_name_keys().await
    }

    /// Creates the table of versions if necessary.
    async fn create_version_table(&self) -> Result<()> {
        const MAKE: &str = "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT PRIMARY KEY)";
        let mut made = sqlx::query(MAKE).execute(&self.write).await;
        // PostgreSQL reports this to the second of two servers that create it at once; then it exists.
        if matches!(&made, Err(sqlx::Error::Database(error)) if error.is_unique_violation()) {
            made = sqlx::query(MAKE).execute(&self.write).await;
        }
        made?;
        Ok(())
    }
}

/// The statements of a migration. None contains a semicolon at the end of a line.
fn statements(step: &'static str) -> impl Iterator<Item = &'static str> {
    step.split(";\n").map(str::trim).filter(|statement| !statement.is_empty())
}
