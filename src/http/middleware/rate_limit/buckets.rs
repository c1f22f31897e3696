//! Token buckets: each caller's bucket refills evenly, and requests take units from it (GCRA).

use std::{
    collections::HashMap,
    hash::Hash,
    num::NonZeroU32,
    time::{Duration, Instant},
};

use parking_lot::Mutex;

/// Maximum number of callers remembered.
const CALLERS: usize = 1 << 16;

/// The rate at which a caller may make requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Requests per minute, on average.
    pub per_minute: NonZeroU32,
    /// Requests at once.
    pub burst: NonZeroU32,
}

impl Rate {
    /// The time in which this number of requests is refilled.
    pub fn window(self, requests: u32) -> Duration {
        Duration::from_secs(60) * requests / self.per_minute.get()
    }
}

/// The buckets of many callers.
#[derive(Debug)]
pub struct Buckets<K> {
    rate: Rate,
    /// When each bucket is full again; callers that are absent have a full one.
    full_at: Mutex<HashMap<K, Instant>>,
}

/// The result of taking units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Number of units left.
    pub left: u32,
    /// Time until enough units are available; `Some` if the request is refused.
    pub wait: Option<Duration>,
}

impl<K: Copy + Eq + Hash> Buckets<K> {
    /// Full buckets with this rate.
    pub fn new(rate: Rate) -> Buckets<K> {
        Buckets { rate, full_at: Mutex::default() }
    }

    /// The rate.
    pub fn rate(&self) -> Rate {
        self.rate
    }

    /// Takes `units` for a caller, or none if too few are left; more than the burst counts as the burst.
    pub fn take(&self, caller: K, units: u32, now: Instant) -> Decision {
        let mut full_at = self.full_at.lock();
        let before = full_at.get(&caller).copied().unwrap_or(now).max(now);
        let after = before + self.rate.window(units.min(self.rate.burst.get()));
        let beyond = (after - now).saturating_sub(self.rate.window(self.rate.burst.get()));
        if !beyond.is_zero() {
            return Decision { left: self.left(before - now), wait: Some(beyond) };
        }
        if full_at.len() >= CALLERS {
            self.forget(&mut full_at, now);
        }
        full_at.insert(caller, after);
        Decision { left: self.left(after - now), wait: None }
    }

    /// The time until a caller has one unit left; takes nothing.
    pub fn wait(&self, caller: K, now: Instant) -> Option<Duration> {
        let full_at = self.full_at.lock().get(&caller).copied()?;
        let after = full_at.max(now) + self.rate.window(1);
        Some((after - now).saturating_sub(self.rate.window(self.rate.burst.get()))).filter(|wait| !wait.is_zero())
    }

    /// Number of units left if the bucket is full after this time.
    fn left(&self, full_in: Duration) -> u32 {
        let spare = self.rate.window(self.rate.burst.get()).saturating_sub(full_in);
        let units = spare.as_nanos() * u128::from(self.rate.per_minute.get()) / Duration::from_secs(60).as_nanos();
        u32::try_from(units).unwrap_or(u32::MAX)
    }

    /// Forgets callers with full buckets; if that is not enough, those that lack less than half, and then all.
    fn forget(&self, full_at: &mut HashMap<K, Instant>, now: Instant) {
        for lacking in [Duration::ZERO, self.rate.window(self.rate.burst.get()) / 2, Duration::MAX] {
            full_at.retain(|_, full_at| full_at.saturating_duration_since(now) > lacking);
            if full_at.len() <= CALLERS / 2 {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    const ADA: u32 = 1;

    fn buckets(per_minute: u32, burst: u32) -> Buckets<u32> {
        let number = |number| NonZeroU32::new(number).expect("not 0");
        Buckets::new(Rate { per_minute: number(per_minute), burst: number(burst) })
    }

    const fn left(left: u32) -> Decision {
        Decision { left, wait: None }
    }

    const fn wait(left: u32, milliseconds: u64) -> Decision {
        Decision { left, wait: Some(Duration::from_millis(milliseconds)) }
    }

    #[test]
    fn a_bucket_refills_with_time() {
        let (buckets, start) = (buckets(60, 2), Instant::now());
        let take = |milliseconds| buckets.take(ADA, 1, start + Duration::from_millis(milliseconds));
        assert_eq!([take(0), take(0), take(0)], [left(1), left(0), wait(0, 1000)]);
        assert_eq!([take(999), take(1000)], [wait(0, 1), left(0)]);
        assert_eq!(take(61_000), left(1));
    }

    #[test]
    fn expensive_requests_take_all_their_units_or_none() {
        let (buckets, now) = (buckets(60, 10), Instant::now());
        assert_eq!(buckets.take(ADA, 7, now), left(3));
        assert_eq!(buckets.take(ADA, 5, now), wait(3, 2000));
        assert_eq!(buckets.take(ADA, 3, now), left(0));
        // With a full bucket a request for more than the burst is allowed.
        assert_eq!(buckets.take(ADA + 1, 1000, now), left(0));
    }

    #[test]
    fn asking_for_the_wait_takes_nothing() {
        let (buckets, now) = (buckets(60, 1), Instant::now());
        assert_eq!((buckets.wait(ADA, now), buckets.wait(ADA, now)), (None, None));
        buckets.take(ADA, 1, now);
        assert_eq!(buckets.wait(ADA, now), Some(Duration::from_secs(1)));
        assert_eq!(buckets.wait(ADA, now + Duration::from_secs(1)), None);
    }

    #[test]
    fn the_number_of_remembered_callers_is_limited() {
        let (buckets, now) = (buckets(60, 60), Instant::now());
        for caller in 0..2 * CALLERS as u32 {
            buckets.take(caller, 1 + caller % 60, now);
            assert!(buckets.full_at.lock().len() <= CALLERS);
        }
        buckets.take(ADA, 1, now + Duration::from_secs(61));
        assert_eq!(buckets.take(ADA, 60, now + Duration::from_secs(61)).left, 59);
    }
}
