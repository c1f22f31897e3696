//! Expiry: deletes expired rows in batches.

use chrono::{DateTime, Utc};

use super::{commitments::not_reserved, dialect::Dialect, query::Statement, simulations};
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

/// The outer condition repeats the time: the key may have been reused since the row was found.
fn expired_records<D: Dialect>(before: DateTime<Utc>, limit: u32) -> Statement<D> {
    let mut statement = Statement::<D>::delete_from("idempotency_records", "delete_expired_records");
    statement
        .push(" and (owner_id, request) in (select owner_id, request from idempotency_records where created_at <= ")
        .bind_time(before);
    statement.push(" order by created_at limit ").number(limit).push(") and created_at <= ").bind_time(before);
    statement
}

/// The outer condition does not repeat whether one is reserved: nobody has been able to use these for a while.
fn expired_commitments<D: Dialect>(before: DateTime<Utc>, limit: u32) -> Statement<D> {
    let mut statement = Statement::<D>::delete_from("commitments", "delete_expired_commitments");
    statement
        .push(" and id in (select id from commitments where game_id is null and reading_id is null and expires_at <= ")
        .bind_time(before);
    not_reserved(&mut statement);
    statement.push(" order by expires_at limit ").number(limit).push(") and game_id is null and reading_id is null");
    statement
}

/// The outer condition repeats the time: a service may have resumed the simulation since the row was found.
fn expired_simulations<D: Dialect>(before: DateTime<Utc>, limit: u32) -> Statement<D> {
    let mut statement = Statement::<D>::delete_from("simulations", "delete_expired_simulations");
    statement.push(" and id in (select id from simulations where ");
    simulations::ended_before(&mut statement, before);
    statement.push(" order by id limit ").number(limit).push(") and ");
    simulations::ended_before(&mut statement, before);
    statement
}
