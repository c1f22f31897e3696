//! Work for the processor: games played and logs judged, on threads of their own and not too many at once.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use tokio::sync::{AcquireError, Semaphore};

use super::ServiceError;

/// How much work may wait for each thread that works, when nobody says.
const WAITING_PER_THREAD: usize = 256;

/// A bounded pool.
#[derive(Clone, Debug)]
pub struct Work {
    threads: usize,
    limit: usize,
    running: Arc<Semaphore>,
    in_hand: Arc<Semaphore>,
    refused: Arc<AtomicU64>,
}

/// How much work is in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// How many threads work.
    pub running: usize,
    /// How much waits for one of them.
    pub waiting: usize,
    /// How much was refused since the start because too much was waiting.
    pub refused: u64,
}

impl Work {
    /// A pool that does `threads` pieces of work at a time.
    pub fn new(threads: usize) -> Work {
        Work::bounded(threads, threads * WAITING_PER_THREAD)
    }

    /// A pool that does `threads` pieces of work at a time while `waiting` others may wait.
    pub fn bounded(threads: usize, waiting: usize) -> Work {
        let limit = threads + waiting;
        let (running, in_hand) = (Arc::new(Semaphore::new(threads)), Arc::new(Semaphore::new(limit)));
        Work { threads, limit, running, in_hand, refused: Arc::default() }
    }

    /// Does a piece of work when its turn comes.
    ///
    /// # Errors
    /// `Unavailable` when too much is waiting already; `Internal` when the work panics.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ServiceError> {
        let _place = self.in_hand.try_acquire().map_err(|_| {
            self.refused.fetch_add(1, Relaxed);
            ServiceError::Unavailable("too much work in hand".to_owned())
        })?;
        self.placed(work).await
    }

    /// Does a piece of work: right here when it is little, since waking another thread takes about as long. Then it needs
    /// no place among the work in hand, and a panic goes on to the caller.
    ///
    /// # Errors
    /// As [`run`](Work::run), unless it is little.
    pub async fn run_unless<T: Send + 'static>(
        &self,
        little: bool,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        if little { Ok(work()) } else { self.run(work).await }
    }

    /// Does the next piece of something long that has begun: it waits for its place, however much is in hand.
    ///
    /// # Errors
    /// `Internal` when the work panics.
    pub async fn go_on<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ServiceError> {
        let _place = self.in_hand.acquire().await.map_err(closed)?;
        self.placed(work).await
    }

    /// Does a piece of work that has its place.
    async fn placed<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ServiceError> {
        let turn = Arc::clone(&self.running).acquire_owned().await.map_err(closed)?;
        let span = tracing::Span::current();
        // The permit goes along: work whose caller has gone still holds its thread.
        let done = tokio::task::spawn_blocking(move || {
            let result = span.in_scope(work);
            drop(turn);
            result
        });
        done.await.map_err(|error| ServiceError::Internal(format!("work failed: {error}")))
    }

    /// How much work is in hand.
    pub fn load(&self) -> Load {
        let running = self.threads.saturating_sub(self.running.available_permits());
        let in_hand = self.limit.saturating_sub(self.in_hand.available_permits());
        Load { running, waiting: in_hand.saturating_sub(running), refused: self.refused.load(Relaxed) }
    }
}

/// The pool lives as long as the service.
fn closed(_: AcquireError) -> ServiceError {
    ServiceError::Internal("the pool is closed".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_in_the_work_is_an_error_of_ours() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let work = Work::new(1);
        let result = runtime.block_on(work.run(|| -> u8 { panic!("on purpose") }));
        assert!(matches!(result, Err(ServiceError::Internal(_))));
        assert_eq!(runtime.block_on(work.run(|| 7)).ok(), Some(7));
    }

    #[test]
    fn what_has_begun_waits_for_its_place() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let work = Work::bounded(1, 0);
        let both = async { tokio::join!(work.go_on(|| 7), work.go_on(|| 8)) };
        let (one, other) = runtime.block_on(both);
        assert_eq!((one.ok(), other.ok(), work.load().refused), (Some(7), Some(8), 0));
    }

    #[test]
    fn what_is_too_much_is_refused_and_counted() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let work = Work::bounded(1, 0);
        assert_eq!(work.load(), Load { running: 0, waiting: 0, refused: 0 });
        let (inner, probe) = (work.clone(), work.clone());
        let handle = runtime.handle().clone();
        let second = runtime.block_on(work.run(move || (inner.load(), handle.block_on(inner.run(|| 7)))));
        let (load, refused) = second.expect("the first is done");
        assert_eq!(load, Load { running: 1, waiting: 0, refused: 0 });
        assert!(matches!(refused, Err(ServiceError::Unavailable(_))));
        assert_eq!(probe.load(), Load { running: 0, waiting: 0, refused: 1 });
    }
}
