//! How long something may take that is done with a connection.

use std::{sync::Arc, time::Duration};

use tokio::time::timeout;

use super::health::Health;

/// How long something may take that is done with a connection.
#[derive(Debug)]
pub(crate) struct Bound {
    pub(crate) limit: Option<Duration>,
    pub(crate) health: Arc<Health>,
}

impl Bound {
    /// What it comes to; `None` when that takes too long, or the database is found not to answer meanwhile.
    pub(crate) async fn of<T>(self, done: impl Future<Output = T>) -> Option<T> {
        let Some(limit) = self.limit else { return Some(done.await) };
        tokio::select! {
            biased;
            done = timeout(limit, done) => done.ok(),
            () = self.health.goes_down() => None,
        }
    }
}
