//! Wakes the timer of the tables when one is due earlier than the one it waits for.

use std::sync::atomic::{AtomicI64, Ordering::SeqCst};

use chrono::{DateTime, Utc};
use tokio::sync::Notify;

/// What the timer waits for. Most changes of tables set a later wake-up and need not wake it: each time it asks the
/// database twice.
#[derive(Debug)]
pub struct Alarm {
    earlier: Notify,
    /// When the timer wakes by itself, in microseconds.
    set_to: AtomicI64,
}

impl Default for Alarm {
    fn default() -> Alarm {
        Alarm { earlier: Notify::new(), set_to: AtomicI64::new(i64::MAX) }
    }
}

impl Alarm {
    /// Lets every change wake the timer, which looks for the next table that is due: one that is stored while it looks
    /// may be missed otherwise.
    pub fn clear(&self) {
        self.set_to.store(i64::MAX, SeqCst);
    }

    /// Lets only tables that are due before this time wake the timer.
    pub fn set(&self, time: DateTime<Utc>) {
        self.set_to.store(time.timestamp_micros(), SeqCst);
    }

    /// Reports when a table that was stored is due.
    pub fn report(&self, wake_at: DateTime<Utc>) {
        if wake_at.timestamp_micros() < self.set_to.load(SeqCst) {
            self.earlier.notify_one();
        }
    }

    /// Waits for a table that is due earlier.
    pub async fn earlier(&self) {
        self.earlier.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[test]
    fn only_an_earlier_table_wakes_the_timer() {
        let (alarm, time) = (Alarm::default(), |second| DateTime::from_timestamp(second, 0).expect("a time"));
        let woken = || alarm.earlier().now_or_never().is_some();
        alarm.report(time(50));
        assert!(woken(), "the timer is looking");
        alarm.set(time(10));
        alarm.report(time(10));
        assert!(!woken());
        alarm.report(time(9));
        assert!(woken() && !woken());
        alarm.clear();
        alarm.report(time(50));
        assert!(woken());
    }
}
