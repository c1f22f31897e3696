//! Implements [`CommitmentStore`] for a database with a read replica.

use async_trait::async_trait;

use super::{Replicated, primary_first};
use crate::service::{
    IdempotencyKey,
    records::{CommitmentId, CommitmentRecord, OwnerId},
    store::{CommitmentStore, StoreError, WriteError},
};

#[async_trait]
impl CommitmentStore for Replicated {
    async fn add_commitment(
        &self,
        commitment: &CommitmentRecord,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<CommitmentRecord, WriteError> {
        self.primary.add_commitment(commitment, idempotency_key).await
    }

    async fn commitments(
        &self,
        owner: OwnerId,
        before: Option<CommitmentId>,
        limit: u32,
    ) -> Result<Vec<CommitmentRecord>, StoreError> {
        primary_first!(self, commitments, owner, before, limit)
    }

    async fn commitment(&self, id: CommitmentId) -> Result<Option<CommitmentRecord>, StoreError> {
        primary_first!(self, commitment, id)
    }
}
