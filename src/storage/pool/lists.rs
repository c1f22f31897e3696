//! Limits the connections used by lists, so that lookups by id never wait for lists.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::timeout,
};

use super::Pool;
use crate::{
    service::store::StoreError,
    storage::{dialect::Dialect, error::unavailable, postgres::Progress, settings::Settings},
};

/// A pool, and the number of its connections that lists may use at a time.
#[derive(Debug)]
pub(crate) struct Lists<D: Dialect> {
    pub(crate) connections: Arc<Pool<D>>,
    permits: Semaphore,
    acquire_timeout: Duration,
    /// Timeout of a list's statements.
    pub(crate) statement_timeout: Duration,
    /// A read replica, which is preferred while it has all that the primary has.
    pub(crate) replica: Option<Replica<D>>,
}

/// A read replica.
#[derive(Debug)]
pub(crate) struct Replica<D: Dialect> {
    pub(crate) connections: Arc<Pool<D>>,
    pub(crate) progress: Progress,
}

impl<D: Dialect> Lists<D> {
    /// Lists that may use up to `limit` connections.
    pub(crate) fn new(connections: Arc<Pool<D>>, limit: u32, settings: &Settings) -> Lists<D> {
        let Settings { acquire_timeout, statement_timeout, .. } = *settings;
        Lists {
            connections,
            permits: Semaphore::new(limit as usize),
            acquire_timeout,
            statement_timeout,
            replica: None,
        }
    }

    /// Prefers a read replica with these connections.
    pub(crate) fn with_replica(self, connections: Arc<Pool<D>>) -> Lists<D> {
        Lists { replica: Some(Replica { connections, progress: Progress::default() }), ..self }
    }

    /// Waits for a permit to fetch a list.
    ///
    /// # Errors
    /// `Unavailable` if it takes too long.
    pub(crate) async fn permit(&self) -> Result<SemaphorePermit<'_>, StoreError> {
        let busy = || unavailable("other requests occupy the connections for lists for too long");
        let permit = timeout(self.acquire_timeout, self.permits.acquire()).await.map_err(|_| busy())?;
        permit.map_err(|_| busy())
    }
}
