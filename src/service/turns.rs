//! Turns: limits how many lists of one caller are fetched at a time.

use std::{collections::HashMap, sync::Arc};

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::CallerId;

/// How many lists of a caller are fetched at a time. Further requests wait.
const MAX_CONCURRENT: usize = 2;

/// A semaphore for each caller that is fetching or waiting. Others have no entry.
#[derive(Clone, Debug, Default)]
pub(super) struct Turns(Arc<Mutex<HashMap<CallerId, Arc<Semaphore>>>>);

/// A caller's turn; dropping it ends the turn.
pub(super) struct Turn {
    turns: Turns,
    caller: CallerId,
    permits: Arc<Semaphore>,
    permit: Option<OwnedSemaphorePermit>,
}

impl Turns {
    /// Waits for the caller's turn.
    pub(super) async fn take(&self, caller: CallerId) -> Turn {
        let permits =
            Arc::clone(self.0.lock().entry(caller).or_insert_with(|| Arc::new(Semaphore::new(MAX_CONCURRENT))));
        // Created before waiting, so that dropping the future removes the caller too.
        let mut turn = Turn { turns: self.clone(), caller, permits: Arc::clone(&permits), permit: None };
        turn.permit = Some(permits.acquire_owned().await.expect("turns are never closed"));
        turn
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        drop(self.permit.take());
        let mut turns = self.turns.0.lock();
        // One reference is in the map, and one belongs to this turn.
        if Arc::strong_count(&self.permits) <= 2 {
            turns.remove(&self.caller);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[test]
    fn a_caller_has_two_turns_at_a_time_independent_of_others() {
        let turns = Turns::default();
        let take = |who: &str| turns.take(CallerId::of(&who)).now_or_never();
        let (one, two) = (take("Ada"), take("Ada"));
        assert!(one.is_some() && two.is_some());
        assert!(take("Ada").is_none());
        assert!(take("Bob").is_some());
        drop(one);
        let again = take("Ada");
        assert!(again.is_some());
        drop((two, again));
        assert!(turns.0.lock().is_empty());
    }
}
