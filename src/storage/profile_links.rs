//! Statements on links that take profiles to other devices.

use chrono::{DateTime, TimeDelta, Utc};

use super::{dialect::Dialect, keys, query::Statement};
use crate::service::{
    KeyRecord,
    records::OwnerId,
    store::{LinkError, LinkRecord, StoreError},
};

/// How long it is known of a link that it has expired.
const KEPT: TimeDelta = TimeDelta::days(1);

/// Stores a new link, and deletes those of its owner that nobody has any more.
pub(super) async fn add<D: Dialect>(
    transaction: &mut D::Connection,
    link: &LinkRecord,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mut old = Statement::<D>::delete_from("profile_links", "delete_old_links");
    old.push(" and owner_id = ").bind(link.owner.0).push(" and expires_at < ").bind_time(now - KEPT);
    old.execute(transaction).await?;
    let mut statement = Statement::<D>::new("insert into profile_links (secret_hash, owner_id, expires_at) select ");
    statement.item(link.secret_hash.to_vec()).item(link.owner.0).item(D::time(link.expires_at));
    statement.execute(transaction).await?;
    Ok(())
}

/// The link with this hash, if it can be used at this time.
pub(super) async fn find<D: Dialect>(
    connection: &mut D::Connection,
    secret_hash: [u8; 32],
    now: DateTime<Utc>,
) -> Result<LinkRecord, LinkError> {
    let mut statement =
        Statement::<D>::new("select owner_id, expires_at, used_at from profile_links where secret_hash = ");
    statement.bind(secret_hash.to_vec());
    let found = statement.read_one(connection, |cells| {
        let link = LinkRecord { secret_hash, owner: OwnerId(cells.next()?), expires_at: cells.time()? };
        Ok((link, cells.optional_time()?))
    });
    match found.await? {
        None => Err(LinkError::Unknown),
        Some((_, Some(_))) => Err(LinkError::Used),
        Some((link, None)) if link.expires_at <= now => Err(LinkError::Expired),
        Some((link, None)) => Ok(link),
    }
}

/// Uses a link up and stores the key of the device. Requires a transaction.
pub(super) async fn take<D: Dialect>(
    transaction: &mut D::Connection,
    secret_hash: [u8; 32],
    device: &KeyRecord,
    now: DateTime<Utc>,
) -> Result<(), LinkError> {
    let mut statement = Statement::<D>::new("update profile_links set used_at = ");
    statement.bind_time(now).push(" where used_at is null and expires_at > ").bind_time(now);
    statement.push(" and owner_id = ").bind(device.owner.0).push(" and secret_hash = ").bind(secret_hash.to_vec());
    if statement.execute(transaction).await.map_err(StoreError::from)? == 0 {
        return Err(find::<D>(transaction, secret_hash, now).await.err().unwrap_or(LinkError::Used));
    }
    Ok(keys::add::<D>(transaction, device).await?)
}
