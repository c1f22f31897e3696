//! Bounds the time of work on a connection.

use std::{sync::Arc, time::Duration};

use tokio::time::timeout;

use super::health::Health;

/// A bound on the time of work on a connection.
#[derive(Debug)]
pub(crate) struct Bound {
    pub(crate) limit: Option<Duration>,
    pub(crate) health: Arc<Health>,
}

impl Bound {
    /// Runs the work; `None` if it takes too long, or if the database goes down meanwhile.
    pub(crate) async fn run<T>(self, work: impl Future<Output = T>) -> Option<T> {
        let Some(limit) = self.limit else { return Some(work.await) };
        tokio::select! {
            biased;
            result = timeout(limit, work) => result.ok(),
            () = self.health.goes_down() => None,
        }
    }
}
