//! Marks: under which keys of callers something was created (`Idempotency-Key`).

use uuid::Uuid;

use super::{
    dialect::Dialect,
    error::damaged,
    query::{Cells, Statement},
};
use crate::service::{Mark, Marked, store::StoreError};

/// Notes what is being created under a mark; false when something was under the same one, which has not lapsed.
pub(super) async fn add<D: Dialect>(connection: &mut D::Connection, mark: &Mark, created: Uuid) -> sqlx::Result<bool> {
    let mut statement = Statement::<D>::new(
        "insert into idempotency_records (owner_id, request, body, created_id, created_at) values (",
    );
    statement
        .item(mark.owner.0)
        .item(mark.request.to_vec())
        .item(mark.body.to_vec())
        .item(created)
        .item(D::time(mark.at));
    statement.push(
        ") on conflict (owner_id, request) do update \
         set body = excluded.body, created_id = excluded.created_id, created_at = excluded.created_at \
         where idempotency_records.created_at <= ",
    );
    statement.bind_time(Mark::lapsed_before(mark.at));
    Ok(statement.execute(connection).await? > 0)
}

/// What was created under a mark, unless it has lapsed.
pub(super) async fn find<D: Dialect>(
    connection: &mut D::Connection,
    mark: &Mark,
) -> Result<Option<Marked>, StoreError> {
    let mut statement = Statement::<D>::new("select body, created_id from idempotency_records where owner_id = ");
    statement.bind(mark.owner.0).push(" and request = ").bind(mark.request.to_vec());
    statement.push(" and created_at > ").bind_time(Mark::lapsed_before(mark.at));
    let row = statement.row(connection).await?;
    row.map(|row| {
        let mut cells = Cells::<D>::of(&row);
        let body = cells.next::<Vec<u8>>()?.try_into().map_err(|_| damaged("body"))?;
        Ok(Marked { body, created: cells.next()? })
    })
    .transpose()
}
