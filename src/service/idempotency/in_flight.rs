//! The requests with an idempotency key that are in progress.

use std::{
    collections::HashSet,
    sync::Arc,
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use tokio::time::sleep;

use crate::service::{
    ServiceError,
    records::{IdempotencyKey, OwnerId},
};

/// How often a request that waits for another looks whether that has ended.
const INTERVAL: Duration = Duration::from_millis(20);

/// The requests with an idempotency key that are in progress.
#[derive(Clone, Debug, Default)]
pub struct InFlight(Arc<Mutex<HashSet<Request>>>);

/// What identifies a request: its owner and its hash.
type Request = (OwnerId, [u8; 32]);

/// Marks a request as in progress until it is dropped.
pub struct InFlightGuard {
    in_flight: InFlight,
    request: Request,
}

impl InFlight {
    /// Marks a request as in progress, as soon as it is not.
    ///
    /// # Errors
    /// `IdempotencyInProgress` when it still is after the key's timeout.
    pub async fn enter(&self, key: &IdempotencyKey) -> Result<InFlightGuard, ServiceError> {
        let (request, deadline) = ((key.owner, key.request), Instant::now() + key.timeout);
        while !self.0.lock().insert(request) {
            if Instant::now() >= deadline {
                return Err(ServiceError::IdempotencyInProgress);
            }
            sleep(INTERVAL).await;
        }
        Ok(InFlightGuard { in_flight: self.clone(), request })
    }
}

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        self.in_flight.0.lock().remove(&self.request);
    }
}
