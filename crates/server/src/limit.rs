//! Limits per address: rates, as token buckets, and how much is open at once.

mod open;

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Instant;

use crate::config::Network;

pub(crate) use open::{Held, Open};

/// The monotonic clock of the buckets, in milliseconds.
pub(crate) fn elapsed_ms() -> i64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    i64::try_from(START.elapsed().as_millis()).unwrap_or(i64::MAX)
}

/// The network that an address counts as. An IPv6 client usually controls a whole /64.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    const OF_ONE_CLIENT: u128 = !0 << 64;
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & OF_ONE_CLIENT).into(),
    }
}

/// How many times more a site (an IPv6 /48) may do than one client (a /64).
pub(crate) const WIDER: u32 = 4;

/// The network of one client.
pub(crate) fn near(address: IpAddr) -> Network {
    let address = network(address);
    Network::of(address, if address.is_ipv4() { 32 } else { 64 })
}

/// The network of a site, of which one client may control every /64. IPv4 has none.
pub(crate) fn wide(address: IpAddr) -> Option<Network> {
    let address = address.to_canonical();
    address.is_ipv6().then(|| Network::of(address, 48))
}

/// A token bucket's burst size and refill interval.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) burst: i64,
    pub(crate) refill_ms: i64,
}

impl Rate {
    /// At most so many in any 24 hours: half of them at once, the others one by one.
    pub(crate) fn per_day(most: u32) -> Rate {
        const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
        let half = (i64::from(most) / 2).max(1);
        Rate { burst: half, refill_ms: (DAY_MS + half - 1) / half }
    }
}

/// A token bucket, stored as the time when it will be full again.
#[derive(Clone, Copy, Default)]
pub(crate) struct Bucket {
    full_at: i64,
}

impl Bucket {
    /// Takes a token if there is one.
    pub(crate) fn take(&mut self, rate: Rate, now: i64) -> bool {
        let full_at = self.full_at.max(now) + rate.refill_ms;
        let fits = full_at - now <= rate.burst * rate.refill_ms;
        if fits {
            self.full_at = full_at;
        }
        fits
    }

    /// Returns a token.
    fn refund(&mut self, rate: Rate) {
        self.full_at -= rate.refill_ms;
    }
}

/// One token bucket per key, such as an address.
pub(crate) struct Limiter<K> {
    rate: Rate,
    buckets: Mutex<Buckets<K>>,
}

struct Buckets<K> {
    by_key: HashMap<K, Bucket>,
    /// When full buckets were last removed.
    swept_at: i64,
}

/// The number of buckets from which full ones are removed.
const SWEEP_FROM: usize = 10_000;

/// The minimum time between sweeps, which look at every bucket.
const SWEEP_INTERVAL_MS: i64 = 1_000;

impl<K: Eq + Hash> Buckets<K> {
    fn of(&mut self, key: K, now: i64) -> &mut Bucket {
        if self.by_key.len() >= SWEEP_FROM && now - self.swept_at >= SWEEP_INTERVAL_MS {
            self.swept_at = now;
            self.by_key.retain(|_, bucket| bucket.full_at > now);
        }
        self.by_key.entry(key).or_default()
    }
}

impl<K: Eq + Hash> Limiter<K> {
    pub(crate) fn new(rate: Rate) -> Limiter<K> {
        let buckets = Buckets { by_key: HashMap::new(), swept_at: 0 };
        Limiter { rate, buckets: Mutex::new(buckets) }
    }

    /// Takes a token for a key, if there is one.
    pub(crate) fn allows(&self, key: K) -> bool {
        self.allows_burst(key, self.rate.burst)
    }

    /// Takes a token for a key, with a burst size other than the rate's.
    pub(crate) fn allows_burst(&self, key: K, burst: i64) -> bool {
        let now = elapsed_ms();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.of(key, now).take(Rate { burst, ..self.rate }, now)
    }

    /// Returns a token to a key.
    pub(crate) fn refund(&self, key: &K) {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bucket) = buckets.by_key.get_mut(key) {
            bucket.refund(self.rate);
        }
    }
}

/// Rate limits per address: IPv6 by /64, and by /48 with a higher limit.
pub(crate) struct AddressLimiter {
    near: Limiter<Network>,
    wide: Limiter<Network>,
}

