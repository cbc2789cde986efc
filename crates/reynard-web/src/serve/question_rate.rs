//! Rate limits by address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::limits::Limits;

/// The client address of a request, as given by its connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peer(pub(super) IpAddr);

/// The rate limits of all addresses. Each address has a token bucket for queries, which is refilled
/// over time.
#[derive(Debug)]
pub(super) struct QuestionRate {
    per_second: f64,
    burst: f64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

/// The number of queries that an address may still send.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

/// Number of addresses kept before those with full buckets are dropped.
const ADDRESSES: usize = 1024;

impl QuestionRate {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            per_second: f64::from(limits.questions_per_second.max(1)),
            burst: f64::from(limits.question_burst.max(1)),
            buckets: Mutex::default(),
        }
    }

    /// Takes a token from an address's bucket for a query.
    ///
    /// # Errors
    ///
    /// Returns the time to wait if the bucket is empty.
    pub(super) fn take(&self, address: IpAddr, now: Instant) -> Result<(), Duration> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let filled = |bucket: &Bucket| {
            let since = now.saturating_duration_since(bucket.at).as_secs_f64();
            since.mul_add(self.per_second, bucket.left).min(self.burst)
        };
        if buckets.len() >= ADDRESSES && !buckets.contains_key(&address) {
            buckets.retain(|_, bucket| filled(bucket) < self.burst);
        }
        let bucket = buckets.entry(address).or_insert(Bucket { left: self.burst, at: now });
        *bucket = Bucket { left: filled(bucket), at: now };
        if bucket.left < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - bucket.left) / self.per_second));
        }
        bucket.left -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[test]
    fn a_burst_is_followed_by_the_rate() {
        let limits = Limits { questions_per_second: 10, question_burst: 3, ..Limits::default() };
        let rate = QuestionRate::new(&limits);
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let start = Instant::now();
        assert!((0..3).all(|_| rate.take(one, start).is_ok()));
        let wait = rate.take(one, start).expect_err("it is empty");
        assert!(wait > Duration::from_millis(90) && wait <= Duration::from_millis(100), "{wait:?}");
        assert!(rate.take(other, start).is_ok(), "addresses have buckets of their own");
        let later = start + Duration::from_millis(101);
        assert!(rate.take(one, later).is_ok() && rate.take(one, later).is_err());
        let much_later = start + Duration::from_secs(3600);
        assert_eq!((0..9).filter(|_| rate.take(one, much_later).is_ok()).count(), 3);
    }

    #[test]
    fn full_buckets_are_dropped() {
        let rate = QuestionRate::new(&Limits::default());
        let start = Instant::now();
        for number in 0..5000_u32 {
            let now = start + Duration::from_millis(100 * u64::from(number));
            assert!(rate.take(Ipv4Addr::from_bits(number).into(), now).is_ok());
        }
        assert!(rate.buckets.lock().expect("whole").len() <= ADDRESSES + 1);
    }
}
