//! Semaphores that callers share.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Weak},
};

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A semaphore of which no holder has more than a share. Who waits for his own share is not in the way of others.
#[derive(Debug)]
pub struct FairSemaphore<K> {
    all: Arc<Semaphore>,
    total: usize,
    share: usize,
    /// Those of the holders with permits, and of those that wait for one.
    own: Mutex<HashMap<K, Weak<Semaphore>>>,
}

/// Permits of a holder, returned when they are dropped.
#[derive(Debug)]
pub struct FairPermit {
    _all: OwnedSemaphorePermit,
    _own: OwnedSemaphorePermit,
}

/// Why there is no permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// The holder has its share.
    Own,
    /// All permits are taken.
    All,
}

impl<K: Eq + Hash> FairSemaphore<K> {
    /// A semaphore with a number of permits in total, and one for each holder; each is at least one.
    pub fn new(total: usize, share: usize) -> FairSemaphore<K> {
        let (total, share) = (total.clamp(1, Semaphore::MAX_PERMITS), share.max(1));
        FairSemaphore { all: Arc::new(Semaphore::new(total)), total, share: share.min(total), own: Mutex::default() }
    }

    /// A semaphore with a number of permits for each holder.
    pub fn per_holder(share: usize) -> FairSemaphore<K> {
        FairSemaphore::new(Semaphore::MAX_PERMITS, share)
    }

    /// Takes a permit if there is one.
    ///
    /// # Errors
    /// Why there is none.
    pub fn try_acquire(&self, holder: K) -> Result<FairPermit, Exhausted> {
        let all = Arc::clone(&self.all).try_acquire_owned().map_err(|_| Exhausted::All)?;
        let own = self.own(holder).try_acquire_owned().map_err(|_| Exhausted::Own)?;
        Ok(FairPermit { _all: all, _own: own })
    }

    /// Waits for a permit.
    pub async fn acquire(&self, holder: K) -> FairPermit {
        self.acquire_many(holder, 1).await
    }

    /// Waits for several permits, but at most a share, and half of all.
    pub async fn acquire_many(&self, holder: K, permits: usize) -> FairPermit {
        let at_most = |limit: usize| u32::try_from(permits.min(limit)).unwrap_or(u32::MAX);
        let own = self.own(holder).acquire_many_owned(at_most(self.share)).await;
        let own = own.expect("the semaphore is never closed");
        let all = Arc::clone(&self.all).acquire_many_owned(at_most(self.total.div_ceil(2))).await;
        FairPermit { _all: all.expect("the semaphore is never closed"), _own: own }
    }

    /// Number of permits that a holder may have.
    pub const fn share(&self) -> usize {
        self.share
    }

    /// Number of permits taken.
    pub fn taken(&self) -> usize {
        self.total - self.all.available_permits()
    }

    fn own(&self, holder: K) -> Arc<Semaphore> {
        let mut holders = self.own.lock();
        if let Some(own) = holders.get(&holder).and_then(Weak::upgrade) {
            return own;
        }
        holders.retain(|_, own| own.strong_count() > 0);
        let own = Arc::new(Semaphore::new(self.share));
        holders.insert(holder, Arc::downgrade(&own));
        own
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[test]
    fn one_holder_cannot_take_everything() {
        let semaphore = FairSemaphore::new(3, 2);
        let (_one, two) =
            (semaphore.try_acquire("a").expect("the first"), semaphore.try_acquire("a").expect("another"));
        assert_eq!(semaphore.try_acquire("a").err(), Some(Exhausted::Own));
        assert_eq!(semaphore.taken(), 2, "a refusal takes nothing");
        let _three = semaphore.try_acquire("b").expect("another's");
        assert_eq!(semaphore.try_acquire("c").err(), Some(Exhausted::All));
        drop(two);
        assert_eq!(semaphore.taken(), 2);
        let _four = semaphore.try_acquire("c").expect("it was returned");
    }

    #[test]
    fn who_waits_for_its_own_share_is_not_in_the_way_of_others() {
        let semaphore = FairSemaphore::new(2, 1);
        let mut first = semaphore.acquire("a").now_or_never();
        let mut second = Box::pin(semaphore.acquire("a"));
        let mut third = Box::pin(semaphore.acquire("a"));
        assert!(first.is_some() && (&mut second).now_or_never().is_none() && (&mut third).now_or_never().is_none());
        let other = semaphore.acquire("b").now_or_never();
        assert!(other.is_some());
        // One that comes later than the second request of the first holder, and before the third has its turn.
        let mut late = Box::pin(semaphore.acquire("c"));
        assert!((&mut late).now_or_never().is_none());
        first.take();
        assert!((&mut second).now_or_never().is_none(), "the late one was before it among all");
        let late = (&mut late).now_or_never();
        assert!(late.is_some());
        drop(late);
        assert!(second.now_or_never().is_some());
    }

    #[test]
    fn several_permits_are_at_most_a_share_of_a_holder_and_half_of_all() {
        let semaphore = FairSemaphore::new(8, 3);
        let many = semaphore.acquire_many("a", 100).now_or_never();
        assert!(many.is_some() && semaphore.acquire("a").now_or_never().is_none());
        assert_eq!(semaphore.taken(), 4);
    }

    #[test]
    fn holders_without_permits_are_forgotten() {
        let semaphore = FairSemaphore::per_holder(2);
        let one = semaphore.acquire(1).now_or_never();
        for holder in 2..10 {
            assert!(semaphore.acquire(holder).now_or_never().is_some());
        }
        assert_eq!(semaphore.own.lock().len(), 2, "the one with a permit, and the last");
        drop(one);
    }
}
