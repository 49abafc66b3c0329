//! The journal: log entries of all games, written to the store in batches.
//!
//! Adding an entry waits until it is durable. Entries that arrive during a commit form the next batch, so a
//! thousand games need hardly more commits than one.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use crate::store::{Append, Store, StoreError};

/// Accepts entries from rooms.
#[derive(Clone)]
pub(crate) struct Journal {
    queue: mpsc::Sender<Job>,
}

/// Why an entry was not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AppendError {
    /// Another writer used the number first.
    NumberTaken,
    /// The store cannot write right now.
    Unavailable,
}

struct Job {
    append: Append,
    done: oneshot::Sender<Result<(), AppendError>>,
}

/// The maximum number of entries in one commit.
const MAX_BATCH: usize = 512;

/// The time limit for one commit.
const COMMIT_TIMEOUT: Duration = Duration::from_secs(10);

impl Journal {
    /// Starts a journal over a store. It ends when all copies are dropped.
    pub(crate) fn start(store: Store) -> Journal {
        let write_batch = move |entries: Arc<[Append]>| {
            let store = store.clone();
            async move { store.append(&entries).await }
        };
        Journal::with_writer(write_batch, COMMIT_TIMEOUT)
    }

    /// Starts a journal over a write function, which returns for each entry whether its number was free.
    fn with_writer<W, F>(write_batch: W, time_limit: Duration) -> Journal
    where
        W: Fn(Arc<[Append]>) -> F + Send + Sync + 'static,
        F: Future<Output = Result<Vec<bool>, StoreError>> + Send + 'static,
    {
        let (queue, jobs) = mpsc::channel(4 * MAX_BATCH);
        tokio::spawn(write_all(write_batch, time_limit, jobs));
        Journal { queue }
    }

    /// Writes an entry; returns when it is durable.
    pub(crate) async fn append(&self, append: Append) -> Result<(), AppendError> {
        let (done, result) = oneshot::channel();
        self.queue.send(Job { append, done }).await.map_err(|_| AppendError::Unavailable)?;
        result.await.unwrap_or(Err(AppendError::Unavailable))
    }
}

async fn write_all<W, F>(write_batch: W, time_limit: Duration, mut jobs: mpsc::Receiver<Job>)
where
    W: Fn(Arc<[Append]>) -> F,
    F: Future<Output = Result<Vec<bool>, StoreError>> + Send + 'static,
{
    let mut batch = Vec::new();
    while jobs.recv_many(&mut batch, MAX_BATCH).await > 0 {
        let (appends, waiting): (Vec<Append>, Vec<_>) =
            batch.drain(..).map(|job| (job.append, job.done)).unzip();
        let appends: Arc<[Append]> = appends.into();
        let results = match write(write_batch(appends.clone()), time_limit, appends.len()).await {
            Ok(results) => results,
            Err(Failure::Refused) if appends.len() > 1 => {
                write_each(&write_batch, time_limit, &appends).await
            }
            Err(Failure::Refused | Failure::Down) => vec![Err(AppendError::Unavailable); appends.len()],
        };
        for (done, result) in waiting.into_iter().zip(results) {
            // The caller may be gone; the entry is durable anyway.
            let _ = done.send(result);
        }
    }
}

/// Writes each entry separately, so that one bad entry does not fail the others. The time limit applies to
/// all of them together.
async fn write_each<W, F>(
    write_batch: &W,
    time_limit: Duration,
    appends: &[Append],
) -> Vec<Result<(), AppendError>>
where
    W: Fn(Arc<[Append]>) -> F,
    F: Future<Output = Result<Vec<bool>, StoreError>> + Send + 'static,
{
    let end = tokio::time::Instant::now() + time_limit;
    let mut results = Vec::with_capacity(appends.len());
    for append in appends {
        let left = end.saturating_duration_since(tokio::time::Instant::now());
        match write(write_batch(Arc::new([append.clone()])), left, 1).await {
            Ok(appended) => results.extend(appended),
            Err(Failure::Refused) => results.push(Err(AppendError::Unavailable)),
            Err(Failure::Down) => break,
        }
    }
    results.resize(appends.len(), Err(AppendError::Unavailable));
    results
}

