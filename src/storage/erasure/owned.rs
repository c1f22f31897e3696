//! Erasure of what belongs to an owner: rows that have the owner in a column.

use crate::{
    service::{records::OwnerId, store::StoreError},
    storage::{
        dialect::Dialect,
        query::{DeletedRows, Statement},
    },
};

/// A database table whose rows belong to owners.
pub(super) struct OwnedTable {
    name: &'static str,
    /// The column that tells an owner's rows apart.
    key: &'static str,
}

pub(super) const TABLES: OwnedTable = OwnedTable { name: "tables", key: "id" };
pub(super) const SIMULATIONS: OwnedTable = OwnedTable { name: "simulations", key: "id" };
pub(super) const COMMITMENTS: OwnedTable = OwnedTable { name: "commitments", key: "id" };
pub(super) const IDEMPOTENCY_RECORDS: OwnedTable = OwnedTable { name: "idempotency_records", key: "request" };
pub(super) const DAY_RESULTS: OwnedTable = OwnedTable { name: "day_results", key: "day" };

/// Number of rows of an owner.
pub(super) async fn count<D: Dialect>(
    connection: &mut D::Connection,
    table: &OwnedTable,
    owner: OwnerId,
) -> Result<u64, StoreError> {
    let mut statement = Statement::<D>::new("select count(*) from ");
    statement.push(table.name).push(" where ");
    push_owner(&mut statement, owner);
    statement.count(connection).await
}

/// Deletes up to `limit` rows of an owner.
pub(super) async fn delete<D: Dialect>(
    connection: &mut D::Connection,
    table: &OwnedTable,
    owner: OwnerId,
    limit: u32,
) -> Result<u64, StoreError> {
    let rows = DeletedRows { table: table.name, purpose: "erase_owned", key: table.key, order: table.key, limit };
    let statement = Statement::<D>::delete_some(rows, |statement| push_owner(statement, owner));
    Ok(statement.execute(connection).await?)
}

fn push_owner<D: Dialect>(statement: &mut Statement<D>, owner: OwnerId) {
    statement.push("owner_id = ").bind(owner.0);
}
