//! Secrets that are generated once and shared by all services on the database.

use super::{dialect::Dialect, error::damaged, query::Statement};
use crate::service::store::StoreError;

/// The secret with this name.
pub(super) async fn find<D: Dialect>(
    connection: &mut D::Connection,
    name: &'static str,
) -> Result<Option<[u8; 32]>, StoreError> {
    let mut statement = Statement::<D>::new("select secret from secrets where name = ");
    statement.bind(name.to_owned());
    let secret: Option<Vec<u8>> = statement.read_one(connection, |cells| cells.next()).await?;
    secret.map(|secret| secret.try_into().map_err(|_| damaged("secret"))).transpose()
}

/// Stores a secret unless one with this name exists; returns the stored one.
pub(super) async fn get_or_insert<D: Dialect>(
    connection: &mut D::Connection,
    name: &'static str,
    fresh: [u8; 32],
) -> Result<[u8; 32], StoreError> {
    let mut statement = Statement::<D>::new("insert into secrets (name, secret) values (");
    statement.item(name.to_owned()).item(fresh.to_vec()).push(") on conflict (name) do nothing");
    statement.execute(connection).await?;
    find::<D>(connection, name).await?.ok_or_else(|| damaged("secret"))
}
