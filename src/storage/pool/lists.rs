//! Limits the connections used by lists, so that lookups by id never wait for lists.

use std::{sync::Arc, time::Duration};

use sqlx::Database;
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::timeout,
};

use super::Pool;
use crate::{
    service::store::StoreError,
    storage::{error::unavailable, settings::Settings},
};

/// A pool, and the number of its connections that lists may use at a time.
#[derive(Debug)]
pub(crate) struct Lists<D: Database> {
    pub(crate) connections: Arc<Pool<D>>,
    places: Semaphore,
    acquire_timeout: Duration,
    /// Timeout of a list's statements.
    pub(crate) statement_timeout: Duration,
}

impl<D: Database> Lists<D> {
    /// Lists that may use up to `places` connections.
    pub(crate) fn new(connections: Arc<Pool<D>>, places: u32, settings: &Settings) -> Lists<D> {
        let Settings { acquire_timeout, statement_timeout, .. } = *settings;
        Lists { connections, places: Semaphore::new(places as usize), acquire_timeout, statement_timeout }
    }

    /// Waits for permission to fetch a list.
    pub(crate) async fn place(&self) -> Result<SemaphorePermit<'_>, StoreError> {
        let busy = || unavailable("other requests occupy the connections for lists for too long");
        let place = timeout(self.acquire_timeout, self.places.acquire()).await.map_err(|_| busy())?;
        place.map_err(|_| busy())
    }
}
