//! What the server refuses for going over a limit: counted, and logged at most once a minute for each kind.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use crate::config::LogAddresses;
use crate::limit::elapsed_ms;
use crate::metrics;

/// What was refused, or closed for going over a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refused {
    /// A connection, because there are too many in all.
    Connection,
    /// A connection, because its address has too many.
    AddressConnection,
    /// A WebSocket, because its address has too many.
    Socket,
    /// A request, because its address sends too many.
    Request,
    /// A new guest, because its address creates too many.
    Guest,
    /// A table, because its address creates too many.
    Table,
    /// A login, because of too many before.
    Login,
    /// The head of a request that did not arrive in time.
    SlowHead,
    /// The head of a request that is too large.
    LargeHead,
    /// The body of a request that did not arrive in time.
    SlowBody,
    /// A client that does not read.
    SlowReader,
    /// Thinking of a bot, because its person or address has used too much: it waits.
    BotTime,
}

impl Refused {
    /// Every kind.
    pub(crate) const ALL: [Refused; 12] = [
        Refused::Connection,
        Refused::AddressConnection,
        Refused::Socket,
        Refused::Request,
        Refused::Guest,
        Refused::Table,
        Refused::Login,
        Refused::SlowHead,
        Refused::LargeHead,
        Refused::SlowBody,
        Refused::SlowReader,
        Refused::BotTime,
    ];

    /// The kind's name in the log and the metrics.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Refused::Connection => "connections",
            Refused::AddressConnection => "connections_per_address",
            Refused::Socket => "sockets_per_address",
            Refused::Request => "requests_per_address",
            Refused::Guest => "guests_per_address",
            Refused::Table => "tables_per_address",
            Refused::Login => "logins",
            Refused::SlowHead => "slow_heads",
            Refused::LargeHead => "large_heads",
            Refused::SlowBody => "slow_bodies",
            Refused::SlowReader => "slow_readers",
            Refused::BotTime => "bot_time",
        }
    }
}

/// The refusals of one kind since the last line in the log.
#[derive(Clone, Default)]
struct Tally {
    count: u64,
    by_address: HashMap<String, u64>,
    logged_at: Option<i64>,
}

/// A line for the log.
#[derive(PartialEq, Eq, Debug)]
struct Summary {
    count: u64,
    /// The address with the most refusals, shortened, and how many it has.
    most: (String, u64),
}

/// The time between two lines of one kind.
const EVERY_MS: i64 = 60_000;
/// The maximum number of addresses counted between two lines.
const MAX_ADDRESSES: usize = 1_000;

impl Tally {
    fn note(&mut self, address: String) {
        self.count += 1;
        if self.by_address.len() < MAX_ADDRESSES || self.by_address.contains_key(&address) {
            *self.by_address.entry(address).or_default() += 1;
        }
    }

    /// A line for the log, if there is something to say and the last one was long enough ago.
    fn summary(&mut self, now: i64) -> Option<Summary> {
        let is_due = self.logged_at.is_none_or(|at| now - at >= EVERY_MS);
        if self.count == 0 || !is_due {
            return None;
        }
        let most = self.by_address.drain().max_by_key(|(_, count)| *count);
        self.logged_at = Some(now);
        Some(Summary { count: std::mem::take(&mut self.count), most: most.unwrap_or_default() })
    }
}

/// Counts refusals and logs them.
pub(crate) struct Refusals {
    addresses: LogAddresses,
    tallies: [Mutex<Tally>; Refused::ALL.len()],
}

impl Refusals {
    pub(crate) fn new(addresses: LogAddresses) -> Refusals {
        Refusals { addresses, tallies: std::array::from_fn(|_| Mutex::default()) }
    }

    /// Counts a refusal. The first one is logged at once, the others together a minute later.
    pub(crate) fn note(&self, kind: Refused, address: IpAddr) {
        metrics::refused(kind);
        let mut tally = self.tallies[kind as usize].lock().unwrap_or_else(PoisonError::into_inner);
        tally.note(self.addresses.shorten(address));
        let summary = tally.summary(elapsed_ms());
        drop(tally);
        log(kind, summary);
    }

    /// Logs what has not been logged yet, every minute.
    pub(crate) async fn log_regularly(&self) {
        loop {
            tokio::time::sleep(std::time::Duration::from_millis(EVERY_MS.unsigned_abs())).await;
            for kind in Refused::ALL {
                let mut tally = self.tallies[kind as usize].lock().unwrap_or_else(PoisonError::into_inner);
                let summary = tally.summary(elapsed_ms());
                drop(tally);
                log(kind, summary);
            }
        }
    }
}

fn log(kind: Refused, summary: Option<Summary>) {
    if let Some(Summary { count, most: (address, of_address) }) = summary {
        tracing::warn!(kind = kind.id(), count, address, of_address, "refused: over a limit");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_logged_once_a_minute_with_its_count() {
        let mut tally = Tally::default();
        assert_eq!(tally.summary(0), None, "nothing to say");
        tally.note("192.0.2.0/24".to_owned());
        let first = Summary { count: 1, most: ("192.0.2.0/24".to_owned(), 1) };
        assert_eq!(tally.summary(0), Some(first), "the first is logged at once");
        for address in ["a", "b", "b"] {
            tally.note(address.to_owned());
            assert_eq!(tally.summary(EVERY_MS - 1), None);
        }
        let later = Summary { count: 3, most: ("b".to_owned(), 2) };
        assert_eq!(tally.summary(EVERY_MS), Some(later));
        assert_eq!(tally.summary(9 * EVERY_MS), None);
    }

    #[test]
    fn few_addresses_are_remembered() {
        let mut tally = Tally::default();
        for number in 0..3 * MAX_ADDRESSES {
            tally.note(number.to_string());
        }
        assert_eq!((tally.count, tally.by_address.len()), (3 * MAX_ADDRESSES as u64, MAX_ADDRESSES));
    }

    #[test]
    fn every_kind_has_its_own_tally() {
        for (index, kind) in Refused::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, index);
        }
    }
}
