//! Migrations: upgrade the database to the version this program uses.

use super::{POSTGRES, Result, Store, StoreError};

/// The migrations, in order: the first creates version 1.
const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/0001_start.sql"),
    include_str!("../../migrations/0002_people.sql"),
    include_str!("../../migrations/0003_sweep.sql"),
    include_str!("../../migrations/0004_codes.sql"),
    include_str!("../../migrations/0005_revision.sql"),
    include_str!("../../migrations/0006_nodes.sql"),
    include_str!("../../migrations/0007_seats.sql"),
    include_str!("../../migrations/0008_people.sql"),
];

/// The version that this program uses.
pub(crate) const VERSION: i64 = MIGRATIONS.len() as i64;

/// The version in which the table of servers was added.
pub(crate) const NODES_VERSION: i64 = 6;

/// The tables that migrations create.
pub(super) fn tables() -> impl Iterator<Item = &'static str> {
    let created = MIGRATIONS.iter().flat_map(|step| statements(step)).flat_map(str::lines);
    let created = created.filter_map(|line| line.strip_prefix("CREATE TABLE ")?.split(' ').next());
    created.chain(["schema_version"])
}

impl Store {
    /// The version of the database; 0 if it is empty. Fails if it is newer than this program.
    pub(crate) async fn version(&self) -> Result<i64> {
        self.create_version_table().await?;
        supported(self.version_found().await?)
    }

    /// The version of a database that is not to be changed; `None` if it is empty.
    pub(crate) async fn version_found(&self) -> Result<Option<i64>> {
        Ok(sqlx::query_scalar(FIND_VERSION).fetch_one(&self.write).await?)
    }

    /// Applies the missing migrations, each in a transaction. Several servers may do this at once.
    pub(crate) async fn migrate(&self) -> Result<()> {
        let found = self.version().await?;
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

/// Reads the version of a database.
pub(crate) const FIND_VERSION: &str = "SELECT MAX(version) FROM schema_version";

/// A version, unless it is newer than this program.
pub(super) fn supported(found: Option<i64>) -> Result<i64> {
    match found.unwrap_or(0) {
        found if found > VERSION => Err(StoreError::Newer { found, known: VERSION }),
        found => Ok(found),
    }
}

/// The statements of a migration. None contains a semicolon at the end of a line.
fn statements(step: &'static str) -> impl Iterator<Item = &'static str> {
    step.split(";\n").map(str::trim).filter(|statement| !statement.is_empty())
}
