//! Implements [`CommitmentStore`] for a database.

use async_trait::async_trait;

use super::{Backend, Database};
use crate::{
    service::{
        IdempotencyKey,
        records::{CommitmentId, CommitmentRecord, OwnerId},
        store::{CommitmentStore, StoreError, WriteError},
    },
    storage::{
        borrow::{in_transaction, with_connection},
        commitments,
        dialect::Dialect,
        idempotency,
    },
};

#[async_trait]
impl<D: Backend> CommitmentStore for Database<D> {
    async fn add_commitment(
        &self,
        commitment: &CommitmentRecord,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<CommitmentRecord, WriteError> {
        in_transaction!(self.writer, add_commitment::<D>, commitment, idempotency_key.as_ref())
    }

    async fn commitments(
        &self,
        owner: OwnerId,
        before: Option<CommitmentId>,
        limit: u32,
    ) -> Result<Vec<CommitmentRecord>, StoreError> {
        with_connection!(self.reader, commitments::list::<D>, owner, before, limit)
    }

    async fn commitment(&self, id: CommitmentId) -> Result<Option<CommitmentRecord>, StoreError> {
        with_connection!(self.reader, commitments::by_id::<D>, id)
    }
}

/// Stores a commitment and the idempotency key of its request.
async fn add_commitment<D: Dialect>(
    transaction: &mut D::Connection,
    commitment: &CommitmentRecord,
    idempotency_key: Option<&IdempotencyKey>,
) -> Result<CommitmentRecord, WriteError> {
    if let Some(idempotency_key) = idempotency_key
        && !idempotency::add::<D>(transaction, idempotency_key, commitment.id.0).await.map_err(StoreError::from)?
    {
        return Err(WriteError::Repeated);
    }
    Ok(commitments::add::<D>(transaction, commitment).await?)
}
