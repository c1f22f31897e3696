//! Writes of readings of spreads.

use super::{
    commitments,
    dialect::Dialect,
    idempotency,
    outcome::{WriteOutcome, Written},
    query::Statement,
    readings,
};
use crate::service::store::SpreadWrite;

/// Is the write a single statement, which needs no transaction?
pub(super) fn is_plain(write: &SpreadWrite) -> bool {
    write.idempotency_key.is_none() && write.reading.commitment().is_none()
}

/// Stores a reading of a spread and uses up its commitment. Unless the outcome is [`Written::Stored`], the caller must
/// roll back.
///
/// The idempotency record is written first, so that a repeated request is recognised as one instead of finding its
/// commitment used.
pub(super) async fn store<D: Dialect>(transaction: &mut D::Connection, write: &SpreadWrite) -> WriteOutcome {
    let SpreadWrite { reading, now, idempotency_key } = write;
    if let Some(idempotency_key) = idempotency_key
        && !idempotency::add::<D>(transaction, idempotency_key, reading.id.0).await?
    {
        return Ok(Written::Repeated);
    }
    if let Some(commitment) = reading.commitment() {
        let mut statement = Statement::<D>::new("");
        commitments::use_up_for_reading(&mut statement, commitment, reading, *now);
        if statement.execute(transaction).await? == 0 {
            return Ok(Written::CommitmentNotUsable);
        }
    }
    let mut statement = Statement::<D>::new("");
    readings::insert_spread(&mut statement, reading);
    Written::or_taken(statement.execute(transaction).await.map(|_| Written::Stored))
}