impl AddressLimiter {
    pub(crate) fn new(rate: Rate) -> AddressLimiter {
        let wider = i64::from(WIDER);
        let wide = Rate { burst: rate.burst * wider, refill_ms: (rate.refill_ms / wider).max(1) };
        AddressLimiter { near: Limiter::new(rate), wide: Limiter::new(wide) }
    }

    /// Takes a token for an address, if there is one.
    pub(crate) fn allows(&self, address: IpAddr) -> bool {
        if !self.near.allows(near(address)) {
            return false;
        }
        let fits = wide(address).is_none_or(|network| self.wide.allows(network));
        if !fits {
            self.near.refund(&near(address));
        }
        fits
    }

    /// Returns a token to an address.
    pub(crate) fn refund(&self, address: IpAddr) {
        self.near.refund(&near(address));
        if let Some(network) = wide(address) {
            self.wide.refund(&network);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_of_one_site_share_a_wider_rate() {
        let limiter = AddressLimiter::new(Rate { burst: 2, refill_ms: 1_000_000 });
        let mut allowed = 0;
        for subnet in 0..10 {
            for _ in 0..3 {
                allowed += usize::from(limiter.allows(format!("2001:db8:1:{subnet}::7").parse().unwrap()));
            }
        }
        assert_eq!(allowed, 2 * WIDER as usize);
        assert!(limiter.allows("2001:db8:2::7".parse().unwrap()), "another site");
        limiter.refund("2001:db8:1:9::7".parse().unwrap());
        assert!(limiter.allows("2001:db8:1:9::7".parse().unwrap()));
    }

    #[test]
    fn a_bucket_allows_a_burst_and_then_refills() {
        let rate = Rate { burst: 3, refill_ms: 100 };
        let mut bucket = Bucket::default();
        let taken: Vec<bool> = [0, 0, 0, 0, 99, 100, 100, 1_000].map(|now| bucket.take(rate, now)).into();
        assert_eq!(taken, [true, true, true, false, false, true, false, true]);
    }

    #[test]
    fn no_day_has_more_than_its_limit() {
        const MINUTE_MS: i64 = 60_000;
        for most in [2, 7, 200] {
            let (rate, mut bucket) = (Rate::per_day(most), Bucket::default());
            let minutes = (0..3 * 24 * 60).map(|minute| i64::from(minute) * MINUTE_MS);
            let taken: Vec<i64> = minutes
                .flat_map(|now| std::iter::repeat_n(now, 5))
                .filter(|now| bucket.take(rate, *now))
                .collect();
            let in_day =
                |from: i64| taken.iter().filter(move |at| (from..from + 24 * 60 * MINUTE_MS).contains(at));
            for from in &taken {
                assert!(in_day(*from).count() <= usize::try_from(most).unwrap(), "{most}");
            }
        }
    }

    #[test]
    fn full_buckets_are_removed_at_intervals() {
        let rate = Rate { burst: 1, refill_ms: 100 };
        let mut buckets = Buckets { by_key: HashMap::new(), swept_at: 0 };
        let mut take = |key, now| {
            buckets.of(key, now).take(rate, now);
            buckets.by_key.len()
        };
        for key in 0..SWEEP_FROM {
            take(key, 500);
        }
        assert_eq!(take(SWEEP_FROM, 700), SWEEP_FROM + 1, "a second has not passed yet");
        assert_eq!(take(SWEEP_FROM + 1, 1_000), 1, "all are full");
        for key in 0..SWEEP_FROM {
            take(key, 1_950);
        }
        assert_eq!(take(SWEEP_FROM, 1_999), SWEEP_FROM + 2);
        assert_eq!(take(SWEEP_FROM, 2_000), SWEEP_FROM + 1, "one was full");
    }

    #[test]
    fn an_address_counts_as_its_network() {
        let network = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(network("192.0.2.7"), "192.0.2.7");
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(network("2001:db8:1:2::"), "2001:db8:1:2::");
        assert_eq!(network("2001:db8:1:3::1"), "2001:db8:1:3::");
    }

    #[test]
    fn a_returned_token_can_be_taken_again() {
        let limiter = Limiter::new(Rate { burst: 2, refill_ms: 1_000_000 });
        for _ in 0..5 {
            assert!(limiter.allows(1) && limiter.allows(1) && !limiter.allows(1));
            assert!(limiter.allows(2) && !limiter.allows_burst(2, 1));
            limiter.refund(&1);
            limiter.refund(&1);
            limiter.refund(&2);
        }
    }
}
