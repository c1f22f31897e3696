//! Erasure of readings that do not go with an erased game: of spreads, and of games that belong to others.

use crate::{
    service::{Erasure, store::StoreError},
    storage::{
        dialect::Dialect,
        query::{DeletedRows, Statement},
    },
};

/// Deletes up to `limit` of these readings; returns how many.
pub(super) async fn delete<D: Dialect>(
    connection: &mut D::Connection,
    erasure: &Erasure,
    limit: u32,
) -> Result<u64, StoreError> {
    let order = match erasure {
        Erasure::Name(_) | Erasure::Owner(_) => "id",
        Erasure::StoredBefore { .. } => "created_at, id",
    };
    let rows = DeletedRows { table: "readings", purpose: "erase_other_readings", key: "id", order, limit };
    let statement = Statement::<D>::delete_some(rows, |statement| push_condition(statement, erasure));
    Ok(statement.execute(connection).await?)
}

/// Number of these readings.
pub(super) async fn count<D: Dialect>(connection: &mut D::Connection, erasure: &Erasure) -> Result<u64, StoreError> {
    let mut statement = Statement::<D>::new("select count(*) from readings where ");
    push_condition(&mut statement, erasure);
    statement.count(connection).await
}

/// Adds the condition that a row of `readings` is to be erased although its game is not.
fn push_condition<D: Dialect>(statement: &mut Statement<D>, erasure: &Erasure) {
    match erasure {
        Erasure::Name(name) => statement.push("spread is not null and querent = ").bind(name.clone()),
        // 0 is the anonymous owner. Who plays at another owner's table has a reading of that owner's game.
        Erasure::Owner(owner) => statement.push("owner_id <> 0 and owner_id = ").bind(owner.0).push(
            " and (spread is not null or not exists \
                 (select 1 from games where games.id = readings.game_id and games.owner_id = readings.owner_id))",
        ),
        Erasure::StoredBefore { time, .. } => statement.push("spread is not null and created_at < ").bind_time(*time),
    };
}
