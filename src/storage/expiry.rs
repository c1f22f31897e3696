//! Expiry: deletes expired rows in batches.

use chrono::{DateTime, Utc};

use super::{
    commitments::not_reserved,
    dialect::Dialect,
    query::{DeletedRows, Statement},
    simulations,
};
use crate::service::{
    Expired, IdempotencyKey, records::CommitmentRecord, simulations::SimulationRecord, store::StoreError,
};

/// Deletes rows that have expired at this time: up to `limit` idempotency records, as many commitments that are neither
/// used nor reserved, and as many simulations.
pub(super) async fn batch<D: Dialect>(
    connection: &mut D::Connection,
    now: DateTime<Utc>,
    limit: u32,
) -> Result<Expired, StoreError> {
    let records = expired_records::<D>(IdempotencyKey::expired_before(now), limit);
    let commitments = expired_commitments::<D>(CommitmentRecord::deletable_before(now), limit);
    let simulations = expired_simulations::<D>(SimulationRecord::expired_before(now), limit);
    Ok(Expired {
        idempotency_records: records.execute(connection).await?,
        commitments: commitments.execute(connection).await?,
        simulations: simulations.execute(connection).await?,
    })
}

/// A key that was used again since its record was found has a later time.
fn expired_records<D: Dialect>(before: DateTime<Utc>, limit: u32) -> Statement<D> {
    let (table, purpose) = ("idempotency_records", "delete_expired_records");
    let rows = DeletedRows { table, purpose, key: "owner_id, request", order: "created_at", limit };
    Statement::delete_some(rows, |statement| {
        statement.push("created_at <= ").bind_time(before);
    })
}

fn expired_commitments<D: Dialect>(before: DateTime<Utc>, limit: u32) -> Statement<D> {
    let (table, purpose) = ("commitments", "delete_expired_commitments");
    let rows = DeletedRows { table, purpose, key: "id", order: "expires_at", limit };
    Statement::delete_some(rows, |statement| {
        statement.push("game_id is null and reading_id is null and expires_at <= ").bind_time(before);
        not_reserved(statement);
    })
}

/// A service may have resumed a simulation since it was found.
fn expired_simulations<D: Dialect>(before: DateTime<Utc>, limit: u32) -> Statement<D> {
    let (table, purpose) = ("simulations", "delete_expired_simulations");
    let rows = DeletedRows { table, purpose, key: "id", order: "id", limit };
    Statement::delete_some(rows, |statement| simulations::ended_before(statement, before))
}
