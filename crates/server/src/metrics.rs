//! Metrics in the Prometheus text format.
//!
//! Recording never blocks or fails. The numbers are those of this process, since its start.

use std::fmt::{self, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use mergemaker_bots::Fault;

use crate::refusals::Refused;

static TABLES_OPENED: Counter = Counter::zero();
static GAMES_STARTED: Counter = Counter::zero();
static GAMES_FINISHED: Counter = Counter::zero();
static SOCKETS_OPENED: Counter = Counter::zero();
static SOCKETS_CLOSED: Counter = Counter::zero();
static DECISIONS_ACCEPTED: Counter = Counter::zero();
static DECISIONS_REFUSED: Counter = Counter::zero();
static DECISION_TIME: Histogram = Histogram::empty();
static BOT_TIME: Histogram = Histogram::empty();
static BOT_FAULTS: [Counter; FAULTS.len()] = [const { Counter::zero() }; FAULTS.len()];
static REQUESTS: [Counter; CLASSES.len()] = [const { Counter::zero() }; CLASSES.len()];
static STORE_ERRORS: Counter = Counter::zero();
static ENTRIES_REPLAYED: Counter = Counter::zero();
static UNREADABLE_TABLES: AtomicU64 = AtomicU64::new(0);
static REFUSED: [Counter; Refused::ALL.len()] = [const { Counter::zero() }; Refused::ALL.len()];
static CONNECTIONS_OPENED: Counter = Counter::zero();
static CONNECTIONS_CLOSED: Counter = Counter::zero();

/// Counts a new table.
pub(crate) fn table_opened() {
    TABLES_OPENED.add();
}

/// Counts a started game.
pub(crate) fn game_started() {
    GAMES_STARTED.add();
}

/// Counts a finished game.
pub(crate) fn game_finished() {
    GAMES_FINISHED.add();
}

/// Counts a WebSocket as open until the returned guard is dropped.
pub(crate) fn socket_opened() -> OpenSocket {
    SOCKETS_OPENED.add();
    OpenSocket
}

/// See [`socket_opened`].
pub(crate) struct OpenSocket;

impl Drop for OpenSocket {
    fn drop(&mut self) {
        SOCKETS_CLOSED.add();
    }
}

/// Counts a connection as open until the returned guard is dropped.
pub(crate) fn connection_opened() -> OpenConnection {
    CONNECTIONS_OPENED.add();
    OpenConnection
}

/// See [`connection_opened`].
pub(crate) struct OpenConnection;

impl Drop for OpenConnection {
    fn drop(&mut self) {
        CONNECTIONS_CLOSED.add();
    }
}

/// Counts something refused for going over a limit.
pub(crate) fn refused(kind: Refused) {
    REFUSED[kind as usize].add();
}

/// Records the outcome of a decision, and the latency of an accepted one.
pub(crate) async fn record_decision<T, E>(decided: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    let asked = Instant::now();
    let result = decided.await;
    if result.is_ok() {
        DECISIONS_ACCEPTED.add();
        DECISION_TIME.record(asked.elapsed());
    } else {
        DECISIONS_REFUSED.add();
    }
    result
}

/// Records how long a bot thinks.
pub(crate) fn time_bot<T>(think: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let decided = think();
    BOT_TIME.record(began.elapsed());
    decided
}

/// Counts a bot failure.
pub(crate) fn bot_failed(fault: Fault) {
    let index = match fault {
        Fault::NotStarted => 0,
        Fault::Crashed => 1,
        Fault::TimedOut => 2,
        Fault::Rubbish => 3,
        Fault::Illegal => 4,
    };
    BOT_FAULTS[index].add();
}

/// Counts a response by its status.
pub(crate) fn request_answered(status: u16) {
    let class = usize::from(status / 100).clamp(1, REQUESTS.len());
    REQUESTS[class - 1].add();
}

/// Counts a failed store operation.
pub(crate) fn store_failed() {
    STORE_ERRORS.add();
}

/// Counts log entries that were replayed to open a table.
pub(crate) fn entries_replayed(entries: u64) {
    ENTRIES_REPLAYED.add_many(entries);
}

/// Records how many tables are known that cannot be read.
pub(crate) fn unreadable_tables(tables: u64) {
    UNREADABLE_TABLES.store(tables, Ordering::Relaxed);
}

/// All metrics, in the Prometheus text format.
pub(crate) fn text() -> String {
    let mut text = String::new();
    let games = [("started", &GAMES_STARTED), ("finished", &GAMES_FINISHED)];
    let decisions = [("accepted", &DECISIONS_ACCEPTED), ("refused", &DECISIONS_REFUSED)];
    let faults: [_; FAULTS.len()] = std::array::from_fn(|index| (FAULTS[index], &BOT_FAULTS[index]));
    let requests: [_; CLASSES.len()] = std::array::from_fn(|index| (CLASSES[index], &REQUESTS[index]));
    // Read closed before opened: a socket that opens and closes in between must not make the difference
    // negative.
    let closed = SOCKETS_CLOSED.value();
    let open = SOCKETS_OPENED.value() - closed;
    let closed = CONNECTIONS_CLOSED.value();
    let connections = CONNECTIONS_OPENED.value() - closed;
    let refused = Refused::ALL.map(|kind| (kind.id(), &REFUSED[kind as usize]));
    let written = (|| {
        write_one(&mut text, "tables_opened_total", "counter", "Tables created", TABLES_OPENED.value())?;
        write_each(&mut text, "games_total", "Games by state reached", "state", &games)?;
        write_one(&mut text, "connections_open", "gauge", "Connections open now", connections)?;
        write_one(&mut text, "sockets_open", "gauge", "WebSockets open now", open)?;
        write_each(&mut text, "refused_total", "Refused for going over a limit", "kind", &refused)?;
        write_each(&mut text, "decisions_total", "Decisions of people", "result", &decisions)?;
        DECISION_TIME.write(&mut text, "decision_seconds", "Time until a decision is durable")?;
        BOT_TIME.write(&mut text, "bot_thinking_seconds", "Thinking time of bots")?;
        write_each(&mut text, "bot_faults_total", "Bot failures", "fault", &faults)?;
        write_each(&mut text, "http_requests_total", "HTTP responses", "status", &requests)?;
        let replayed = ENTRIES_REPLAYED.value();
        write_one(
            &mut text,
            "entries_replayed_total",
            "counter",
            "Log entries read to open tables",
            replayed,
        )?;
        let unreadable = UNREADABLE_TABLES.load(Ordering::Relaxed);
        write_one(&mut text, "unreadable_tables", "gauge", "Tables that cannot be read", unreadable)?;
        write_one(&mut text, "store_errors_total", "counter", "Failed store operations", STORE_ERRORS.value())
    })();
    debug_assert_eq!(written, Ok(()), "writing to a string does not fail");
    text
}

/// The classes of HTTP statuses.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// Labels for the ways a bot can fail.
const FAULTS: [&str; 5] = ["not_started", "crashed", "timed_out", "rubbish", "illegal"];

/// A monotonic counter.
struct Counter(AtomicU64);

impl Counter {
    const fn zero() -> Counter {
        Counter(AtomicU64::new(0))
    }

    fn add(&self) {
        self.add_many(1);
    }

    fn add_many(&self, many: u64) {
        self.0.fetch_add(many, Ordering::Relaxed);
    }

    fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The upper bounds of the histogram buckets, in microseconds and as text in seconds.
const BOUNDS: [(u64, &str); 12] = [
    (500, "0.0005"),
    (1_000, "0.001"),
    (2_500, "0.0025"),
    (5_000, "0.005"),
    (10_000, "0.01"),
    (25_000, "0.025"),
    (50_000, "0.05"),
    (100_000, "0.1"),
    (250_000, "0.25"),
    (500_000, "0.5"),
    (1_000_000, "1"),
    (3_000_000, "3"),
];

/// A histogram of durations.
struct Histogram {
    /// One bucket per bound, and one for everything above.
    buckets: [Counter; BOUNDS.len() + 1],
    micros: Counter,
}

impl Histogram {
    const fn empty() -> Histogram {
        Histogram { buckets: [const { Counter::zero() }; BOUNDS.len() + 1], micros: Counter::zero() }
    }

    fn record(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.buckets[BOUNDS.partition_point(|(bound, _)| *bound < micros)].add();
        self.micros.add_many(micros);
    }

    fn write(&self, text: &mut String, name: &str, help: &str) -> fmt::Result {
        write_head(text, name, "histogram", help)?;
        let mut total = 0;
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS.iter().map(|(_, bound)| *bound).chain(["+Inf"]))
        {
            total += bucket.value();
            writeln!(text, "mergemaker_{name}_bucket{{le=\"{bound}\"}} {total}")?;
        }
        let micros = self.micros.value();
        writeln!(text, "mergemaker_{name}_sum {}.{:06}", micros / 1_000_000, micros % 1_000_000)?;
        writeln!(text, "mergemaker_{name}_count {total}")
    }
}

fn write_head(text: &mut String, name: &str, kind: &str, help: &str) -> fmt::Result {
    writeln!(text, "# HELP mergemaker_{name} {help}.\n# TYPE mergemaker_{name} {kind}")
}

fn write_one(text: &mut String, name: &str, kind: &str, help: &str, value: u64) -> fmt::Result {
    write_head(text, name, kind, help)?;
    writeln!(text, "mergemaker_{name} {value}")
}

fn write_each(
    text: &mut String,
    name: &str,
    help: &str,
    label: &str,
    counts: &[(&str, &Counter)],
) -> fmt::Result {
    write_head(text, name, "counter", help)?;
    counts.iter().try_for_each(|(value, count)| {
        writeln!(text, "mergemaker_{name}{{{label}=\"{value}\"}} {}", count.value())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_durations_up_to_each_bound() {
        let histogram = Histogram::empty();
        for micros in [1, 500, 501, 2_999_999, 9_000_000] {
            histogram.record(Duration::from_micros(micros));
        }
        let mut text = String::new();
        histogram.write(&mut text, "test_seconds", "A test").unwrap();
        for line in [
            "# TYPE mergemaker_test_seconds histogram",
            "mergemaker_test_seconds_bucket{le=\"0.0005\"} 2",
            "mergemaker_test_seconds_bucket{le=\"0.001\"} 3",
            "mergemaker_test_seconds_bucket{le=\"1\"} 3",
            "mergemaker_test_seconds_bucket{le=\"3\"} 4",
            "mergemaker_test_seconds_bucket{le=\"+Inf\"} 5",
            "mergemaker_test_seconds_sum 12.001001",
            "mergemaker_test_seconds_count 5",
        ] {
            assert!(text.lines().any(|other| other == line), "{line} in\n{text}");
        }
    }

    #[test]
    fn every_line_is_a_comment_or_a_metric() {
        for line in text().lines().filter(|line| !line.starts_with("# ")) {
            let (name, number) = line.rsplit_once(' ').unwrap();
            assert!(name.starts_with("mergemaker_") && number.parse::<f64>().is_ok(), "{line}");
        }
    }
}
