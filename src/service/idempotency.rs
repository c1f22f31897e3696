//! Requests that may come again: what was created under a caller's mark is answered again, not created again.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{Service, ServiceError, records::OwnerId};

/// How long a mark is known.
const LIFETIME: TimeDelta = TimeDelta::hours(24);

/// What a caller marks a request with, so that it is known when it comes again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Whose mark it is.
    pub owner: OwnerId,
    /// SHA-256 of method, path and key.
    pub request: [u8; 32],
    /// SHA-256 of the body.
    pub body: [u8; 32],
    /// When the request came.
    pub at: DateTime<Utc>,
}

impl Mark {
    /// A mark made at this time lapses at that.
    pub fn lapsed_before(now: DateTime<Utc>) -> DateTime<Utc> {
        now - LIFETIME
    }
}

/// What a mark was used for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// SHA-256 of the body.
    pub body: [u8; 32],
    /// What was created.
    pub created: Uuid,
}

/// How much was deleted since it had expired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expired {
    /// Idempotency records.
    pub idempotency_records: u64,
    /// Commitments that no game used.
    pub commitments: u64,
}

/// Something that was created: just now, or when the same request came before.
#[derive(Debug)]
pub struct Created<T> {
    /// What it is.
    pub thing: T,
    /// It was there already.
    pub again: bool,
}

/// The marked requests that are being carried out.
#[derive(Clone, Debug, Default)]
pub(super) struct Running(Arc<Mutex<HashSet<Known>>>);

/// What a mark is known by: whose it is, and the hash of its request.
type Known = (OwnerId, [u8; 32]);

/// A marked request's place among those; it is given up when it is dropped.
struct Place {
    running: Running,
    mark: Known,
}

impl Running {
    fn enter(&self, mark: &Mark) -> Result<Place, ServiceError> {
        let mark = (mark.owner, mark.request);
        match self.lock().insert(mark) {
            true => Ok(Place { running: self.clone(), mark }),
            false => Err(ServiceError::IdempotencyInProgress),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.running.lock().remove(&self.mark);
    }
}

impl Service {
    /// The mark of a request, out of the caller's key for it; `apart` keeps callers apart who have one owner.
    pub fn mark(&self, owner: OwnerId, apart: Option<&str>, request: [&str; 3], body: &[u8]) -> Mark {
        let [method, path, key] = request;
        let apart = apart.map(|apart| format!("\n{apart}")).unwrap_or_default();
        // No method, path or key has a line's end in it.
        let request = Sha256::digest(format!("{method}\n{path}\n{key}{apart}")).into();
        Mark { owner, request, body: Sha256::digest(body).into(), at: self.clock.now() }
    }

    /// Deletes one batch of what has expired, of each kind so much at most.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn delete_expired(&self, limit: u32) -> Result<Expired, ServiceError> {
        Ok(self.store.delete_expired(self.clock.now(), limit).await?)
    }

    /// Creates something, or finds what was created under the same mark.
    ///
    /// # Errors
    /// `IdempotencyInProgress` while the same is being created, `IdempotencyKeyReused` for a mark of another body;
    /// `CreatedAndDeleted` when it
    /// is there no longer; whatever the two ways come to.
    pub(super) async fn once<T>(
        &self,
        mark: Option<&Mark>,
        create: impl Future<Output = Result<T, ServiceError>>,
        find: impl AsyncFn(Uuid) -> Result<T, ServiceError>,
    ) -> Result<Created<T>, ServiceError> {
        let Some(mark) = mark else { return Ok(Created { thing: create.await?, again: false }) };
        let _place = self.running.enter(mark)?;
        let find = async |id| match find(id).await {
            Err(ServiceError::NotFound(_)) => Err(ServiceError::CreatedAndDeleted),
            found => found.map(|thing| Created { thing, again: true }),
        };
        if let Some(created) = self.created_before(mark).await? {
            return find(created).await;
        }
        match create.await {
            // Another service on the same database was faster.
            Err(ServiceError::Repeated) => {
                let lost = || ServiceError::Internal("a mark was there and is not".to_owned());
                let created = self.created_before(mark).await?.ok_or_else(lost)?;
                find(created).await
            }
            created => Ok(Created { thing: created?, again: false }),
        }
    }

    async fn created_before(&self, mark: &Mark) -> Result<Option<Uuid>, ServiceError> {
        match self.store.marked(mark).await? {
            None => Ok(None),
            Some(marked) if marked.body == mark.body => Ok(Some(marked.created)),
            Some(_) => Err(ServiceError::IdempotencyKeyReused),
        }
    }
}
