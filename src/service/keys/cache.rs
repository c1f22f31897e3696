//! The keys used recently, so that not every request reads its caller from the database.

use std::{
    collections::HashMap,
    sync::atomic::{
        AtomicU64,
        Ordering::{Relaxed, SeqCst},
    },
};

use chrono::{DateTime, TimeDelta, Utc};
use parking_lot::Mutex;

use super::uses::Uses;
use crate::service::records::{KeyId, KeyRecord};

/// How long a key is cached: after that, a key revoked by another service is rejected here too.
const TTL: TimeDelta = TimeDelta::seconds(5);

/// The keys used recently. Only keys that exist are cached, so there are never more than those.
#[derive(Debug, Default)]
pub struct KeyCache {
    keys: Mutex<HashMap<KeyId, (KeyRecord, DateTime<Utc>)>>,
    /// Number of revocations known when the keys were cached.
    revocations: AtomicU64,
    /// How often keys were forgotten: one that was looked up before that is not cached after it.
    forgotten: AtomicU64,
    /// Times of use that are not stored yet.
    pub(super) uses: Uses,
}

impl KeyCache {
    /// A cached key.
    pub fn get(&self, id: KeyId, now: DateTime<Utc>) -> Option<KeyRecord> {
        let keys = self.keys.lock();
        let (key, seen) = keys.get(&id)?;
        let fresh = (*seen..*seen + TTL).contains(&now);
        fresh.then(|| key.clone())
    }

    /// How often keys were forgotten, for [`put`](KeyCache::put).
    pub fn forgotten(&self) -> u64 {
        self.forgotten.load(SeqCst)
    }

    /// Caches a key as it was in the database when keys had been `forgotten` this often, unless more were since.
    pub fn put(&self, key: KeyRecord, now: DateTime<Utc>, forgotten: u64) {
        let mut keys = self.keys.lock();
        if self.forgotten() == forgotten {
            keys.insert(key.id, (key, now));
        }
    }

    /// Records that a key is used.
    pub fn used(&self, id: KeyId, now: DateTime<Utc>) {
        if let Some((key, _)) = self.keys.lock().get_mut(&id) {
            key.last_used_at = Some(now);
        }
    }

    /// When a key was last used here.
    pub fn last_use(&self, id: KeyId) -> Option<DateTime<Utc>> {
        self.keys.lock().get(&id)?.0.last_used_at
    }

    /// Forgets a key.
    pub fn forget(&self, id: KeyId) {
        let mut keys = self.keys.lock();
        self.forgotten.fetch_add(1, SeqCst);
        keys.remove(&id);
    }

    /// Forgets all keys if the number of revocations has changed.
    pub fn follow(&self, revocations: u64) {
        if self.revocations.swap(revocations, Relaxed) != revocations {
            self.forget_all();
        }
    }

    /// Forgets all keys.
    pub fn forget_all(&self) {
        let mut keys = self.keys.lock();
        self.forgotten.fetch_add(1, SeqCst);
        keys.clear();
    }
}
