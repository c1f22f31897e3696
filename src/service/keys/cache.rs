//! The keys used recently, so that not every request reads its caller from the database, and when they were last used:
//! that is stored after the request, so that a read never waits for a write.

use std::{
    collections::HashMap,
    sync::atomic::{
        AtomicU64,
        Ordering::{Relaxed, SeqCst},
    },
};

use chrono::{DateTime, TimeDelta, Utc};
use parking_lot::Mutex;

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

/// The uses that are not stored yet, one for each key.
#[derive(Debug, Default)]
pub struct Uses(Mutex<Pending>);

#[derive(Debug, Default)]
struct Pending {
    times: HashMap<KeyId, DateTime<Utc>>,
    being_written: bool,
}

impl Uses {
    /// Adds a use. True if no task is writing; the caller then has to write.
    pub fn add(&self, id: KeyId, at: DateTime<Utc>) -> bool {
        let mut pending = self.0.lock();
        pending.times.insert(id, at);
        !std::mem::replace(&mut pending.being_written, true)
    }

    /// The next use to store; after `None` the caller no longer has to write.
    pub fn next(&self) -> Option<(KeyId, DateTime<Utc>)> {
        let mut pending = self.0.lock();
        let next = pending.times.keys().next().copied();
        pending.being_written = next.is_some();
        next.and_then(|id| pending.times.remove_entry(&id))
    }

    /// Puts a use back that could not be stored; the next use of a key tries again.
    pub fn put_back(&self, id: KeyId, at: DateTime<Utc>) {
        let mut pending = self.0.lock();
        pending.times.entry(id).or_insert(at);
        pending.being_written = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn one_task_at_a_time_stores_the_latest_use_of_each_key() {
        let uses = Uses::default();
        let (one, other) = (KeyId(Uuid::from_u128(1)), KeyId(Uuid::from_u128(2)));
        let time = |second| DateTime::from_timestamp(second, 0).expect("a time");
        assert!(uses.add(one, time(1)));
        assert!(!uses.add(one, time(2)));
        assert!(!uses.add(other, time(3)));
        let mut written = [uses.next(), uses.next()];
        written.sort();
        assert_eq!(written, [Some((one, time(2))), Some((other, time(3)))]);
        assert_eq!(uses.next(), None);
        assert!(uses.add(one, time(4)));
    }

    #[test]
    fn a_use_that_could_not_be_stored_is_retried() {
        let uses = Uses::default();
        let (key, time) = (KeyId(Uuid::from_u128(1)), DateTime::UNIX_EPOCH);
        assert!(uses.add(key, time));
        assert_eq!(uses.next(), Some((key, time)));
        uses.put_back(key, time);
        assert!(uses.add(KeyId(Uuid::from_u128(2)), time));
        assert_eq!([uses.next(), uses.next()].iter().flatten().count(), 2);
    }
}
