//! How much bots may think for one person or address within an hour.

use std::collections::HashMap;
use std::net::IpAddr;

use mergemaker_protocol::PersonId;

use crate::config::Network;
use crate::limit::{WIDER, near, wide};

const HOUR_MS: i64 = 3_600_000;

/// The number of accounts from which empty ones are removed.
const SWEEP_FROM: usize = 10_000;

/// Thinking time used, by person and by address (IPv6: by /64, and by /48 with a higher limit).
pub(super) struct Quotas {
    person_seconds: u32,
    address_seconds: u32,
    people: Accounts<PersonId>,
    addresses: Accounts<Network>,
}

impl Quotas {
    /// Quotas in seconds per hour.
    pub(super) fn new(person_seconds: u32, address_seconds: u32) -> Quotas {
        Quotas {
            person_seconds,
            address_seconds,
            people: Accounts(HashMap::new()),
            addresses: Accounts(HashMap::new()),
        }
    }

    /// How long to wait until a person and an address have thinking time again; 0 if they have some.
    pub(super) fn wait_ms(&self, person: &PersonId, address: Option<IpAddr>, now: i64) -> i64 {
        let of_address = |address| {
            let site = wide(address).map_or(0, |site| self.addresses.wait_ms(&site, now));
            self.addresses.wait_ms(&near(address), now).max(site)
        };
        self.people.wait_ms(person, now).max(address.map_or(0, of_address))
    }

    /// Takes thinking time from the quotas of a person and an address.
    pub(super) fn charge(&mut self, person: &PersonId, address: Option<IpAddr>, spent_ms: i64, now: i64) {
        self.people.charge(person.clone(), spent_ms, self.person_seconds, now);
        let Some(address) = address else { return };
        self.addresses.charge(near(address), spent_ms, self.address_seconds, now);
        if let Some(site) = wide(address) {
            self.addresses.charge(site, spent_ms, self.address_seconds.saturating_mul(WIDER), now);
        }
    }
}

/// For each key, when everything it used will have been granted again.
struct Accounts<K>(HashMap<K, i64>);

impl<K: Eq + std::hash::Hash> Accounts<K> {
    fn wait_ms(&self, key: &K, now: i64) -> i64 {
        self.0.get(key).map_or(0, |full_at| (full_at - now - HOUR_MS).max(0))
    }

    fn charge(&mut self, key: K, spent_ms: i64, seconds_per_hour: u32, now: i64) {
        if self.0.len() >= SWEEP_FROM {
            self.0.retain(|_, full_at| *full_at > now);
        }
        // A quota of nothing still lets one bot think at a time, now and then.
        let per_hour_ms = i64::from(seconds_per_hour.max(1)) * 1_000;
        let full_at = self.0.entry(key).or_insert(now);
        *full_at = (*full_at).max(now) + spent_ms.saturating_mul(HOUR_MS) / per_hour_ms;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hours_worth_can_be_used_at_once_and_comes_back_steadily() {
        let mut quotas = Quotas::new(600, 1_800);
        let ann = PersonId("ann".into());
        quotas.charge(&ann, None, 599_000, 0);
        assert_eq!(quotas.wait_ms(&ann, None, 0), 0, "a second is left");
        quotas.charge(&ann, None, 2_000, 0);
        assert_eq!(quotas.wait_ms(&ann, None, 0), 6_000, "one second over, of 600 per hour");
        assert_eq!(quotas.wait_ms(&ann, None, 6_000), 0);
        assert_eq!(quotas.wait_ms(&PersonId("bob".into()), None, 0), 0, "others have their own");
    }

    #[test]
    fn people_at_one_address_share_its_quota() {
        let mut quotas = Quotas::new(600, 1_800);
        let home = Some("192.0.2.7".parse().unwrap());
        for number in 0..4 {
            quotas.charge(&PersonId(number.to_string()), home, 500_000, 0);
        }
        let newcomer = PersonId("newcomer".into());
        assert!(quotas.wait_ms(&newcomer, home, 0) > 0);
        assert_eq!(quotas.wait_ms(&newcomer, Some("192.0.2.8".parse().unwrap()), 0), 0);
        for subnet in 0..16 {
            let address = Some(format!("2001:db8:1:{subnet}::1").parse().unwrap());
            quotas.charge(&PersonId(format!("v6 {subnet}")), address, 500_000, 0);
        }
        assert!(quotas.wait_ms(&newcomer, Some("2001:db8:1:ff::1".parse().unwrap()), 0) > 0, "one site");
        assert_eq!(quotas.wait_ms(&newcomer, Some("2001:db8:2::1".parse().unwrap()), 0), 0);
    }
}
