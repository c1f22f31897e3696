//! Implements [`KeyStore`] for a database with a read replica.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::{Replicated, primary_first};
use crate::service::{
    KeyRecord,
    records::KeyId,
    store::{KeyStore, StoreError},
};

#[async_trait]
impl KeyStore for Replicated {
    async fn add_key(&self, key: &KeyRecord) -> Result<(), StoreError> {
        self.primary.add_key(key).await
    }

    async fn key(&self, id: KeyId) -> Result<Option<KeyRecord>, StoreError> {
        primary_first!(self, key, id)
    }

    async fn keys(&self, before: Option<KeyId>, limit: u32) -> Result<Vec<KeyRecord>, StoreError> {
        primary_first!(self, keys, before, limit)
    }

    async fn has_key(&self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        primary_first!(self, has_key, now)
    }

    async fn revoke_key(&self, id: KeyId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        self.primary.revoke_key(id, now).await
    }

    async fn key_used(&self, id: KeyId, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.primary.key_used(id, at).await
    }

    async fn revoke_keys(&self, created_before: DateTime<Utc>, now: DateTime<Utc>) -> Result<u64, StoreError> {
        self.primary.revoke_keys(created_before, now).await
    }

    fn revocations(&self) -> u64 {
        self.primary.revocations()
    }
}
