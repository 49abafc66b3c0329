//! Tables that cannot be read: tried again less and less often.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use mergemaker_protocol::TableId;

use crate::metrics;

/// How long to wait after the first attempt. It doubles with each further one.
const FIRST_MS: i64 = 60_000;
/// The longest wait.
const LONGEST_MS: i64 = 60 * 60_000;

/// Tables that cannot be read.
#[derive(Default)]
pub(super) struct Unreadable(Mutex<HashMap<TableId, Wait>>);

#[derive(Clone, Copy)]
struct Wait {
    wait_ms: i64,
    retry_at: i64,
}

impl Unreadable {
    /// Whether it is too early to try a table again.
    pub(super) fn is_waiting(&self, id: &TableId, now: i64) -> bool {
        self.with(|tables| tables.get(id).is_some_and(|wait| now < wait.retry_at))
    }

    /// Counts a failed attempt. Returns when to try again, and whether it was the first attempt.
    pub(super) fn add(&self, id: &TableId, now: i64) -> (i64, bool) {
        self.with(|tables| {
            let known = tables.get(id).map(|wait| (2 * wait.wait_ms).min(LONGEST_MS));
            let wait_ms = known.unwrap_or(FIRST_MS);
            let wait = Wait { wait_ms, retry_at: now + wait_ms };
            tables.insert(id.clone(), wait);
            (wait.retry_at, known.is_none())
        })
    }

    /// A table can be read, after all.
    pub(super) fn remove(&self, id: &TableId) {
        self.with(|tables| tables.remove(id));
    }

    fn with<T>(&self, change: impl FnOnce(&mut HashMap<TableId, Wait>) -> T) -> T {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let result = change(&mut tables);
        metrics::unreadable_tables(tables.len() as u64);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_tried_less_and_less_often() {
        let (tables, id) = (Unreadable::default(), TableId("t".into()));
        assert!(!tables.is_waiting(&id, 0));
        let (mut now, mut waits) = (0, Vec::new());
        for attempt in 0..8 {
            let (retry_at, is_new) = tables.add(&id, now);
            assert_eq!(is_new, attempt == 0);
            assert!(tables.is_waiting(&id, retry_at - 1) && !tables.is_waiting(&id, retry_at));
            waits.push((retry_at - now) / 60_000);
            now = retry_at;
        }
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 60, 60]);
        tables.remove(&id);
        assert!(tables.add(&id, 0).1, "it was readable in between");
    }
}
