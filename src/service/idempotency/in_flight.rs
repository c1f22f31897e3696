//! The requests with an idempotency key that are being carried out.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::service::{
    ServiceError,
    records::{IdempotencyKey, OwnerId},
};

/// The requests with an idempotency key that are being carried out.
#[derive(Clone, Debug, Default)]
pub struct InFlight(Arc<Mutex<HashSet<Request>>>);

/// What identifies a request: its owner and its hash.
type Request = (OwnerId, [u8; 32]);

/// The place of a request among them, until it is dropped.
pub struct Place {
    in_flight: InFlight,
    request: Request,
}

impl InFlight {
    /// Takes the place of a request.
    ///
    /// # Errors
    /// `IdempotencyInProgress` when the same request has it.
    pub fn enter(&self, key: &IdempotencyKey) -> Result<Place, ServiceError> {
        let request = (key.owner, key.request);
        match self.lock().insert(request) {
            true => Ok(Place { in_flight: self.clone(), request }),
            false => Err(ServiceError::IdempotencyInProgress),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<Request>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.in_flight.lock().remove(&self.request);
    }
}
