//! What bots have computed about a kind of table, cached for the next bot at one.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

/// More kinds of tables than are played at once.
const LIMIT: usize = 256;

/// Values by kind of table, each worked out once.
pub(super) struct Cache<K, V>(LazyLock<Mutex<HashMap<K, Arc<V>>>>);

impl<K: Eq + Hash, V> Cache<K, V> {
    pub const fn new() -> Cache<K, V> {
        Cache(LazyLock::new(|| Mutex::new(HashMap::new())))
    }

    /// The value of a key, computed if it is not cached.
    pub fn of(&self, key: K, work_out: impl FnOnce() -> V) -> Arc<V> {
        if let Some(value) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(value);
        }
        // Others may go on meanwhile: two that work out the same come to the same.
        let value = Arc::new(work_out());
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= LIMIT {
            kept.clear();
        }
        Arc::clone(kept.entry(key).or_insert(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_worked_out_once() {
        static KEPT: Cache<u32, u32> = Cache::new();
        assert_eq!(*KEPT.of(1, || 7), 7);
        assert_eq!(*KEPT.of(1, || unreachable!("it is kept")), 7);
        assert_eq!(*KEPT.of(2, || 8), 8);
    }

    #[test]
    fn there_is_a_limit_to_what_is_kept() {
        static KEPT: Cache<usize, usize> = Cache::new();
        for key in 0..3 * LIMIT {
            assert_eq!(*KEPT.of(key, || key), key);
        }
        assert!(KEPT.0.lock().expect("no thread has panicked").len() <= LIMIT);
    }
}