/// Why a batch was not written.
enum Failure {
    /// The store refused this batch; it may accept other entries.
    Refused,
    /// The store does not respond in time.
    Down,
}

/// Runs a write in its own task, so that a panic there does not end the journal.
async fn write(
    writing: impl Future<Output = Result<Vec<bool>, StoreError>> + Send + 'static,
    time_limit: Duration,
    entries: usize,
) -> Result<Vec<Result<(), AppendError>>, Failure> {
    let (failure, error) = match tokio::spawn(tokio::time::timeout(time_limit, writing)).await {
        Ok(Ok(Ok(added))) => {
            let result = |is_added: bool| is_added.then_some(()).ok_or(AppendError::NumberTaken);
            return Ok(added.into_iter().map(result).collect());
        }
        Ok(Ok(Err(error))) => match &error {
            StoreError::Database(sqlx::Error::Database(_)) | StoreError::Unreadable { .. } => {
                (Failure::Refused, error.to_string())
            }
            StoreError::Database(_) | StoreError::Newer { .. } => (Failure::Down, error.to_string()),
        },
        Ok(Err(_)) => (Failure::Down, "it took too long".to_owned()),
        Err(panicked) => (Failure::Refused, panicked.to_string()),
    };
    crate::metrics::store_failed();
    tracing::error!(%error, entries, "entries could not be written");
    Err(failure)
}

#[cfg(test)]
mod tests {
    use mergemaker_protocol::TableId;

    use super::*;
    use crate::course::Entry;

    fn entry(table: &str) -> Append {
        Append {
            table: TableId(table.to_owned()),
            number: 1,
            at: 1,
            entry: Entry::Pause { paused: true },
            due_at: None,
            waits_for: None,
            snapshot: None,
            finished: None,
        }
    }

    /// A write function that behaves as the table of each entry says.
    async fn scripted(entries: Arc<[Append]>) -> Result<Vec<bool>, StoreError> {
        for append in &*entries {
            match append.table.0.as_str() {
                "break" => panic!("as requested"),
                "refuse" => return Err(StoreError::Unreadable { what: "this".to_owned() }),
                "be gone" => return Err(StoreError::Database(sqlx::Error::PoolTimedOut)),
                "hang" => std::future::pending().await,
                _ => {}
            }
        }
        Ok(entries.iter().map(|append| append.table.0 != "taken").collect())
    }

    /// The results of appending entries concurrently.
    async fn appended<const N: usize>(journal: &Journal, tables: [&str; N]) -> Vec<Result<(), AppendError>> {
        let append = |table| {
            let (journal, entry) = (journal.clone(), entry(table));
            tokio::spawn(async move { journal.append(entry).await })
        };
        let mut results = Vec::new();
        for task in tables.map(append) {
            results.push(task.await.unwrap());
        }
        results
    }

    /// On one thread, so that all tasks append their entries before the journal reads them.
    #[tokio::test]
    async fn one_bad_entry_does_not_fail_the_others() {
        let journal = Journal::with_writer(scripted, Duration::from_secs(1));
        let (fine, taken, unavailable) =
            (Ok(()), Err(AppendError::NumberTaken), Err(AppendError::Unavailable));
        assert_eq!(appended(&journal, ["fine", "taken"]).await, [fine, taken]);
        for bad in ["refuse", "break"] {
            let results = appended(&journal, ["fine", bad, "taken", "fine"]).await;
            assert_eq!(results, [fine, unavailable, taken, fine], "{bad}");
        }
        for bad in ["hang", "be gone"] {
            assert_eq!(appended(&journal, [bad]).await, [unavailable], "{bad}");
            assert_eq!(appended(&journal, ["fine"]).await, [fine], "after `{bad}`");
        }
    }
}
