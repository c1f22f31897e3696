//! Work for the processor: games played and logs judged, on threads of their own and not too many at once.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::ServiceError;

/// How much work may wait for each thread that works.
const WAITING_PER_THREAD: usize = 256;

/// A bounded pool.
#[derive(Clone, Debug)]
pub struct Work {
    running: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

impl Work {
    /// A pool that does `threads` pieces of work at a time.
    pub fn new(threads: usize) -> Work {
        let waiting = threads * WAITING_PER_THREAD;
        Work { running: Arc::new(Semaphore::new(threads)), waiting: Arc::new(Semaphore::new(waiting)) }
    }

    /// Does a piece of work when its turn comes.
    ///
    /// # Errors
    /// `Unavailable` when too much is waiting already; `Internal` when the work panics.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ServiceError> {
        let closed = |_| ServiceError::Internal("the pool is closed".to_owned());
        let _place =
            self.waiting.try_acquire().map_err(|_| ServiceError::Unavailable("too much work in hand".to_owned()))?;
        let turn = Arc::clone(&self.running).acquire_owned().await.map_err(closed)?;
        // The permit goes along: work whose caller has gone still holds its thread.
        let done = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(turn);
            result
        });
        done.await.map_err(|error| ServiceError::Internal(format!("work failed: {error}")))
    }
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
}
