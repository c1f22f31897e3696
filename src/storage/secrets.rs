//! Secrets that the service makes once and keeps, so that all services on the database have the same.

use super::{
    dialect::Dialect,
    error::damaged,
    query::{Cells, Statement},
};
use crate::service::store::StoreError;

/// The secret of this name.
pub(super) async fn find<D: Dialect>(
    connection: &mut D::Connection,
    name: &'static str,
) -> Result<Option<[u8; 32]>, StoreError> {
    let mut statement = Statement::<D>::new("select secret from secrets where name = ");
    statement.bind(name.to_owned());
    let row = statement.row(connection).await?;
    row.map(|row| Cells::<D>::of(&row).next::<Vec<u8>>()?.try_into().map_err(|_| damaged("secret"))).transpose()
}

/// Keeps a secret, unless there is one of this name already; gives the one that there is.
pub(super) async fn keep<D: Dialect>(
    connection: &mut D::Connection,
    name: &'static str,
    fresh: [u8; 32],
) -> Result<[u8; 32], StoreError> {
    let mut statement = Statement::<D>::new("insert into secrets (name, secret) values (");
    statement.item(name.to_owned()).item(fresh.to_vec()).push(") on conflict (name) do nothing");
    statement.execute(connection).await?;
    find::<D>(connection, name).await?.ok_or_else(|| damaged("secret"))
}
