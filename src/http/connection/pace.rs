//! The minimum rate at which bytes must move while the service waits for its peer.
//!
//! A peer has a budget of waiting time, and each byte that moves restores some of it. A peer whose
//! bytes move at or above the minimum rate never times out; one that stops is timed out after [`LeastRate::grace`]. Bytes
//! that the peer's system has received but not reported are not seen to move. Only time spent waiting for the peer
//! counts, not the time in which a response is computed.

use std::time::Duration;

use tokio::time::Instant;

/// The minimum rate of a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeastRate {
    /// Bytes per second, on average.
    pub bytes: u32,
    /// Maximum time in which no bytes move.
    pub grace: Duration,
}

/// The remaining budget of a peer.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    rate: LeastRate,
    /// Waiting time that is left.
    left: Duration,
    waiting_since: Option<Instant>,
    waited: Duration,
}

impl Pace {
    /// A full budget.
    pub fn new(rate: LeastRate) -> Pace {
        Pace { rate, left: rate.grace, waiting_since: None, waited: Duration::ZERO }
    }

    /// Starts to wait for the peer, unless already waiting; returns the deadline.
    pub fn wait(&mut self, now: Instant) -> Instant {
        *self.waiting_since.get_or_insert(now) + self.left
    }

    /// Records that bytes moved.
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

    /// The deadline; `None` while the peer is not waited for.
    pub fn deadline(&self) -> Option<Instant> {
        self.waiting_since.map(|since| since + self.left)
    }

    /// Total time spent waiting for the peer.
    pub fn waited(&self, now: Instant) -> Duration {
        self.waited + self.waiting_since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    /// Limits the budget to this.
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
    fn a_peer_that_stops_times_out_after_the_grace() {
        let (now, mut pace) = (Instant::now(), Pace::new(RATE));
        assert_eq!(pace.deadline(), None);
        assert_eq!(pace.wait(now), now + 10 * SECOND);
        assert_eq!(pace.wait(now + 3 * SECOND), now + 10 * SECOND);
        assert_eq!(pace.deadline(), Some(now + 10 * SECOND));
    }

    #[test]
    fn a_peer_at_the_minimum_rate_never_times_out() {
        let (start, mut pace) = (Instant::now(), Pace::new(RATE));
        for second in 0..1000 {
            let now = start + second * SECOND;
            assert!(pace.wait(now) >= now + 9 * SECOND, "after {second} s");
            pace.moved(1000, || now + SECOND);
        }
    }

    #[test]
    fn a_peer_below_the_minimum_rate_times_out() {
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
    fn time_not_spent_waiting_for_the_peer_does_not_count() {
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
