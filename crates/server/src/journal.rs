//! The journal: entries of all games written to the store, many in one commit.
//!
//! Whoever adds an entry waits until it is durable. While one commit is under way, what comes next gathers, so
//! that a thousand games cost hardly more commits than one.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use crate::store::{Append, Store, StoreError};

/// Where rooms hand in what is to be kept.
#[derive(Clone)]
pub(crate) struct Journal {
    queue: mpsc::Sender<Job>,
}

/// Why an entry was not kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotKept {
    /// Another writer was first.
    NumberTaken,
    /// The store cannot keep anything just now.
    Unavailable,
}

struct Job {
    append: Append,
    done: oneshot::Sender<Result<(), NotKept>>,
}

/// The most entries in one commit.
const MOST_AT_ONCE: usize = 512;

/// How long one commit may take.
const LONGEST: Duration = Duration::from_secs(10);

impl Journal {
    /// A journal over a store. It ends when nobody can hand in anything any more.
    pub(crate) fn start(store: Store) -> Journal {
        let keep = move |entries: Arc<[Append]>| {
            let store = store.clone();
            async move { store.append(&entries).await }
        };
        Journal::over(keep, LONGEST)
    }

    /// A journal over whatever keeps entries, and tells for each whether its number was free.
    fn over<K, F>(keep: K, longest: Duration) -> Journal
    where
        K: Fn(Arc<[Append]>) -> F + Send + Sync + 'static,
        F: Future<Output = Result<Vec<bool>, StoreError>> + Send + 'static,
    {
        let (queue, jobs) = mpsc::channel(4 * MOST_AT_ONCE);
        tokio::spawn(write_all(keep, longest, jobs));
        Journal { queue }
    }

    /// Keeps an entry; returns when it is durable.
    pub(crate) async fn append(&self, append: Append) -> Result<(), NotKept> {
        let (done, result) = oneshot::channel();
        self.queue.send(Job { append, done }).await.map_err(|_| NotKept::Unavailable)?;
        result.await.unwrap_or(Err(NotKept::Unavailable))
    }
}

async fn write_all<K, F>(keep: K, longest: Duration, mut jobs: mpsc::Receiver<Job>)
where
    K: Fn(Arc<[Append]>) -> F,
    F: Future<Output = Result<Vec<bool>, StoreError>> + Send + 'static,
{
    let mut batch = Vec::new();
    while jobs.recv_many(&mut batch, MOST_AT_ONCE).await > 0 {
        let (appends, waiting): (Vec<Append>, Vec<_>) =
            batch.drain(..).map(|job| (job.append, job.done)).unzip();
        let appends: Arc<[Append]> = appends.into();
        let results = match write(keep(appends.clone()), longest, appends.len()).await {
            Ok(results) => results,
            Err(Failure::Refused) if appends.len() > 1 => write_each(&keep, longest, &appends).await,
            Err(Failure::Refused | Failure::Down) => vec![Err(NotKept::Unavailable); appends.len()],
        };
        for (done, result) in waiting.into_iter().zip(results) {
            // Whoever waited may have gone; the entry is kept all the same.
            let _ = done.send(result);
        }
    }
}

/// Keeps each entry by itself, so that one which cannot be kept does not hold up the others. They do not take
/// longer together than one commit may.
async fn write_each<K, F>(keep: &K, longest: Duration, appends: &[Append]) -> Vec<Result<(), NotKept>>
where
    K: Fn(Arc<[Append]>) -> F,
    F: Future<Output = Result<Vec<bool>, StoreError>> + Send + 'static,
{
    let end = tokio::time::Instant::now() + longest;
    let mut results = Vec::with_capacity(appends.len());
    for append in appends {
        let left = end.saturating_duration_since(tokio::time::Instant::now());
        match write(keep(Arc::new([append.clone()])), left, 1).await {
            Ok(kept) => results.extend(kept),
            Err(Failure::Refused) => results.push(Err(NotKept::Unavailable)),
            Err(Failure::Down) => break,
        }
    }
    results.resize(appends.len(), Err(NotKept::Unavailable));
    results
}

/// How entries were not kept.
enum Failure {
    /// The store answers, but would not have these; others it may keep.
    Refused,
    /// The store does not answer, or not in time.
    Down,
}

/// Waits for what keeps entries, in a task of its own: the journal goes on if that breaks.
async fn write(
    keeping: impl Future<Output = Result<Vec<bool>, StoreError>> + Send + 'static,
    longest: Duration,
    entries: usize,
) -> Result<Vec<Result<(), NotKept>>, Failure> {
    let (failure, error) = match tokio::spawn(tokio::time::timeout(longest, keeping)).await {
        Ok(Ok(Ok(added))) => {
            let result = |is_added: bool| is_added.then_some(()).ok_or(NotKept::NumberTaken);
            return Ok(added.into_iter().map(result).collect());
        }
        Ok(Ok(Err(error))) => match &error {
            StoreError::Database(sqlx::Error::Database(_)) | StoreError::Unreadable { .. } => {
                (Failure::Refused, error.to_string())
            }
            StoreError::Database(_) | StoreError::Newer { .. } => (Failure::Down, error.to_string()),
        },
        Ok(Err(_)) => (Failure::Down, "it took too long".to_owned()),
        Err(broken) => (Failure::Refused, broken.to_string()),
    };
    crate::metrics::store_failed();
    tracing::error!(%error, entries, "entries could not be kept");
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
            finished: None,
        }
    }

    /// A store that does with each entry what the id of its table says.
    async fn obey(entries: Arc<[Append]>) -> Result<Vec<bool>, StoreError> {
        for append in &*entries {
            match append.table.0.as_str() {
                "break" => panic!("as it was asked to"),
                "refuse" => return Err(StoreError::Unreadable { what: "this".to_owned() }),
                "be gone" => return Err(StoreError::Database(sqlx::Error::PoolTimedOut)),
                "hang" => std::future::pending().await,
                _ => {}
            }
        }
        Ok(entries.iter().map(|append| append.table.0 != "taken").collect())
    }

    /// What comes of entries that are handed in at once.
    async fn kept<const N: usize>(journal: &Journal, tables: [&str; N]) -> Vec<Result<(), NotKept>> {
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

    /// On one thread, so that all tasks of a row hand in their entries before the journal takes them up.
    #[tokio::test]
    async fn one_entry_that_cannot_be_kept_does_not_hinder_the_others() {
        let journal = Journal::over(obey, Duration::from_secs(1));
        let (fine, taken, unavailable) = (Ok(()), Err(NotKept::NumberTaken), Err(NotKept::Unavailable));
        assert_eq!(kept(&journal, ["fine", "taken"]).await, [fine, taken]);
        for bad in ["refuse", "break"] {
            let results = kept(&journal, ["fine", bad, "taken", "fine"]).await;
            assert_eq!(results, [fine, unavailable, taken, fine], "{bad}");
        }
        for bad in ["hang", "be gone"] {
            assert_eq!(kept(&journal, [bad]).await, [unavailable], "{bad}");
            assert_eq!(kept(&journal, ["fine"]).await, [fine], "after `{bad}`");
        }
    }
}
