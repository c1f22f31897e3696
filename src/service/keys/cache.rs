//! The keys seen lately, so that not every request asks the database for its caller.

use std::{
    collections::HashMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use chrono::{DateTime, TimeDelta, Utc};
use subtle::ConstantTimeEq;

use super::uses::Uses;
use crate::service::records::{KeyId, KeyRecord};

/// How long a key is believed to be as it was: what another service revokes is refused here after that.
const TTL: TimeDelta = TimeDelta::seconds(5);

/// The keys seen lately; only keys that exist come in, so there are never more than that.
#[derive(Debug, Default)]
pub struct KeyCache {
    keys: Mutex<HashMap<KeyId, (KeyRecord, DateTime<Utc>)>>,
    /// How many revocations elsewhere the keys have seen.
    revocations: AtomicU64,
    /// When they were used, as far as that is not written down yet.
    pub(super) uses: Uses,
}

impl KeyCache {
    /// A key as it was a moment ago.
    pub fn get(&self, id: KeyId, now: DateTime<Utc>) -> Option<KeyRecord> {
        let keys = self.lock();
        let (key, seen) = keys.get(&id)?;
        let fresh = (*seen..*seen + TTL).contains(&now);
        fresh.then(|| key.clone())
    }

    /// Was this very key seen to exist, however long ago?
    pub fn knows(&self, id: KeyId, secret_hash: &[u8; 32]) -> bool {
        self.lock().get(&id).is_some_and(|(key, _)| bool::from(key.secret_hash.ct_eq(secret_hash)))
    }

    /// Remembers a key as the database has it now.
    pub fn put(&self, key: KeyRecord, now: DateTime<Utc>) {
        self.lock().insert(key.id, (key, now));
    }

    /// Notes that a key is used.
    pub fn used(&self, id: KeyId, now: DateTime<Utc>) {
        if let Some((key, _)) = self.lock().get_mut(&id) {
            key.last_used_at = Some(now);
        }
    }

    /// When a key was last used here.
    pub fn last_use(&self, id: KeyId) -> Option<DateTime<Utc>> {
        self.lock().get(&id)?.0.last_used_at
    }

    /// Forgets a key.
    pub fn forget(&self, id: KeyId) {
        self.lock().remove(&id);
    }

    /// Forgets all keys when there were revocations since.
    pub fn follow(&self, revocations: u64) {
        if self.revocations.swap(revocations, Relaxed) != revocations {
            self.forget_all();
        }
    }

    /// Forgets all keys.
    pub fn forget_all(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<KeyId, (KeyRecord, DateTime<Utc>)>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
