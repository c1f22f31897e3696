//! Commitments.

use async_trait::async_trait;

use super::WriteError;
use crate::service::{
    records::{CommitmentId, CommitmentRecord, IdempotencyKey, OwnerId},
    store_error::StoreError,
};

/// The commitments of a database.
#[async_trait]
pub trait CommitmentStore: Send + Sync {
    /// Stores a new commitment as its owner's next; returns it with its position in the owner's chain.
    async fn add_commitment(
        &self,
        commitment: &CommitmentRecord,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<CommitmentRecord, WriteError>;

    /// The owner's newest commitments that are older than `before`, newest first.
    async fn commitments(
        &self,
        owner: OwnerId,
        before: Option<CommitmentId>,
        limit: u32,
    ) -> Result<Vec<CommitmentRecord>, StoreError>;

    /// One commitment.
    async fn commitment(&self, id: CommitmentId) -> Result<Option<CommitmentRecord>, StoreError>;
}
