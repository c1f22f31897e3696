//! Erasure of what belongs to an owner: rows that have the owner in a column.

use crate::{
    service::{records::OwnerId, store::StoreError},
    storage::{dialect::Dialect, query::Statement},
};

/// A database table whose rows belong to owners, as parts of its statements.
pub(super) struct OwnedTable {
    count: &'static str,
    name: &'static str,
    rows: &'static str,
    order: &'static str,
}

pub(super) const TABLES: OwnedTable = OwnedTable {
    count: "select count(*) from tables where owner_id = ",
    name: "tables",
    rows: " and id in (select id from tables where owner_id = ",
    order: " order by id limit ",
};

pub(super) const SIMULATIONS: OwnedTable = OwnedTable {
    count: "select count(*) from simulations where owner_id = ",
    name: "simulations",
    rows: " and id in (select id from simulations where owner_id = ",
    order: " order by id limit ",
};

pub(super) const COMMITMENTS: OwnedTable = OwnedTable {
    count: "select count(*) from commitments where owner_id = ",
    name: "commitments",
    rows: " and id in (select id from commitments where owner_id = ",
    order: " order by id limit ",
};

pub(super) const IDEMPOTENCY_RECORDS: OwnedTable = OwnedTable {
    count: "select count(*) from idempotency_records where owner_id = ",
    name: "idempotency_records",
    rows: " and request in (select request from idempotency_records where owner_id = ",
    order: " order by request limit ",
};

/// Number of rows of an owner.
pub(super) async fn count<D: Dialect>(
    connection: &mut D::Connection,
    table: &OwnedTable,
    owner: OwnerId,
) -> Result<u64, StoreError> {
    let mut statement = Statement::<D>::new(table.count);
    statement.bind(owner.0);
    statement.count(connection).await
}

/// Deletes up to `limit` rows of an owner.
pub(super) async fn delete<D: Dialect>(
    connection: &mut D::Connection,
    table: &OwnedTable,
    owner: OwnerId,
    limit: u32,
) -> Result<u64, StoreError> {
    let mut statement = Statement::<D>::delete_from(table.name, "erase_owned");
    statement
        .push(" and owner_id = ")
        .bind(owner.0)
        .push(table.rows)
        .bind(owner.0)
        .push(table.order)
        .number(limit)
        .push(")");
    Ok(statement.execute(connection).await?)
}
