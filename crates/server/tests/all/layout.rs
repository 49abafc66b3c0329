//! Prepares games in a server's database, up to the decision before a question about dead tiles (T11).
//! Browser tests use this too.

use std::path::Path;

use mergemaker_protocol::TableId;
use serde_json::json;

use crate::question::Question;

/// Opens the database in a folder.
pub(crate) async fn pool(folder: &Path) -> sqlx::AnyPool {
    sqlx::any::install_default_drivers();
    sqlx::AnyPool::connect(&format!("sqlite://{}/mergemaker.db", folder.display())).await.unwrap()
}

/// Replaces a newly started game by one that has reached the last decision before the question.
pub(crate) async fn lay_out(folder: &Path, table: &TableId, question: &Question) {
    let pool = pool(folder).await;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let now = i64::try_from(now.as_millis()).unwrap();
    sqlx::query("UPDATE tables SET seed = $1, started_at = $2, due_at = NULL WHERE id = $3")
        .bind(question.seed.to_string())
        .bind(now)
        .bind(table.0.as_str())
        .execute(&pool)
        .await
        .unwrap();
    for (number, (seat, action)) in (1..).zip(&question.before) {
        let entry = json!({ "kind": "decide", "seat": seat, "action": action, "by": "person" });
        sqlx::query("INSERT INTO entries (table_id, number, at, entry) VALUES ($1, $2, $3, $4)")
            .bind(table.0.as_str())
            .bind(number)
            .bind(now)
            .bind(entry.to_string())
            .execute(&pool)
            .await
            .unwrap();
    }
    pool.close().await;
}
