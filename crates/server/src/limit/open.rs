//! How many things one address holds open: connections, sockets.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use super::{WIDER, near, wide};
use crate::config::Network;

/// Counts what is open per address: IPv6 by /64, and by /48 with a higher limit.
#[derive(Clone)]
pub(crate) struct Open {
    most: u32,
    counts: Arc<Mutex<HashMap<Network, u32>>>,
}

/// Something open, until it is dropped.
pub(crate) struct Held {
    address: IpAddr,
    counts: Arc<Mutex<HashMap<Network, u32>>>,
}

impl Open {
    /// At most this many per address.
    pub(crate) fn new(most: u32) -> Open {
        Open { most, counts: Arc::default() }
    }

    /// Opens one more, unless the address has too many.
    pub(crate) fn take(&self, address: IpAddr) -> Option<Held> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let of = |network: &Network| counts.get(network).copied().unwrap_or(0);
        let fits = of(&near(address)) < self.most
            && wide(address).is_none_or(|network| of(&network) < self.most.saturating_mul(WIDER));
        if !fits {
            return None;
        }
        for network in networks(address) {
            *counts.entry(network).or_default() += 1;
        }
        Some(Held { address, counts: self.counts.clone() })
    }

    /// How many networks have something open.
    #[cfg(test)]
    fn networks(&self) -> usize {
        self.counts.lock().unwrap().len()
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        for network in networks(self.address) {
            if let Some(count) = counts.get_mut(&network) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(&network);
                }
            }
        }
    }
}

/// The networks that an address counts towards.
fn networks(address: IpAddr) -> impl Iterator<Item = Network> {
    [Some(near(address)), wide(address)].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_holds_a_limited_number_until_it_lets_go() {
        let open = Open::new(2);
        let take = |text: &str| open.take(text.parse().unwrap());
        let (one, two) = (take("192.0.2.7"), take("::ffff:192.0.2.7"));
        assert!(one.is_some() && two.is_some() && take("192.0.2.7").is_none());
        assert!(take("192.0.2.8").is_some(), "another address");
        drop(one);
        assert!(take("192.0.2.7").is_some());
        drop(two);
        assert_eq!(open.networks(), 0, "nothing is remembered");
    }

    #[test]
    fn many_networks_of_one_site_share_a_wider_limit() {
        let open = Open::new(2);
        let mut held = Vec::new();
        for subnet in 0..10 {
            for host in 1..=3 {
                held.extend(open.take(format!("2001:db8:1:{subnet}::{host}").parse().unwrap()));
            }
        }
        assert_eq!(held.len(), 2 * WIDER as usize, "2 per /64, and 8 per /48");
        assert!(open.take("2001:db8:2::1".parse().unwrap()).is_some(), "another site");
        held.clear();
        assert_eq!(open.networks(), 0);
    }
}
