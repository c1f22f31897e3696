//! The requests with an idempotency key that are in progress.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::service::{
    ServiceError,
    records::{IdempotencyKey, OwnerId},
};

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
    /// Marks a request as in progress.
    ///
    /// # Errors
    /// `IdempotencyInProgress` when it already is.
    pub fn enter(&self, key: &IdempotencyKey) -> Result<InFlightGuard, ServiceError> {
        let request = (key.owner, key.request);
        match self.lock().insert(request) {
            true => Ok(InFlightGuard { in_flight: self.clone(), request }),
            false => Err(ServiceError::IdempotencyInProgress),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<Request>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        self.in_flight.lock().remove(&self.request);
    }
}
