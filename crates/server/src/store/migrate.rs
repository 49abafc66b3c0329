//! Migrations: the database brought to the version that this program knows, step by step.

use super::{Result, Store, StoreError};

/// The steps, in order: the first makes version 1.
const STEPS: &[&str] = &[include_str!("../../migrations/0001_start.sql")];

impl Store {
    /// Applies the steps that are missing, each as a whole or not at all.
    pub(super) async fn migrate(&self) -> Result<()> {
        sqlx::query("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
            .execute(&self.write)
            .await?;
        let found: Option<i64> =
            sqlx::query_scalar("SELECT MAX(version) FROM schema_version").fetch_one(&self.write).await?;
        let (found, known) = (found.unwrap_or(0), STEPS.len() as i64);
        if found > known {
            return Err(StoreError::Newer { found, known });
        }
        for (version, step) in (1_i64..).zip(STEPS).skip(usize::try_from(found).unwrap_or(0)) {
            let mut transaction = self.write.begin().await?;
            for statement in statements(step) {
                sqlx::query(statement).execute(&mut *transaction).await?;
            }
            sqlx::query("INSERT INTO schema_version (version) VALUES ($1)")
                .bind(version)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
        }
        Ok(())
    }
}

/// The statements of a step. None of ours has a semicolon within.
fn statements(step: &'static str) -> impl Iterator<Item = &'static str> {
    step.split(";\n").map(str::trim).filter(|statement| !statement.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_database_is_made_and_opened_again_and_a_newer_one_is_refused() {
        let folder = std::env::temp_dir().join(format!("mergemaker-migrate-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("test.db");
        for _ in 0..2 {
            Store::open_file(&path).await.unwrap().close().await;
        }
        let store = Store::open_file(&path).await.unwrap();
        sqlx::query("INSERT INTO schema_version (version) VALUES (99)").execute(&store.write).await.unwrap();
        store.close().await;
        let error = Store::open_file(&path).await.err().unwrap().to_string();
        assert!(error.starts_with("the database is of version 99, this program knows up to "), "{error}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
