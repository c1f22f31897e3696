//! How a batch of writes is stored.

use sqlx::{Connection, Sqlite, SqliteConnection};

use super::batch;
use crate::{
    service::store::{StoreError, Write},
    storage::{
        commitments,
        entry::WriteEntry,
        idempotency,
        outcome::{WriteOutcome, Written},
        query::Statement,
        spread_writes, table_writes, whole_game,
    },
};

/// Transactions take the write lock at once: one that reads first could not upgrade its lock after another has written.
pub(super) const BEGIN: &str = "begin immediate";

/// Stores a batch. Rejections are rare: only after one does each write get its own savepoint.
pub(super) async fn store(connection: &mut SqliteConnection, entries: &[WriteEntry]) -> Vec<WriteOutcome> {
    match store_all(connection, entries).await {
        Ok(true) => return entries.iter().map(|_| Ok(Written::Stored)).collect(),
        // An error such as a full disk has ended the transaction, of which the driver is unaware.
        Err(error @ StoreError::Unavailable(_)) => return entries.iter().map(|_| Err(error.clone())).collect(),
        Ok(false) | Err(StoreError::Broken(_)) => {}
    }
    let outcomes = store_each(connection, entries).await;
    outcomes.unwrap_or_else(|error| entries.iter().map(|_| Err(error.clone())).collect())
}

/// Stores writes in one transaction. False if one was rejected; none is stored then.
async fn store_all(connection: &mut SqliteConnection, entries: &[WriteEntry]) -> Result<bool, StoreError> {
    let plain: Vec<_> = entries.iter().filter_map(batch::plain).collect();
    if plain.len() == entries.len() {
        return batch::store_alone(connection, &plain).await;
    }
    let mut transaction = connection.begin_with(BEGIN).await?;
    if !batch::store(&mut transaction, &plain).await? {
        transaction.rollback().await?;
        return Ok(false);
    }
    for entry in entries.iter().filter(|entry| batch::plain(entry).is_none()) {
        match store_one(&mut transaction, entry).await? {
            Written::Stored => (),
            Written::CommitmentNotUsable | Written::Repeated | Written::VersionConflict | Written::Taken(_) => {
                transaction.rollback().await?;
                return Ok(false);
            }
        }
    }
    transaction.commit().await?;
    Ok(true)
}

/// Stores writes in one transaction, except those that are rejected.
async fn store_each(
    connection: &mut SqliteConnection,
    entries: &[WriteEntry],
) -> Result<Vec<WriteOutcome>, StoreError> {
    let mut transaction = connection.begin_with(BEGIN).await?;
    let mut outcomes = Vec::with_capacity(entries.len());
    for entry in entries {
        let mut savepoint = transaction.begin().await?;
        match store_one(&mut savepoint, entry).await {
            Ok(Written::Stored) => {
                savepoint.commit().await?;
                outcomes.push(Ok(Written::Stored));
            }
            // An error such as a full disk has ended the transaction.
            Err(error @ StoreError::Unavailable(_)) => return Err(error),
            rejected => {
                savepoint.rollback().await?;
                outcomes.push(rejected);
            }
        }
    }
    transaction.commit().await?;
    Ok(outcomes)
}

/// Stores a write. Unless the outcome is [`Written::Stored`], the caller must roll back.
async fn store_one(transaction: &mut SqliteConnection, entry: &WriteEntry) -> WriteOutcome {
    match entry {
        WriteEntry::Game(write) => store_game(transaction, write).await,
        WriteEntry::Spread(write) => spread_writes::store::<Sqlite>(transaction, write).await,
        WriteEntry::Table(write) => table_writes::update::<Sqlite>(transaction, write).await,
    }
}

async fn store_game(transaction: &mut SqliteConnection, write: &Write) -> WriteOutcome {
    let record = &write.game.record;
    if let Some(idempotency_key) = &write.idempotency_key
        && !idempotency::add::<Sqlite>(transaction, idempotency_key, write.created()).await?
    {
        return Ok(Written::Repeated);
    }
    if let Some(commitment) = record.commitment() {
        let mut statement = Statement::<Sqlite>::new("");
        commitments::use_up(&mut statement, commitment, record, write.now);
        if statement.execute(transaction).await? == 0 {
            return Ok(Written::CommitmentNotUsable);
        }
    }
    whole_game::insert::<Sqlite>(transaction, &write.game, &write.reading).await
}
