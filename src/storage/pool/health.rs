//! The last known health of a database.

use std::{
    pin::{Pin, pin},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use tokio::{
    sync::{Notify, watch},
    time::timeout,
};

/// The state of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Not checked.
    Unknown,
    /// It responds and accepts writes.
    Writable,
    /// It responds and is read-only: a standby, or a server configured so.
    ReadOnly,
    /// It does not respond.
    Down,
}

/// The last known health of a database, shared by all pools.
#[derive(Debug)]
pub(crate) struct Health {
    found: watch::Sender<(State, Instant)>,
    checks_requested: Notify,
    /// Connections that were opened earlier are not used any more.
    renewed: Mutex<Instant>,
    /// How often the latest revocation of a key was found to have changed.
    revocations: AtomicU64,
    /// Time of the last write that failed for an external reason, if none has succeeded since.
    write_failed: Mutex<Option<Instant>>,
}

impl Default for Health {
    fn default() -> Health {
        Health {
            found: watch::Sender::new((State::Unknown, Instant::now())),
            checks_requested: Notify::new(),
            renewed: Mutex::new(Instant::now()),
            revocations: AtomicU64::new(0),
            write_failed: Mutex::default(),
        }
    }
}

impl Health {
    /// The last known state.
    pub(crate) fn state(&self) -> State {
        self.found.borrow().0
    }

    /// The last known state, if it is not older than this.
    pub(crate) fn state_within(&self, age: Duration) -> State {
        let (state, at) = *self.found.borrow();
        if at.elapsed() <= age { state } else { State::Unknown }
    }

    /// Records a state; returns the previous one.
    pub(crate) fn note(&self, state: State) -> State {
        self.found.send_replace((state, Instant::now())).0
    }

    /// Waits until the database is found to be down.
    async fn goes_down(&self) {
        let mut found = self.found.subscribe();
        if found.wait_for(|(state, _)| *state == State::Down).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Limits the time of work, which also ends when the database is found to be down.
    pub(crate) fn limit(self: &Arc<Self>, limit: Option<Duration>) -> TimeLimit {
        TimeLimit { limit, health: Arc::clone(self) }
    }

    /// Replaces all connections: those that are open now are closed instead of being used again.
    pub(crate) fn renew(&self) {
        *self.renewed.lock() = Instant::now();
    }

    /// Is a connection of this age to be replaced?
    pub(crate) fn is_outdated(&self, age: Duration) -> bool {
        age > self.renewed.lock().elapsed()
    }

    /// Requests a check after an error.
    pub(crate) fn request_check(&self) {
        self.checks_requested.notify_one();
    }

    /// Waits for a request to check.
    pub(crate) async fn check_requested(&self) {
        self.checks_requested.notified().await;
    }

    /// Records that a key was revoked.
    pub(crate) fn note_revocation(&self) {
        self.revocations.fetch_add(1, Relaxed);
    }

    /// How often revocations were found.
    pub(crate) fn revocations(&self) -> u64 {
        self.revocations.load(Relaxed)
    }

    /// Records whether a write failed for an external reason, such as a full disk.
    pub(crate) fn note_write(&self, failed: bool) {
        *self.write_failed.lock() = failed.then(Instant::now);
    }

    /// Does it accept writes, as far as known?
    pub(crate) fn takes_writes(&self) -> bool {
        let answers = match self.state() {
            State::Unknown | State::Writable => true,
            State::ReadOnly | State::Down => false,
        };
        answers && !self.write_failed_within(Duration::from_secs(5))
    }

    /// Has the last write failed within this time?
    pub(crate) fn write_failed_within(&self, age: Duration) -> bool {
        self.write_failed.lock().is_some_and(|at| at.elapsed() <= age)
    }
}

/// A limit on the time of work on a connection.
#[derive(Debug)]
pub(crate) struct TimeLimit {
    limit: Option<Duration>,
    health: Arc<Health>,
}

impl TimeLimit {
    /// Runs the work; `None` if it takes too long, or if the database goes down meanwhile.
    pub(crate) async fn run<T>(self, work: impl Future<Output = T> + Send) -> Option<T> {
        self.run_pinned(pin!(work)).await
    }

    /// Is compiled once for each type of result, rather than once for each kind of work.
    async fn run_pinned<T>(self, work: Pin<&mut (dyn Future<Output = T> + Send)>) -> Option<T> {
        let Some(limit) = self.limit else { return Some(work.await) };
        tokio::select! {
            biased;
            result = timeout(limit, work) => result.ok(),
            () = self.health.goes_down() => None,
        }
    }
}
