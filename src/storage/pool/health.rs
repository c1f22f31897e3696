//! Whether a database answers and takes writes, as it was found a moment ago.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use tokio::sync::{Notify, watch};

/// How a server was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Nobody has looked yet, or nobody looks.
    Unknown,
    /// It answers and takes writes.
    Writable,
    /// It answers and takes no writes: a standby, or a server that was set so.
    ReadOnly,
    /// It does not answer.
    Down,
}

/// What is known of a database, shared by all who check it.
#[derive(Debug)]
pub(crate) struct Health {
    found: watch::Sender<(State, Instant)>,
    doubts: Notify,
    /// How often the latest revocation of a key was found to be another one.
    revocations: AtomicU64,
    /// When a write failed for what was no fault of its own, if none has succeeded since.
    write_failed: Mutex<Option<Instant>>,
}

impl Default for Health {
    fn default() -> Health {
        Health {
            found: watch::Sender::new((State::Unknown, Instant::now())),
            doubts: Notify::new(),
            revocations: AtomicU64::new(0),
            write_failed: Mutex::default(),
        }
    }
}

impl Health {
    /// How it was found.
    pub(crate) fn state(&self) -> State {
        self.found.borrow().0
    }

    /// How it was found, if that was not longer ago.
    pub(crate) fn state_within(&self, age: Duration) -> State {
        let (state, at) = *self.found.borrow();
        if at.elapsed() <= age { state } else { State::Unknown }
    }

    /// Notes how it was found; tells how it was found before.
    pub(crate) fn note(&self, state: State) -> State {
        self.found.send_replace((state, Instant::now())).0
    }

    /// Waits until it is found not to answer.
    pub(crate) async fn goes_down(&self) {
        let mut found = self.found.subscribe();
        if found.wait_for(|(state, _)| *state == State::Down).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Something went wrong: it is time to look.
    pub(crate) fn doubt(&self) {
        self.doubts.notify_one();
    }

    /// Waits until something goes wrong.
    pub(crate) async fn doubted(&self) {
        self.doubts.notified().await;
    }

    /// Notes that a key was revoked since somebody looked.
    pub(crate) fn note_revocation(&self) {
        self.revocations.fetch_add(1, Relaxed);
    }

    /// How often keys were found to be revoked.
    pub(crate) fn revocations(&self) -> u64 {
        self.revocations.load(Relaxed)
    }

    /// Notes whether a write failed for what was no fault of its own, such as a disk that is full.
    pub(crate) fn note_write(&self, failed: bool) {
        *self.write_failed.lock().unwrap_or_else(PoisonError::into_inner) = failed.then(Instant::now);
    }

    /// Does it take writes, as far as is known?
    pub(crate) fn takes_writes(&self) -> bool {
        let answers = match self.state() {
            State::Unknown | State::Writable => true,
            State::ReadOnly | State::Down => false,
        };
        answers && !self.write_failed_within(Duration::from_secs(5))
    }

    /// Has the last write failed, not longer ago than that?
    pub(crate) fn write_failed_within(&self, age: Duration) -> bool {
        self.write_failed.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|at| at.elapsed() <= age)
    }
}
