//! Erasure of commitments and simulations that are older than a time and have done their service.

use chrono::{DateTime, Utc};

use crate::{
    service::{Erasure, store::StoreError},
    storage::{
        commitments::not_reserved,
        dialect::Dialect,
        query::{DeletedRows, Statement},
    },
};

/// Adds the condition that a commitment is old and no longer usable, and proves nothing of a game or reading that
/// stays.
pub(super) fn push_commitments<D: Dialect>(statement: &mut Statement<D>, erasure: &Erasure) {
    match erasure {
        Erasure::StoredBefore { time, now } => {
            statement.push("created_at < ").bind_time(*time).push(" and expires_at <= ").bind_time(*now);
            not_reserved(statement);
            statement.push(
                " and (game_id is null or not exists (select 1 from games where games.id = commitments.game_id)) \
                 and (reading_id is null \
                 or not exists (select 1 from readings where readings.id = commitments.reading_id))",
            );
        }
        Erasure::Name(_) | Erasure::Owner(_) => {
            statement.push("false");
        }
    }
}

/// Deletes up to `limit` of these commitments.
pub(super) async fn delete_commitments<D: Dialect>(
    connection: &mut D::Connection,
    erasure: &Erasure,
    limit: u32,
) -> Result<u64, StoreError> {
    let (table, purpose) = ("commitments", "erase_old_commitments");
    let rows = DeletedRows { table, purpose, key: "id", order: "created_at, id", limit };
    let statement = Statement::<D>::delete_some(rows, |statement| push_commitments(statement, erasure));
    Ok(statement.execute(connection).await?)
}

/// Adds the condition that a simulation is old and has ended.
pub(super) fn push_simulations<D: Dialect>(statement: &mut Statement<D>, time: DateTime<Utc>) {
    statement.push("finished_at is not null and created_at < ").bind_time(time);
}

/// Deletes up to `limit` of these simulations.
pub(super) async fn delete_simulations<D: Dialect>(
    connection: &mut D::Connection,
    time: DateTime<Utc>,
    limit: u32,
) -> Result<u64, StoreError> {
    let rows = DeletedRows { table: "simulations", purpose: "erase_old_simulations", key: "id", order: "id", limit };
    let statement = Statement::<D>::delete_some(rows, |statement| push_simulations(statement, time));
    Ok(statement.execute(connection).await?)
}
