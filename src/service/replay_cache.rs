//! A cache of values derived from long games, for viewers that request one step after another.

use std::{
    any::{Any, TypeId},
    collections::VecDeque,
    sync::Arc,
};

use parking_lot::{Mutex, MutexGuard};

use super::records::GameId;

/// Size of the cache in bytes: one or two of the longest possible games.
const CAPACITY: usize = 32 << 20;
/// Games with more steps are cached. Shorter ones are replayed each time.
pub const CACHED_ABOVE: u32 = 1000;

/// A value derived from a game that can be cached.
pub trait Cached: Any + Send + Sync {
    /// Approximate size in memory, in bytes.
    fn bytes(&self) -> usize;
}

/// Values derived from games, least recently used first.
///
/// Stored games never change, so entries do not expire. They contain no names.
#[derive(Default)]
pub struct ReplayCache(Mutex<VecDeque<Entry>>);

struct Entry {
    game: GameId,
    of: TypeId,
    bytes: usize,
    value: Arc<dyn Any + Send + Sync>,
}

impl ReplayCache {
    /// The cached value of a game, or the result of `find`, which is cached if the game is long.
    ///
    /// # Errors
    /// Those of `find`.
    pub fn of<T: Cached, E>(&self, game: GameId, steps: u32, find: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        if steps <= CACHED_ABOVE {
            return find().map(Arc::new);
        }
        if let Some(known) = self.known(game) {
            return Ok(known);
        }
        // The lock is not held meanwhile. Two threads that need the same game may both compute it.
        let found = Arc::new(find()?);
        self.put(game, &found);
        Ok(found)
    }

    /// Is a value of this type cached for a game?
    pub fn has<T: Cached>(&self, game: GameId) -> bool {
        self.known::<T>(game).is_some()
    }

    /// Drops all entries of a game.
    pub fn forget(&self, game: GameId) {
        self.entries().retain(|entry| entry.game != game);
    }

    fn known<T: Cached>(&self, game: GameId) -> Option<Arc<T>> {
        let mut entries = self.entries();
        let place = entries.iter().position(|entry| entry.game == game && entry.of == TypeId::of::<T>())?;
        let entry = entries.remove(place)?;
        let known = Arc::clone(&entry.value).downcast().ok();
        entries.push_back(entry);
        known
    }

    fn put<T: Cached>(&self, game: GameId, value: &Arc<T>) {
        let bytes = value.bytes();
        let mut entries = self.entries();
        entries.retain(|entry| entry.game != game || entry.of != TypeId::of::<T>());
        entries.push_back(Entry { game, of: TypeId::of::<T>(), bytes, value: Arc::<T>::clone(value) });
        while entries.iter().map(|entry| entry.bytes).sum::<usize>() > CAPACITY {
            entries.pop_front();
        }
    }

    fn entries(&self) -> MutexGuard<'_, VecDeque<Entry>> {
        self.0.lock()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use uuid::Uuid;

    use super::*;

    #[derive(Debug, PartialEq)]
    struct Found(usize);

    impl Cached for Found {
        fn bytes(&self) -> usize {
            self.0
        }
    }

    fn find(cache: &ReplayCache, game: u128, steps: u32, bytes: usize) -> Arc<Found> {
        let found = cache.of(GameId(Uuid::from_u128(game)), steps, || Ok::<_, Infallible>(Found(bytes)));
        found.unwrap_or_else(|never| match never {})
    }

    #[test]
    fn a_long_game_is_cached_and_a_short_one_is_not() {
        let cache = ReplayCache::default();
        assert_eq!((find(&cache, 1, CACHED_ABOVE + 1, 5).0, find(&cache, 1, CACHED_ABOVE + 1, 7).0), (5, 5));
        assert_eq!((find(&cache, 2, CACHED_ABOVE, 5).0, find(&cache, 2, CACHED_ABOVE, 7).0), (5, 7));
        cache.forget(GameId(Uuid::from_u128(1)));
        assert_eq!(find(&cache, 1, CACHED_ABOVE + 1, 7).0, 7);
    }

    #[test]
    fn the_least_recently_used_entry_is_evicted() {
        let cache = ReplayCache::default();
        for game in 1..=3 {
            find(&cache, game, CACHED_ABOVE + 1, CAPACITY / 3);
        }
        find(&cache, 1, CACHED_ABOVE + 1, 0);
        find(&cache, 4, CACHED_ABOVE + 1, CAPACITY / 3);
        let has = |game| cache.has::<Found>(GameId(Uuid::from_u128(game)));
        assert_eq!([1, 2, 3, 4].map(has), [true, false, true, true]);
        find(&cache, 5, CACHED_ABOVE + 1, CAPACITY + 1);
        assert_eq!([1, 3, 4, 5].map(has), [false; 4], "what is larger than the cache is not cached");
    }
}
