//! Writes of tables: creation, changes, and the game stored at the end.

use chrono::{DateTime, Utc};

use super::{
    commitments, days,
    dialect::Dialect,
    games, idempotency,
    outcome::{WriteOutcome, Written},
    query::Statement,
    tables, whole_game,
};
use crate::service::{
    IdempotencyKey,
    records::{Attempt, CommitmentId, TableDay, TableId},
    store::{StoreError, WriteError},
    tables::{FinishedTable, Revision, TableChanges, TablePhase, TableRecord, TableWrite},
};

/// Stores a new table and reserves its commitment. Requires a transaction.
pub(super) async fn add<D: Dialect>(
    transaction: &mut D::Connection,
    table: &TableRecord,
    changes: &TableChanges,
    idempotency_key: Option<&IdempotencyKey>,
    now: DateTime<Utc>,
) -> Result<(), WriteError> {
    if let Some(idempotency_key) = idempotency_key
        && !idempotency::add::<D>(transaction, idempotency_key, table.id.0).await.map_err(StoreError::from)?
    {
        return Err(WriteError::Repeated);
    }
    if let Some(external_id) = &table.external_id
        && let Some(game) = games::by_external_id::<D>(transaction, table.owner, external_id).await?
    {
        return Err(WriteError::ExternalIdTaken(game));
    }
    if let Some(commitment) = table.commitment {
        let mut statement = Statement::<D>::new("");
        commitments::reserve(&mut statement, commitment, table, now);
        if statement.execute(transaction).await.map_err(StoreError::from)? == 0 {
            return Err(WriteError::CommitmentNotUsable);
        }
    }
    let mut statement = Statement::<D>::new("");
    tables::insert(&mut statement, table);
    statement.execute(transaction).await.map_err(StoreError::from)?;
    tables::insert_changes::<D>(transaction, table.id, Revision::default(), changes).await.map_err(StoreError::from)?;
    match day_of(table) {
        Some(day) => days::begin::<D>(transaction, table, day).await,
        None => Ok(()),
    }
}

/// The day at which the table is somebody's try.
fn day_of(table: &TableRecord) -> Option<TableDay> {
    table.day.filter(|day| day.attempt != Attempt::Guest)
}

/// The commitment of a table that was closed before anything was drawn.
fn unused_commitment(table: &TableRecord) -> Option<CommitmentId> {
    table.commitment.filter(|_| table.phase == TablePhase::Closed && table.step_count == 0)
}

/// Stores a change of a table. Unless the outcome is [`Written::Stored`], the caller must roll back.
///
/// The idempotency record is written first, so that a repeated request is recognised as one instead of failing with a
/// version conflict.
pub(super) async fn update<D: Dialect>(transaction: &mut D::Connection, write: &TableWrite) -> WriteOutcome {
    let TableWrite { table, before, changes, finished, score, idempotency_key } = write;
    if let Some(idempotency_key) = idempotency_key
        && !idempotency::add::<D>(transaction, idempotency_key, table.id.0).await?
    {
        return Ok(Written::Repeated);
    }
    let mut statement = Statement::<D>::new("");
    tables::update(&mut statement, table, *before);
    if statement.execute(transaction).await? == 0 {
        return Ok(Written::VersionConflict);
    }
    tables::insert_changes::<D>(transaction, table.id, *before, changes).await?;
    if let Some(commitment) = unused_commitment(table) {
        let mut statement = Statement::<D>::new("");
        commitments::release(&mut statement, commitment, table.id);
        statement.execute(transaction).await?;
    }
    if let (Some(day), Some(score)) = (day_of(table), score) {
        days::finish::<D>(transaction, table, day, score).await?;
    }
    match finished {
        Some(finished) => finish::<D>(transaction, table, finished).await,
        None => Ok(Written::Stored),
    }
}

/// Stores the game and the readings of a table that was played to its end.
async fn finish<D: Dialect>(
    transaction: &mut D::Connection,
    table: &TableRecord,
    finished: &FinishedTable,
) -> WriteOutcome {
    if let Some(commitment) = table.commitment {
        let mut statement = Statement::<D>::new("");
        commitments::use_up_reserved(&mut statement, commitment, table.id, finished.game.record.id);
        statement.execute(transaction).await?;
    }
    if let Some(day) = day_of(table) {
        days::link::<D>(transaction, table, day, finished.game.record.id).await?;
    }
    whole_game::insert::<D>(transaction, &finished.game, &finished.readings).await
}

/// Deletes a table if it has this revision.
pub(super) async fn delete<D: Dialect>(
    connection: &mut D::Connection,
    id: TableId,
    revision: Revision,
) -> Result<bool, StoreError> {
    let mut statement = Statement::<D>::delete_from("tables", "delete_table");
    tables::delete(&mut statement, id, revision);
    Ok(statement.execute(connection).await? > 0)
}
