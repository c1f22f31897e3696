//! Statements on API keys.

use chrono::{DateTime, Utc};

use super::{
    dialect::Dialect,
    error::damaged,
    query::{Cells, Statement},
};
use crate::service::{
    KeyRecord, Scopes,
    records::{KeyId, KeyKind, OwnerId},
    store::StoreError,
};

/// The columns of a key, in the order of writing and reading.
const COLUMNS: &str = "id, owner_id, name, scopes, created_at, expires_at, revoked_at, last_used_at, secret_hash, \
    kind";

/// Stores a new key.
pub(super) async fn add<D: Dialect>(connection: &mut D::Connection, key: &KeyRecord) -> Result<(), StoreError> {
    let mut statement = Statement::<D>::new("insert into api_keys (");
    statement.push(COLUMNS).push(") select ");
    statement
        .item(key.id.0)
        .item(key.owner.0)
        .item(key.name.clone())
        .item(i16::from(key.scopes.bits()))
        .item(D::time(key.created_at))
        .item(key.expires_at.map(D::time))
        .item(key.revoked_at.map(D::time))
        .item(key.last_used_at.map(D::time))
        .item(key.secret_hash.to_vec())
        .item(kind_number(key.kind));
    statement.execute(connection).await?;
    Ok(())
}

/// The key with this id.
pub(super) async fn by_id<D: Dialect>(
    connection: &mut D::Connection,
    id: KeyId,
) -> Result<Option<KeyRecord>, StoreError> {
    let mut statement = Statement::<D>::new("select ");
    statement.push(COLUMNS).push(" from api_keys where id = ").bind(id.0);
    statement.read_one(connection, read).await
}

/// The newest keys that are older than `before`, newest first.
pub(super) async fn list<D: Dialect>(
    connection: &mut D::Connection,
    before: Option<KeyId>,
    limit: u32,
) -> Result<Vec<KeyRecord>, StoreError> {
    let mut statement = Statement::<D>::new("select ");
    statement.push(COLUMNS).push(" from api_keys where true");
    statement.ids_below(before.map(|before| before.0), limit);
    statement.read_all(connection, read).await
}

/// Is any key valid at this time that the operator gave?
pub(super) async fn any<D: Dialect>(connection: &mut D::Connection, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let mut statement = Statement::<D>::new("select 1 from api_keys where kind = 0 and revoked_at is null");
    statement.push(" and (expires_at is null or expires_at > ").bind_time(now).push(") limit 1");
    Ok(statement.row(connection).await?.is_some())
}

/// Revokes a key unless it is revoked already.
pub(super) async fn revoke<D: Dialect>(
    connection: &mut D::Connection,
    id: KeyId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let mut statement = Statement::<D>::new("update api_keys set revoked_at = coalesce(revoked_at, ");
    statement.bind_time(now).push(") where id = ").bind(id.0);
    Ok(statement.execute(connection).await? > 0)
}

/// The valid keys of an owner that the operator has not given, newest first, up to a hundred.
pub(super) async fn of_profile<D: Dialect>(
    connection: &mut D::Connection,
    owner: OwnerId,
    now: DateTime<Utc>,
) -> Result<Vec<KeyRecord>, StoreError> {
    let mut statement = Statement::<D>::new("select ");
    statement.push(COLUMNS).push(" from api_keys where kind <> 0 and revoked_at is null and owner_id = ").bind(owner.0);
    statement.push(" and (expires_at is null or expires_at > ").bind_time(now).push(")");
    statement.ids_below(None, 100);
    statement.read_all(connection, read).await
}

/// Revokes the keys of an owner that the operator has not given.
pub(super) async fn revoke_of_profile<D: Dialect>(
    connection: &mut D::Connection,
    owner: OwnerId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mut statement = Statement::<D>::new("update api_keys set revoked_at = ");
    statement.bind_time(now).push(" where kind <> 0 and revoked_at is null and owner_id = ").bind(owner.0);
    statement.execute(connection).await?;
    Ok(())
}

/// Revokes all keys created before a time; returns how many were not revoked before.
pub(super) async fn revoke_all<D: Dialect>(
    connection: &mut D::Connection,
    created_before: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let mut statement = Statement::<D>::new("update api_keys set revoked_at = ");
    statement.bind_time(now).push(" where revoked_at is null and created_at < ").bind_time(created_before);
    Ok(statement.execute(connection).await?)
}

/// Records the last use of a key.
pub(super) async fn used<D: Dialect>(
    connection: &mut D::Connection,
    id: KeyId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mut statement = Statement::<D>::new("update api_keys set last_used_at = ");
    statement.bind_time(at).push(" where id = ").bind(id.0);
    statement.push(" and (last_used_at is null or last_used_at < ").bind_time(at).push(")");
    statement.execute(connection).await?;
    Ok(())
}

fn read<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<KeyRecord, StoreError> {
    Ok(KeyRecord {
        id: KeyId(cells.next()?),
        owner: OwnerId(cells.next()?),
        name: cells.next()?,
        scopes: scopes(cells.small_count()?)?,
        created_at: cells.time()?,
        expires_at: cells.optional_time()?,
        revoked_at: cells.optional_time()?,
        last_used_at: cells.optional_time()?,
        secret_hash: cells.next::<Vec<u8>>()?.try_into().map_err(|_| damaged("secret_hash"))?,
        kind: kind(cells.next()?)?,
    })
}

/// The stored number of a kind.
const fn kind_number(kind: KeyKind) -> i16 {
    match kind {
        KeyKind::Given => 0,
        KeyKind::Profile => 1,
        KeyKind::Device => 2,
    }
}

fn kind(number: i16) -> Result<KeyKind, StoreError> {
    let kinds = [KeyKind::Given, KeyKind::Profile, KeyKind::Device];
    kinds.into_iter().find(|kind| kind_number(*kind) == number).ok_or_else(|| damaged("kind"))
}

fn scopes(bits: u32) -> Result<Scopes, StoreError> {
    u8::try_from(bits).ok().and_then(Scopes::from_bits).ok_or_else(|| damaged("scopes"))
}
