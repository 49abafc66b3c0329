//! Timestamps.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

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

/// A moment in UTC: `2026-11-19 20:04:12`.
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
/// assert_eq!(mergemaker_server::utc(UNIX_EPOCH + Duration::from_secs(86_399)), "1970-01-01 23:59:59");
/// ```
#[must_use]
pub fn utc(moment: SystemTime) -> String {
    let since = moment.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (days, seconds) = (since / 86_400, since % 86_400);
    // The calendar repeats every 146,097 days. Counted from 1 March, a leap day ends its year.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (era * 400 + year + month / 10, (month + 2) % 12 + 1);
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

/// A stored time in UTC.
pub(crate) fn utc_of(ms: i64) -> String {
    utc(UNIX_EPOCH + Duration::from_millis(u64::try_from(ms).unwrap_or_default()))
}

/// The present moment as part of a file name: `20261119-200412`.
pub(crate) fn stamp() -> String {
    utc(SystemTime::now()).replace(['-', ':'], "").replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_in_utc() {
        for (seconds, expect) in [
            (0, "1970-01-01 00:00:00"),
            (951_782_399, "2000-02-28 23:59:59"),
            (951_782_400, "2000-02-29 00:00:00"),
            (1_709_251_200, "2024-03-01 00:00:00"),
            (1_795_118_652, "2026-11-19 20:04:12"),
            (4_107_542_400, "2100-03-01 00:00:00"),
        ] {
            assert_eq!(utc_of(seconds * 1_000), expect);
        }
        assert_eq!(stamp().len(), "20261119-200412".len());
    }

    #[test]
    fn times_are_unique() {
        let given = [unique_ms(5), unique_ms(5), unique_ms(5), unique_ms(9)];
        assert!(given.windows(2).all(|pair| pair[0] < pair[1]), "{given:?}");
    }
}
