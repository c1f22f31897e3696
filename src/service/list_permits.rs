//! Limits how many lists of one caller are fetched at a time.

use std::{collections::HashMap, sync::Arc};

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::CallerId;

/// How many lists of a caller are fetched at a time. Further requests wait.
const MAX_CONCURRENT: usize = 2;

/// A semaphore for each caller that is fetching or waiting. Others have no entry.
#[derive(Clone, Debug, Default)]
pub(super) struct ListPermits(Arc<Mutex<HashMap<CallerId, Arc<Semaphore>>>>);

/// Permits a caller to fetch a list, until it is dropped.
pub(super) struct ListPermit {
    permits: ListPermits,
    caller: CallerId,
    of_caller: Arc<Semaphore>,
    permit: Option<OwnedSemaphorePermit>,
}

impl ListPermits {
    /// Waits until the caller may fetch a list.
    pub(super) async fn acquire(&self, caller: CallerId) -> ListPermit {
        let of_caller =
            Arc::clone(self.0.lock().entry(caller).or_insert_with(|| Arc::new(Semaphore::new(MAX_CONCURRENT))));
        // Created before waiting, so that dropping the future removes the caller too.
        let mut list = ListPermit { permits: self.clone(), caller, of_caller: Arc::clone(&of_caller), permit: None };
        list.permit = Some(of_caller.acquire_owned().await.expect("the semaphore is never closed"));
        list
    }
}

impl Drop for ListPermit {
    fn drop(&mut self) {
        drop(self.permit.take());
        let mut callers = self.permits.0.lock();
        // One reference is in the map, and one belongs to this permit.
        if Arc::strong_count(&self.of_caller) <= 2 {
            callers.remove(&self.caller);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[test]
    fn a_caller_fetches_two_lists_at_a_time_independent_of_others() {
        let permits = ListPermits::default();
        let acquire = |who: &str| permits.acquire(CallerId::of(&who)).now_or_never();
        let (one, two) = (acquire("Ada"), acquire("Ada"));
        assert!(one.is_some() && two.is_some());
        assert!(acquire("Ada").is_none());
        assert!(acquire("Bob").is_some());
        drop(one);
        let again = acquire("Ada");
        assert!(again.is_some());
        drop((two, again));
        assert!(permits.0.lock().is_empty());
    }
}
