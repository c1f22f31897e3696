//! The limit on the time of work on a connection.

use std::{
    pin::{Pin, pin},
    sync::Arc,
    time::Duration,
};

use tokio::time::timeout;

use super::health::Health;

/// A limit on the time of work on a connection.
#[derive(Debug)]
pub(crate) struct TimeLimit {
    pub(crate) limit: Option<Duration>,
    pub(crate) health: Arc<Health>,
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
