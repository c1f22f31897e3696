//! Keys.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::service::{
    records::{KeyId, KeyRecord, OwnerId},
    store_error::StoreError,
};

/// The keys of a database.
#[async_trait]
pub trait KeyStore: Send + Sync {
    /// Stores a new key.
    async fn add_key(&self, key: &KeyRecord) -> Result<(), StoreError>;

    /// One key, even if it is expired or revoked.
    async fn key(&self, id: KeyId) -> Result<Option<KeyRecord>, StoreError>;

    /// The newest keys that are older than `before`, newest first.
    async fn keys(&self, before: Option<KeyId>, limit: u32) -> Result<Vec<KeyRecord>, StoreError>;

    /// Is there a key that is valid at this time and that the operator gave? Those of profiles change nothing for others.
    async fn has_key(&self, now: DateTime<Utc>) -> Result<bool, StoreError>;

    /// Revokes a key from this time on, unless it is already revoked; false if there is no such key.
    async fn revoke_key(&self, id: KeyId, now: DateTime<Utc>) -> Result<bool, StoreError>;

    /// The valid keys of an owner that the operator has not given, newest first, up to a hundred.
    async fn keys_of_profile(&self, owner: OwnerId, now: DateTime<Utc>) -> Result<Vec<KeyRecord>, StoreError>;

    /// Revokes the keys of an owner that the operator has not given, from this time on.
    async fn revoke_keys_of_profile(&self, owner: OwnerId, now: DateTime<Utc>) -> Result<(), StoreError>;

    /// Records when a key was last used.
    async fn key_used(&self, id: KeyId, at: DateTime<Utc>) -> Result<(), StoreError>;

    /// Revokes every key created before a time, from `now` on; returns how many were not yet revoked.
    async fn revoke_keys(&self, created_before: DateTime<Utc>, now: DateTime<Utc>) -> Result<u64, StoreError>;

    /// Number of revocations of keys seen so far, by any service. A change means that cached keys are out of date.
    fn revocations(&self) -> u64 {
        0
    }
}
