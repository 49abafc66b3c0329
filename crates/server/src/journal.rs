//! The journal: entries of all games written to the store, many in one commit.
//!
//! Whoever adds an entry waits until it is durable. While one commit is under way, what comes next gathers, so
//! that a thousand games cost hardly more commits than one.

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

impl Journal {
    /// A journal over a store. It ends when nobody can hand in anything any more.
    pub(crate) fn start(store: Store) -> Journal {
        let (queue, jobs) = mpsc::channel(4 * MOST_AT_ONCE);
        tokio::spawn(write_all(store, jobs));
        Journal { queue }
    }

    /// Keeps an entry; returns when it is durable.
    pub(crate) async fn append(&self, append: Append) -> Result<(), NotKept> {
        let (done, result) = oneshot::channel();
        self.queue.send(Job { append, done }).await.map_err(|_| NotKept::Unavailable)?;
        result.await.unwrap_or(Err(NotKept::Unavailable))
    }
}

async fn write_all(store: Store, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::new();
    while jobs.recv_many(&mut batch, MOST_AT_ONCE).await > 0 {
        let (appends, waiting): (Vec<Append>, Vec<_>) =
            batch.drain(..).map(|job| (job.append, job.done)).unzip();
        let results = match store.append(&appends).await {
            Ok(added) => {
                added.into_iter().map(|is_added| is_added.then_some(()).ok_or(NotKept::NumberTaken)).collect()
            }
            Err(error) => {
                report(&error, appends.len());
                vec![Err(NotKept::Unavailable); waiting.len()]
            }
        };
        for (done, result) in waiting.into_iter().zip(results) {
            // Whoever waited may have gone; the entry is kept all the same.
            let _ = done.send(result);
        }
    }
}

fn report(error: &StoreError, entries: usize) {
    crate::metrics::store_failed();
    tracing::error!(%error, entries, "entries could not be kept");
}
