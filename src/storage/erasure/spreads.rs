//! Erasure of readings of spreads, which belong to no game.

use crate::{
    service::{Erasure, store::StoreError},
    storage::{dialect::Dialect, query::Statement},
};

/// Deletes up to `limit` readings of spreads; returns how many.
pub(super) async fn delete<D: Dialect>(
    connection: &mut D::Connection,
    erasure: &Erasure,
    limit: u32,
) -> Result<u64, StoreError> {
    let mut statement = Statement::<D>::delete_from("readings", "erase_spreads");
    statement.push(" and id in (select id from readings where ");
    push_condition(&mut statement, erasure);
    statement.push(match erasure {
        Erasure::Name(_) | Erasure::Owner(_) => " order by id limit ",
        Erasure::StoredBefore { .. } => " order by created_at, id limit ",
    });
    statement.number(limit).push(") and ");
    push_condition(&mut statement, erasure);
    Ok(statement.execute(connection).await?)
}

/// Number of readings of spreads to erase.
pub(super) async fn count<D: Dialect>(connection: &mut D::Connection, erasure: &Erasure) -> Result<u64, StoreError> {
    let mut statement = Statement::<D>::new("select count(*) from readings where ");
    push_condition(&mut statement, erasure);
    statement.count(connection).await
}

/// Adds the condition that a row of `readings` is a reading of a spread to erase.
fn push_condition<D: Dialect>(statement: &mut Statement<D>, erasure: &Erasure) {
    statement.push("spread is not null and ");
    match erasure {
        Erasure::Name(name) => statement.push("querent = ").bind(name.clone()),
        // 0 is the anonymous owner.
        Erasure::Owner(owner) => statement.push("owner_id <> 0 and owner_id = ").bind(owner.0),
        Erasure::StoredBefore { time, .. } => statement.push("created_at < ").bind_time(*time),
    };
}
