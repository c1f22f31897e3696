//! The lowest pace at which bytes have to move while the service waits for its peer.
//!
//! A peer may keep us waiting for a while; each byte that moves gives some of that time back. Who moves bytes at the
//! lowest rate or faster is never out of time, who stops altogether is after [`LeastRate::grace`]. Only the time spent
//! waiting for the peer counts, not the time that an answer takes to be made.

use std::time::Duration;

use tokio::time::Instant;

/// How slow a peer may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeastRate {
    /// Bytes a second, in the long run.
    pub bytes: u32,
    /// How long nothing at all may move.
    pub grace: Duration,
}

/// How a peer keeps up.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    rate: LeastRate,
    /// How much longer we would wait.
    left: Duration,
    waiting_since: Option<Instant>,
    waited: Duration,
}

impl Pace {
    /// Nothing has been waited for yet.
    pub fn new(rate: LeastRate) -> Pace {
        Pace { rate, left: rate.grace, waiting_since: None, waited: Duration::ZERO }
    }

    /// Nothing moves from now on; until when this is allowed.
    pub fn wait(&mut self, now: Instant) -> Instant {
        *self.waiting_since.get_or_insert(now) + self.left
    }

    /// So many bytes moved.
    pub fn moved(&mut self, bytes: usize, now: impl FnOnce() -> Instant) {
        if let Some(since) = self.waiting_since.take() {
            let waited = now().saturating_duration_since(since);
            self.waited += waited;
            self.left = self.left.saturating_sub(waited);
        }
        if self.left < self.rate.grace {
            let earned = Duration::from_secs_f64(bytes as f64 / f64::from(self.rate.bytes.max(1)));
            self.left = self.rate.grace.min(self.left.saturating_add(earned));
        }
    }

    /// Until when the peer is waited for; `None`: it is not waited for.
    pub fn deadline(&self) -> Option<Instant> {
        self.waiting_since.map(|since| since + self.left)
    }

    /// How long it was waited for in all.
    pub fn waited(&self, now: Instant) -> Duration {
        self.waited + self.waiting_since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    /// What is left is at most this.
    pub fn shorten(&mut self, most: Duration) {
        self.left = self.left.min(most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const RATE: LeastRate = LeastRate { bytes: 1000, grace: Duration::from_secs(10) };

    #[test]
    fn who_stops_is_waited_for_as_long_as_the_grace() {
        let (now, mut pace) = (Instant::now(), Pace::new(RATE));
        assert_eq!(pace.deadline(), None);
        assert_eq!(pace.wait(now), now + 10 * SECOND);
        assert_eq!(pace.wait(now + 3 * SECOND), now + 10 * SECOND);
        assert_eq!(pace.deadline(), Some(now + 10 * SECOND));
    }

    #[test]
    fn who_keeps_to_the_rate_is_never_out_of_time() {
        let (start, mut pace) = (Instant::now(), Pace::new(RATE));
        for second in 0..1000 {
            let now = start + second * SECOND;
            assert!(pace.wait(now) >= now + 9 * SECOND, "after {second} s");
            pace.moved(1000, || now + SECOND);
        }
    }

    #[test]
    fn who_trickles_is_out_of_time_in_the_end() {
        let (start, mut pace) = (Instant::now(), Pace::new(RATE));
        let lasts = (0..).find(|second| {
            let now = start + *second * SECOND;
            let until = pace.wait(now);
            pace.moved(500, || now + SECOND);
            until < now + SECOND
        });
        assert_eq!(lasts, Some(19), "half the rate loses half a second each second");
    }

    #[test]
    fn time_that_nobody_waits_for_the_peer_does_not_count() {
        let (now, mut pace) = (Instant::now(), Pace::new(RATE));
        pace.wait(now);
        pace.moved(1, || now);
        assert_eq!(pace.deadline(), None);
        let later = now + 100 * SECOND;
        assert_eq!(pace.wait(later), later + 10 * SECOND);
        assert_eq!(pace.waited(later + SECOND), SECOND);
        pace.shorten(SECOND);
        assert_eq!(pace.deadline(), Some(later + SECOND));
    }
}
