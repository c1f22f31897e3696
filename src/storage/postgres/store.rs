//! How a batch of writes is stored.

use sqlx::{PgConnection, Postgres, postgres::PgRow};

use super::{bulk_insert, session::names_statements};
use crate::{
    service::{
        IdempotencyKey,
        store::{SpreadWrite, StoreError, Write},
        tables::TableWrite,
    },
    storage::{
        commitments,
        dialect::Dialect,
        entry::WriteEntry,
        games, idempotency, name_keys,
        outcome::{WriteOutcome, Written},
        query::Statement,
        readings, spread_writes, table_writes,
    },
};

/// Stores a batch, in one statement if that is possible for all its writes.
pub(super) async fn store(connection: &mut PgConnection, entries: &[WriteEntry]) -> Vec<WriteOutcome> {
    let Some(writes) = entries.iter().map(batchable).collect::<Option<Vec<_>>>() else {
        return store_each(connection, entries).await;
    };
    match store_batch(connection, &writes).await {
        Ok(outcomes) => outcomes,
        Err(error @ StoreError::Unavailable(_)) => entries.iter().map(|_| Err(error.clone())).collect(),
        // One of them cannot be stored, which must not fail the others.
        Err(StoreError::Broken(_)) => store_each(connection, entries).await,
    }
}

/// The write, if it can share a statement with others.
pub(super) fn batchable(entry: &WriteEntry) -> Option<&Write> {
    match entry {
        WriteEntry::Game(write) => Some(&**write).filter(|write| bulk_insert::is_batchable(write)),
        WriteEntry::Spread(_) | WriteEntry::Table(_) => None,
    }
}

async fn store_each(connection: &mut PgConnection, entries: &[WriteEntry]) -> Vec<WriteOutcome> {
    let mut outcomes = Vec::with_capacity(entries.len());
    for entry in entries {
        outcomes.push(match entry {
            WriteEntry::Game(write) => store_game(connection, write).await,
            WriteEntry::Spread(write) => store_spread(connection, write).await,
            WriteEntry::Table(write) => store_table(connection, write).await,
        });
    }
    outcomes
}

/// Stores a reading of a spread atomically.
async fn store_spread(connection: &mut PgConnection, write: &SpreadWrite) -> WriteOutcome {
    if spread_writes::is_plain(write) {
        return spread_writes::store::<Postgres>(connection, write).await;
    }
    let mut atomic = Postgres::begin(connection).await?;
    let outcome = spread_writes::store::<Postgres>(&mut atomic, write).await;
    atomic.settle(outcome, Written::is_stored).await
}

/// Stores a change of a table atomically.
async fn store_table(connection: &mut PgConnection, write: &TableWrite) -> WriteOutcome {
    let mut atomic = Postgres::begin(connection).await?;
    let outcome = table_writes::update::<Postgres>(&mut atomic, write).await;
    atomic.settle(outcome, Written::is_stored).await
}

/// Stores writes with one statement, in a single round trip unless a pooler splits sessions.
async fn store_batch(connection: &mut PgConnection, writes: &[&Write]) -> Result<Vec<WriteOutcome>, StoreError> {
    if names_statements(connection) {
        return bulk_insert::store(connection, writes).await;
    }
    let mut atomic = Postgres::begin(connection).await?;
    let outcomes = bulk_insert::store(&mut atomic, writes).await;
    atomic.settle(outcomes, |_| true).await
}

/// Stores a game atomically.
async fn store_game(connection: &mut PgConnection, write: &Write) -> WriteOutcome {
    let Some(idempotency_key) = &write.idempotency_key else {
        if names_statements(connection) {
            return store_plain(connection, write).await;
        }
        let mut atomic = Postgres::begin(connection).await?;
        let outcome = store_plain(&mut atomic, write).await;
        return atomic.settle(outcome, Written::is_stored).await;
    };
    let mut atomic = Postgres::begin(connection).await?;
    let outcome = store_idempotent(&mut atomic, write, idempotency_key).await;
    atomic.settle(outcome, Written::is_stored).await
}

/// The idempotency record is written first: the same request at another service waits for this transaction, and then
/// finds the record.
async fn store_idempotent(
    transaction: &mut PgConnection,
    write: &Write,
    idempotency_key: &IdempotencyKey,
) -> WriteOutcome {
    if !idempotency::add::<Postgres>(transaction, idempotency_key, write.created()).await? {
        return Ok(Written::Repeated);
    }
    store_plain(transaction, write).await
}

/// Stores a game without an idempotency key in one statement, and thus one round trip.
async fn store_plain(connection: &mut PgConnection, write: &Write) -> WriteOutcome {
    let rows = whole_write(write).rows(connection).await;
    let stored = |rows: Vec<PgRow>| if rows.is_empty() { Written::CommitmentNotUsable } else { Written::Stored };
    Written::or_taken(rows.map(stored))
}

/// The statement that stores a whole write and returns the game's id. If the commitment is not usable, it stores
/// nothing and returns no row.
fn whole_write(write: &Write) -> Statement<Postgres> {
    let record = &write.game.record;
    let mut statement = Statement::new("with ");
    let mut condition = "";
    if let Some(commitment) = record.commitment() {
        statement.push("used as (");
        commitments::use_up(&mut statement, commitment, record, write.now);
        statement.push(" returning id), ");
        condition = " where exists (select 1 from used)";
    }
    let keys = name_keys::in_row::<Postgres>(record);
    let names = name_keys::in_rows_of_players(record, keys.as_ref());
    if !names.is_empty() {
        statement.push("players as (");
        games::insert_players(&mut statement, [(record.id, &names[..])]);
        statement.push(condition).push("), ");
    }
    if let Some(reading) = &write.reading {
        statement.push("reading as (");
        readings::insert(&mut statement, reading);
        statement.push(condition).push("), ");
    }
    statement.push("game as (");
    games::insert(&mut statement, &write.game, keys.as_ref());
    statement.push(condition).push(" returning id) select id from game");
    statement
}
