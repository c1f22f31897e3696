//! Implements [`KeyStore`] for a database.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::{Backend, Database};
use crate::{
    service::{
        KeyRecord,
        records::{KeyId, OwnerId},
        store::{KeyStore, StoreError},
    },
    storage::{borrow::with_connection, keys},
};

#[async_trait]
impl<D: Backend> KeyStore for Database<D> {
    async fn add_key(&self, key: &KeyRecord) -> Result<(), StoreError> {
        with_connection!(self.writer, keys::add::<D>, key)
    }

    async fn key(&self, id: KeyId) -> Result<Option<KeyRecord>, StoreError> {
        with_connection!(self.reader, keys::by_id::<D>, id)
    }

    async fn keys(&self, before: Option<KeyId>, limit: u32) -> Result<Vec<KeyRecord>, StoreError> {
        with_connection!(self.reader, keys::list::<D>, before, limit)
    }

    async fn has_key(&self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        with_connection!(self.reader, keys::any::<D>, now)
    }

    async fn revoke_key(&self, id: KeyId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        with_connection!(self.writer, keys::revoke::<D>, id, now)
    }

    async fn keys_of_profile(&self, owner: OwnerId, now: DateTime<Utc>) -> Result<Vec<KeyRecord>, StoreError> {
        with_connection!(self.reader, keys::of_profile::<D>, owner, now)
    }

    async fn revoke_keys_of_profile(&self, owner: OwnerId, now: DateTime<Utc>) -> Result<(), StoreError> {
        with_connection!(self.writer, keys::revoke_of_profile::<D>, owner, now)
    }

    async fn key_used(&self, id: KeyId, at: DateTime<Utc>) -> Result<(), StoreError> {
        with_connection!(self.writer, keys::used::<D>, id, at)
    }

    async fn revoke_keys(&self, created_before: DateTime<Utc>, now: DateTime<Utc>) -> Result<u64, StoreError> {
        with_connection!(self.writer, keys::revoke_all::<D>, created_before, now)
    }

    fn revocations(&self) -> u64 {
        self.writer.health().revocations()
    }
}
