//! Limits: how much one client may do at once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use crate::time::now_ms;

/// So many things at once, and one more after each while: a bucket that fills by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) at_once: i64,
    pub(crate) each_ms: i64,
}

/// A bucket: when it will be full again.
#[derive(Clone, Copy, Default)]
pub(crate) struct Bucket {
    full_at: i64,
}

impl Bucket {
    /// Takes one thing out, if there is one.
    pub(crate) fn take(&mut self, rate: Rate, now: i64) -> bool {
        let full_at = self.full_at.max(now) + rate.each_ms;
        let fits = full_at - now <= rate.at_once * rate.each_ms;
        if fits {
            self.full_at = full_at;
        }
        fits
    }

    /// Puts back what was taken.
    fn put_back(&mut self, rate: Rate) {
        self.full_at -= rate.each_ms;
    }
}

/// A bucket for each of many, such as addresses.
pub(crate) struct Limiter<K> {
    rate: Rate,
    buckets: Mutex<HashMap<K, Bucket>>,
}

/// From how many on those that are full are thrown away.
const MANY: usize = 10_000;

impl<K: Eq + Hash> Limiter<K> {
    pub(crate) fn new(rate: Rate) -> Limiter<K> {
        Limiter { rate, buckets: Mutex::default() }
    }

    /// Whether one of them may do one more thing.
    pub(crate) fn allows(&self, key: K) -> bool {
        self.allows_of(key, self.rate.at_once)
    }

    /// Whether one of them may do one more thing, where so many are allowed at once.
    pub(crate) fn allows_of(&self, key: K, at_once: i64) -> bool {
        let now = now_ms();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MANY {
            buckets.retain(|_, bucket| bucket.full_at > now);
        }
        buckets.entry(key).or_default().take(Rate { at_once, ..self.rate }, now)
    }

    /// Takes back what was allowed, as if it had not been done.
    pub(crate) fn forget_one(&self, key: &K) {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bucket) = buckets.get_mut(key) {
            bucket.put_back(self.rate);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_so_many_at_once_and_then_one_after_each_while() {
        let rate = Rate { at_once: 3, each_ms: 100 };
        let mut bucket = Bucket::default();
        let taken: Vec<bool> = [0, 0, 0, 0, 99, 100, 100, 1_000].map(|now| bucket.take(rate, now)).into();
        assert_eq!(taken, [true, true, true, false, false, true, false, true]);
    }

    #[test]
    fn what_is_put_back_can_be_taken_again() {
        let limiter = Limiter::new(Rate { at_once: 2, each_ms: 1_000_000 });
        for _ in 0..5 {
            assert!(limiter.allows(1) && limiter.allows(1) && !limiter.allows(1));
            assert!(limiter.allows(2) && !limiter.allows_of(2, 1));
            limiter.forget_one(&1);
            limiter.forget_one(&1);
            limiter.forget_one(&2);
        }
    }
}
