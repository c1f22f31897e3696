//! Idempotency records: what was created under which key (`Idempotency-Key`).

use uuid::Uuid;

use super::{
    dialect::Dialect,
    query::{Cells, Statement},
};
use crate::service::{
    IdempotencyKey, IdempotencyRecord,
    store::{StoreError, WriteError},
};

/// Records what is created under a key, if there is one; false if the key has an unexpired record.
pub(super) async fn add<D: Dialect>(
    connection: &mut D::Connection,
    key: Option<&IdempotencyKey>,
    created: Uuid,
) -> sqlx::Result<bool> {
    let Some(key) = key else { return Ok(true) };
    let mut statement = Statement::<D>::new(
        "insert into idempotency_records (owner_id, request, body, created_id, created_at) values (",
    );
    statement.item(key.owner.0).item(key.request.to_vec()).item(key.body.to_vec()).item(created).item(D::time(key.at));
    statement.push(
        ") on conflict (owner_id, request) do update \
         set body = excluded.body, created_id = excluded.created_id, created_at = excluded.created_at \
         where idempotency_records.created_at <= ",
    );
    statement.bind_time(IdempotencyKey::expired_before(key.at));
    Ok(statement.execute(connection).await? > 0)
}

/// Records what is created under a key, if there is one, and refuses what was created before.
pub(super) async fn claim<D: Dialect>(
    connection: &mut D::Connection,
    key: Option<&IdempotencyKey>,
    created: Uuid,
) -> Result<(), WriteError> {
    let added = add::<D>(connection, key, created).await.map_err(StoreError::from)?;
    if added { Ok(()) } else { Err(WriteError::Repeated) }
}

/// What was created under a key, unless its record has expired.
pub(super) async fn find<D: Dialect>(
    connection: &mut D::Connection,
    key: &IdempotencyKey,
) -> Result<Option<IdempotencyRecord>, StoreError> {
    let mut statement = Statement::<D>::new("select body, created_id from idempotency_records where owner_id = ");
    statement.bind(key.owner.0).push(" and request = ").bind(key.request.to_vec());
    statement.push(" and created_at > ").bind_time(IdempotencyKey::expired_before(key.at));
    let read =
        |cells: &mut Cells<'_, D>| Ok(IdempotencyRecord { body: cells.bytes32("body")?, created: cells.next()? });
    statement.read_one(connection, read).await
}
