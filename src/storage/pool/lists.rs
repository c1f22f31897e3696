//! The connections that fetch lists: fewer than there are, so that what is asked for by its id never waits for lists.

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

/// A pool, and how many of its connections lists may have at once.
#[derive(Debug)]
pub(crate) struct Lists<D: Database> {
    pub(crate) connections: Arc<Pool<D>>,
    places: Semaphore,
    acquire_timeout: Duration,
    /// How long a list may be looked for.
    pub(crate) statement_timeout: Duration,
}

impl<D: Database> Lists<D> {
    /// Lists, which may use this number of connections.
    pub(crate) fn new(connections: Arc<Pool<D>>, places: u32, settings: &Settings) -> Lists<D> {
        let Settings { acquire_timeout, statement_timeout, .. } = *settings;
        Lists { connections, places: Semaphore::new(places as usize), acquire_timeout, statement_timeout }
    }

    /// Waits for a place.
    pub(crate) async fn place(&self) -> Result<SemaphorePermit<'_>, StoreError> {
        let busy = || unavailable("other requests occupy the connections for lists for too long");
        let place = timeout(self.acquire_timeout, self.places.acquire()).await.map_err(|_| busy())?;
        place.map_err(|_| busy())
    }
}
