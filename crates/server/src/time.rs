//! Timestamps.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970 (UTC).
pub(crate) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// The first time at or after `at` that this process has not returned before.
pub(crate) fn unique_ms(at: i64) -> i64 {
    static LAST: AtomicI64 = AtomicI64::new(0);
    let next = |last: i64| Some(at.max(last + 1));
    let last = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).unwrap_or(at);
    at.max(last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_unique() {
        let given = [unique_ms(5), unique_ms(5), unique_ms(5), unique_ms(9)];
        assert!(given.windows(2).all(|pair| pair[0] < pair[1]), "{given:?}");
    }
}
