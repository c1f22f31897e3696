//! Idempotency: a request whose idempotency key was used before returns what was created then, and creates nothing.

mod in_flight;

use std::time::Duration;

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{
    Service, ServiceError, analyses,
    records::{Expired, IdempotencyKey, OwnerId},
};

pub(super) use in_flight::InFlight;

/// Something that was created by this request or by an earlier one with the same idempotency key.
#[derive(Debug)]
pub struct Created<T> {
    /// What was created.
    pub value: T,
    /// Was it created by an earlier request?
    pub is_replay: bool,
}

impl Service {
    /// The idempotency key of a request, from the text of its header. `caller` distinguishes callers that share an
    /// owner. It does not wait while the same request is in progress.
    pub fn idempotency_key(
        &self,
        owner: OwnerId,
        caller: Option<&str>,
        request: [&str; 3],
        body: &[u8],
    ) -> IdempotencyKey {
        let [method, path, text] = request;
        let caller = caller.map(|caller| format!("\n{caller}")).unwrap_or_default();
        // Methods, paths and keys contain no line breaks.
        let request = Sha256::digest(format!("{method}\n{path}\n{text}{caller}")).into();
        IdempotencyKey {
            owner,
            request,
            body: Sha256::digest(body).into(),
            at: self.clock.now(),
            timeout: Duration::ZERO,
        }
    }

    /// Deletes one batch of expired records, up to `limit` of each kind, and the few analyses that nobody goes on with.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn delete_expired(&self, limit: u32) -> Result<Expired, ServiceError> {
        self.store.delete_abandoned_analyses(&analyses::engines()).await?;
        Ok(self.store.delete_expired(self.clock.now(), limit).await?)
    }

    /// Creates something, or finds what was created under the same key.
    ///
    /// # Errors
    /// `IdempotencyInProgress` while the same request is in progress, for longer than the key waits,
    /// `IdempotencyKeyReused` for a key used with another body, `CreatedAndDeleted` when the thing was deleted since;
    /// errors of `create` and `find`.
    pub(super) async fn idempotent<T>(
        &self,
        key: Option<&IdempotencyKey>,
        create: impl Future<Output = Result<T, ServiceError>>,
        find: impl AsyncFn(Uuid) -> Result<T, ServiceError>,
    ) -> Result<Created<T>, ServiceError> {
        let Some(key) = key else { return Ok(Created { value: create.await?, is_replay: false }) };
        let _guard = self.shared.in_flight.enter(key).await?;
        let find = async |id| match find(id).await {
            Err(ServiceError::NotFound(_)) => Err(ServiceError::CreatedAndDeleted),
            found => found.map(|value| Created { value, is_replay: true }),
        };
        if let Some(created) = self.created_before(key).await? {
            return find(created).await;
        }
        match create.await {
            Ok(value) => Ok(Created { value, is_replay: false }),
            // The same request was faster: at another service, or here, after its caller had stopped waiting. What it
            // created may be what this one failed on: a seat that is taken, a commitment that is used.
            Err(error) => match (self.created_before(key).await, error) {
                (Ok(Some(created)), _) => find(created).await,
                (Ok(None), ServiceError::Repeated) => {
                    Err(ServiceError::Internal("an idempotency record disappeared".to_owned()))
                }
                // It has another body, or cannot be read.
                (Err(lookup), ServiceError::Repeated) => Err(lookup),
                (Ok(None) | Err(_), error) => Err(error),
            },
        }
    }

    async fn created_before(&self, key: &IdempotencyKey) -> Result<Option<Uuid>, ServiceError> {
        match self.store.idempotency_record(key).await? {
            None => Ok(None),
            Some(record) if record.body == key.body => Ok(Some(record.created)),
            Some(_) => Err(ServiceError::IdempotencyKeyReused),
        }
    }
}
