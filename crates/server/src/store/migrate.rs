//! Migrations: the database brought to the version that this program knows, step by step.

use super::{POSTGRES, Result, Store, StoreError};

/// The steps, in order: the first makes version 1.
const STEPS: &[&str] = &[
    include_str!("../../migrations/0001_start.sql"),
    include_str!("../../migrations/0002_people.sql"),
    include_str!("../../migrations/0003_sweep.sql"),
    include_str!("../../migrations/0004_codes.sql"),
    include_str!("../../migrations/0005_revision.sql"),
];

impl Store {
    /// Applies the steps that are missing, each as a whole or not at all. Several programs may do so at once.
    pub(super) async fn migrate(&self) -> Result<()> {
        self.make_versions().await?;
        let found: Option<i64> =
            sqlx::query_scalar("SELECT MAX(version) FROM schema_version").fetch_one(&self.write).await?;
        let (found, known) = (found.unwrap_or(0), STEPS.len() as i64);
        if found > known {
            return Err(StoreError::Newer { found, known });
        }
        for (version, step) in (1_i64..).zip(STEPS).skip(usize::try_from(found).unwrap_or(0)) {
            let mut transaction = self.begin().await?;
            if transaction.backend_name() == POSTGRES {
                // A step over a large database may take its time.
                sqlx::query("SET LOCAL statement_timeout = 0").execute(&mut *transaction).await?;
            }
            // Who notes the version first takes the step; another waits here until it is done.
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
        Ok(())
    }

    /// Makes the table of versions where there is none.
    async fn make_versions(&self) -> Result<()> {
        const MAKE: &str = "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT PRIMARY KEY)";
        let mut made = sqlx::query(MAKE).execute(&self.write).await;
        // PostgreSQL says so to the later of two that make it at once; then it is there.
        if matches!(&made, Err(sqlx::Error::Database(error)) if error.is_unique_violation()) {
            made = sqlx::query(MAKE).execute(&self.write).await;
        }
        made?;
        Ok(())
    }
}

/// The statements of a step. None of ours has a semicolon within.
fn statements(step: &'static str) -> impl Iterator<Item = &'static str> {
    step.split(";\n").map(str::trim).filter(|statement| !statement.is_empty())
}
