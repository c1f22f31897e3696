//! What was found out about long games, kept for those who look on: watching one asks for moment after moment.

use std::{
    any::{Any, TypeId},
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::records::GameId;

/// So many bytes are kept of all games together: one or two of the longest there are.
const MOST: usize = 32 << 20;
/// What is known of a game with no more steps than these is found out again each time.
pub const FEW: u32 = 1000;

/// What is worth keeping of a game.
pub trait Keep: Any + Send + Sync {
    /// About how many bytes of memory it takes.
    fn bytes(&self) -> usize;
}

/// What was found out about games, the last used at the back.
///
/// A game never changes once it is stored, so nothing here grows old; names are not among it.
#[derive(Default)]
pub struct Kept(Mutex<VecDeque<Entry>>);

struct Entry {
    game: GameId,
    of: TypeId,
    bytes: usize,
    value: Arc<dyn Any + Send + Sync>,
}

impl Kept {
    /// What is known of a game of so many steps, found out if it is not kept.
    ///
    /// # Errors
    /// Those of `find`.
    pub fn of<T: Keep, E>(&self, game: GameId, steps: u32, find: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        if steps <= FEW {
            return find().map(Arc::new);
        }
        if let Some(known) = self.known(game) {
            return Ok(known);
        }
        // The lock is not held meanwhile: two that look at the same game find out the same.
        let found = Arc::new(find()?);
        self.keep(game, &found);
        Ok(found)
    }

    /// Is this kept of a game?
    pub fn has<T: Keep>(&self, game: GameId) -> bool {
        self.known::<T>(game).is_some()
    }

    /// Keeps nothing of a game any more.
    pub fn forget(&self, game: GameId) {
        self.entries().retain(|entry| entry.game != game);
    }

    fn known<T: Keep>(&self, game: GameId) -> Option<Arc<T>> {
        let mut entries = self.entries();
        let place = entries.iter().position(|entry| entry.game == game && entry.of == TypeId::of::<T>())?;
        let entry = entries.remove(place)?;
        let known = Arc::clone(&entry.value).downcast().ok();
        entries.push_back(entry);
        known
    }

    fn keep<T: Keep>(&self, game: GameId, value: &Arc<T>) {
        let bytes = value.bytes();
        let mut entries = self.entries();
        entries.retain(|entry| entry.game != game || entry.of != TypeId::of::<T>());
        entries.push_back(Entry { game, of: TypeId::of::<T>(), bytes, value: Arc::<T>::clone(value) });
        while entries.iter().map(|entry| entry.bytes).sum::<usize>() > MOST {
            entries.pop_front();
        }
    }

    fn entries(&self) -> MutexGuard<'_, VecDeque<Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use uuid::Uuid;

    use super::*;

    #[derive(Debug, PartialEq)]
    struct Found(usize);

    impl Keep for Found {
        fn bytes(&self) -> usize {
            self.0
        }
    }

    fn find(kept: &Kept, game: u128, steps: u32, bytes: usize) -> Arc<Found> {
        let found = kept.of(GameId(Uuid::from_u128(game)), steps, || Ok::<_, Infallible>(Found(bytes)));
        found.unwrap_or_else(|never| match never {})
    }

    #[test]
    fn a_long_game_is_looked_into_once_and_a_short_one_each_time() {
        let kept = Kept::default();
        assert_eq!((find(&kept, 1, FEW + 1, 5).0, find(&kept, 1, FEW + 1, 7).0), (5, 5));
        assert_eq!((find(&kept, 2, FEW, 5).0, find(&kept, 2, FEW, 7).0), (5, 7));
        kept.forget(GameId(Uuid::from_u128(1)));
        assert_eq!(find(&kept, 1, FEW + 1, 7).0, 7);
    }

    #[test]
    fn what_was_not_used_for_the_longest_time_makes_room() {
        let kept = Kept::default();
        for game in 1..=3 {
            find(&kept, game, FEW + 1, MOST / 3);
        }
        find(&kept, 1, FEW + 1, 0);
        find(&kept, 4, FEW + 1, MOST / 3);
        let has = |game| kept.has::<Found>(GameId(Uuid::from_u128(game)));
        assert_eq!([1, 2, 3, 4].map(has), [true, false, true, true]);
        find(&kept, 5, FEW + 1, MOST + 1);
        assert_eq!([1, 3, 4, 5].map(has), [false; 4], "what is larger than all room is not kept");
    }
}
