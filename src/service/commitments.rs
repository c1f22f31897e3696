//! Commitments: the hash of a secret seed for one later game or draw (chance.md, "Proof of fairness").

use chrono::TimeDelta;

use super::{
    Created, FieldError, IdempotencyKey, Page, PageSize, ResourceKind, SeedText, Service, ServiceError,
    records::{CommitmentId, CommitmentRecord, OwnerId},
};

/// How long a commitment can be used.
const LIFETIME: TimeDelta = TimeDelta::days(7);

/// Errors in combining a commitment with a seed of the request, and with a client seed that is missing. `what` is what
/// the commitment determines.
pub(super) fn seed_conflicts(seed: Option<&SeedText>, client_seed: &str, what: &str) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if seed.is_some() {
        let why = "Expected either `commitment` or `seed`, not both: a commitment has its own seed.";
        errors.push(FieldError::bad_value("/seed", why));
    }
    if client_seed.is_empty() {
        let why = format!(
            "A commitment requires a `client_seed` of your own, so that the service alone does not determine the {what}."
        );
        errors.push(FieldError::bad_value("/client_seed", why));
    }
    errors
}

impl Service {
    /// Creates a secret seed and stores it.
    ///
    /// # Errors
    /// `IdempotencyInProgress`, `IdempotencyKeyReused`, `CreatedAndDeleted`, `Unavailable`, `Internal`.
    pub async fn commit(
        &self,
        owner: OwnerId,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Created<CommitmentRecord>, ServiceError> {
        let create = self.commit_once(owner, idempotency_key.clone());
        // A repeated request gets the original response, even if the commitment was used since.
        let find = async |id| {
            Ok(CommitmentRecord { game: None, table: None, reading: None, ..self.commitment(CommitmentId(id)).await? })
        };
        self.idempotent(idempotency_key.as_ref(), create, find).await
    }

    async fn commit_once(
        &self,
        owner: OwnerId,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<CommitmentRecord, ServiceError> {
        let created_at = self.clock.now();
        let commitment = CommitmentRecord {
            id: CommitmentId(self.shared.ids.secret_at(created_at)),
            owner,
            seed: self.shared.ids.secret(),
            created_at,
            expires_at: created_at + LIFETIME,
            game: None,
            table: None,
            reading: None,
            chain: None,
        };
        Ok(self.store.add_commitment(&commitment, idempotency_key).await?)
    }

    /// A page of an owner's commitments, newest first.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn commitments(
        &self,
        owner: OwnerId,
        before: Option<CommitmentId>,
        size: PageSize,
    ) -> Result<Page<CommitmentRecord, CommitmentId>, ServiceError> {
        let items = self.store.commitments(owner, before, size.with_lookahead()).await?;
        Ok(Page::of_one_more(items, size, |commitment| commitment.id))
    }

    /// One commitment.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn commitment(&self, id: CommitmentId) -> Result<CommitmentRecord, ServiceError> {
        self.store.commitment(id).await?.ok_or(ServiceError::NotFound(ResourceKind::Commitment))
    }

    /// The secret of a commitment that this owner can still use.
    pub(super) async fn committed_seed(&self, id: CommitmentId, owner: OwnerId) -> Result<[u8; 32], ServiceError> {
        let usable = self.store.commitment(id).await?.filter(|commitment| {
            commitment.owner == owner && commitment.is_unused() && commitment.expires_at > self.clock.now()
        });
        usable.map(|commitment| commitment.seed).ok_or(ServiceError::CommitmentUsed)
    }
}
