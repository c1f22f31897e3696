//! API keys.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::{
    database::Database,
    dialect::Dialect,
    query::{Cells, Statement},
};
use crate::service::{
    KeyRecord, Scopes,
    records::{KeyId, KeyKind, OwnerId},
    store::{KeyStore, StoreError},
};

/// The columns of a key, in the order of writing and reading.
const COLUMNS: &str = "id, owner_id, name, scopes, created_at, expires_at, revoked_at, last_used_at, secret_hash, \
    kind";

#[async_trait]
impl<D: Dialect> KeyStore for Database<D> {
    async fn add_key(&self, key: &KeyRecord) -> Result<(), StoreError> {
        self.writer.execute(insert(key)).await.map(drop)
    }

    async fn key(&self, id: KeyId) -> Result<Option<KeyRecord>, StoreError> {
        let mut statement = select();
        statement.push(" where id = ").bind(id.0);
        self.reader.read_one(statement, read).await
    }

    async fn keys(&self, before: Option<KeyId>, limit: u32) -> Result<Vec<KeyRecord>, StoreError> {
        let mut statement = select();
        statement.push(" where true").ids_below(before.map(|before| before.0), limit);
        self.reader.read_all(statement, read).await
    }

    async fn has_key(&self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let mut statement = Statement::new("select 1 from api_keys where kind = 0");
        push_valid(&mut statement, now);
        statement.push(" limit 1");
        Ok(self.reader.read_one(statement, |_| Ok(())).await?.is_some())
    }

    async fn revoke_key(&self, id: KeyId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let mut statement = Statement::new("update api_keys set revoked_at = coalesce(revoked_at, ");
        statement.bind_time(now).push(") where id = ").bind(id.0);
        Ok(self.writer.execute(statement).await? > 0)
    }

    /// Up to a hundred.
    async fn keys_of_profile(&self, owner: OwnerId, now: DateTime<Utc>) -> Result<Vec<KeyRecord>, StoreError> {
        let mut statement = select();
        statement.push(" where kind <> 0 and owner_id = ").bind(owner.0);
        push_valid(&mut statement, now);
        statement.ids_below(None, 100);
        self.reader.read_all(statement, read).await
    }

    async fn revoke_keys_of_profile(&self, owner: OwnerId, now: DateTime<Utc>) -> Result<(), StoreError> {
        let mut statement = Statement::new("update api_keys set revoked_at = ");
        statement.bind_time(now).push(" where kind <> 0 and revoked_at is null and owner_id = ").bind(owner.0);
        self.writer.execute(statement).await.map(drop)
    }

    async fn key_used(&self, id: KeyId, at: DateTime<Utc>) -> Result<(), StoreError> {
        let mut statement = Statement::new("update api_keys set last_used_at = ");
        statement.bind_time(at).push(" where id = ").bind(id.0);
        statement.push(" and (last_used_at is null or last_used_at < ").bind_time(at).push(")");
        self.writer.execute(statement).await.map(drop)
    }

    async fn revoke_keys(&self, created_before: DateTime<Utc>, now: DateTime<Utc>) -> Result<u64, StoreError> {
        let mut statement = Statement::new("update api_keys set revoked_at = ");
        statement.bind_time(now).push(" where revoked_at is null and created_at < ").bind_time(created_before);
        self.writer.execute(statement).await
    }

    fn revocations(&self) -> u64 {
        self.writer.health().revocations()
    }
}

/// The statement that stores a new key.
pub(super) fn insert<D: Dialect>(key: &KeyRecord) -> Statement<D> {
    let mut statement = Statement::new("insert into api_keys (");
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
        .item(key.kind as i16);
    statement
}

fn select<D: Dialect>() -> Statement<D> {
    let mut statement = Statement::new("select ");
    statement.push(COLUMNS).push(" from api_keys");
    statement
}

/// Adds the condition that a key is valid at this time.
fn push_valid<D: Dialect>(statement: &mut Statement<D>, now: DateTime<Utc>) {
    statement.push(" and revoked_at is null and (expires_at is null or expires_at > ").bind_time(now).push(")");
}

fn read<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<KeyRecord, StoreError> {
    Ok(KeyRecord {
        id: KeyId(cells.next()?),
        owner: OwnerId(cells.next()?),
        name: cells.next()?,
        scopes: cells.value("scopes", |bits: i16| Scopes::from_bits(bits.try_into().ok()?))?,
        created_at: cells.time()?,
        expires_at: cells.optional_time()?,
        revoked_at: cells.optional_time()?,
        last_used_at: cells.optional_time()?,
        secret_hash: cells.bytes32("secret_hash")?,
        kind: cells.value("kind", KeyKind::from_repr)?,
    })
}
