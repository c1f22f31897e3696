//! Caches what bots have computed about a kind of table for other bots.

#![expect(clippy::disallowed_types, reason = "a library needs few crates, and a poisoned lock is recovered here")]

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError},
};

/// Maximum number of values; more than the kinds of tables played at once.
const LIMIT: usize = 256;

/// Values by kind of table, each computed once.
pub(super) struct Cache<K, V>(LazyLock<Mutex<HashMap<K, Arc<V>>>>);

impl<K: Eq + Hash, V> Cache<K, V> {
    pub const fn new() -> Cache<K, V> {
        Cache(LazyLock::new(|| Mutex::new(HashMap::new())))
    }

    /// The value of a key, computed if it is not cached.
    pub fn of(&self, key: K, compute: impl FnOnce() -> V) -> Arc<V> {
        if let Some(value) = self.lock().get(&key) {
            return Arc::clone(value);
        }
        // The lock is not held meanwhile: if two bots compute the same value, the results are equal.
        let value = Arc::new(compute());
        let mut cached = self.lock();
        if cached.len() >= LIMIT {
            cached.clear();
        }
        Arc::clone(cached.entry(key).or_insert(value))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, Arc<V>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_computed_once() {
        static CACHE: Cache<u32, u32> = Cache::new();
        assert_eq!(*CACHE.of(1, || 7), 7);
        assert_eq!(*CACHE.of(1, || unreachable!("it is cached")), 7);
        assert_eq!(*CACHE.of(2, || 8), 8);
    }

    #[test]
    fn the_number_of_cached_values_is_limited() {
        static CACHE: Cache<usize, usize> = Cache::new();
        for key in 0..3 * LIMIT {
            assert_eq!(*CACHE.of(key, || key), key);
        }
        assert!(CACHE.lock().len() <= LIMIT);
    }
}
