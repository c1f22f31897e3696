//! Deadlines for SQLite statements, which have no timeout and cannot be cancelled by dropping a future.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

const RUNNING: u8 = 0;
const DONE: u8 = 1;
const ABANDONED: u8 = 2;

/// Interrupts a statement that takes too long, or whose future was dropped before it was done.
#[derive(Debug)]
pub(super) struct Deadline(Arc<AtomicU8>);

impl Deadline {
    /// A deadline, and the progress handler that enforces it.
    pub(super) fn new(limit: Duration) -> (Deadline, impl FnMut() -> bool + Send + 'static) {
        let state = Arc::new(AtomicU8::new(RUNNING));
        let (seen, deadline) = (Arc::clone(&state), Instant::now() + limit);
        let may_go_on = move || match seen.load(Relaxed) {
            RUNNING => Instant::now() < deadline,
            state => state == DONE,
        };
        (Deadline(state), may_go_on)
    }

    /// Marks the statement as done, so that the next one on the connection is not interrupted.
    pub(super) fn done(self) {
        self.0.store(DONE, Relaxed);
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        // A statement that is done stays done.
        let _ = self.0.compare_exchange(RUNNING, ABANDONED, Relaxed, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_runs_until_its_deadline_or_until_it_is_dropped() {
        let (deadline, mut may_go_on) = Deadline::new(Duration::from_secs(60));
        assert!(may_go_on());
        drop(deadline);
        assert!(!may_go_on());
        let (deadline, mut may_go_on) = Deadline::new(Duration::ZERO);
        assert!(!may_go_on());
        deadline.done();
        assert!(may_go_on(), "the next one");
    }
}
