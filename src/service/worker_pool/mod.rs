//! The worker pool: CPU-bound work such as playing games and checking logs runs on its own threads, in bounded numbers.
//!
//! Each class of work has its own places, so no class blocks another, and the threads of expensive classes run at a
//! lower priority. Within a class callers take turns, and there is a limit per caller: half of the places, two thirds
//! of those for long games, and all of those for long logs and pictures, which are few. Work whose caller has gone is
//! cancelled.

mod cancel;
mod class;
mod pool;
mod queue;

use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use tokio::sync::oneshot;

use self::pool::{Admission, Job, Pool, Refusal, Ticket};
use super::{ServiceError, Unavailable};

pub use cancel::Cancel;
pub use class::{Class, Load};
pub use queue::CallerId;

/// Default length of a class's queue, per thread.
const QUEUE_PER_THREAD: usize = 256;

/// The pools of all classes, as used on behalf of one caller.
#[derive(Clone)]
pub struct WorkerPool {
    pools: Arc<[Arc<Pool>; Class::ALL.len()]>,
    caller: CallerId,
}

impl fmt::Debug for WorkerPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkerPool").field("caller", &self.caller).field("load", &self.load()).finish()
    }
}

/// A caller that waits for its work. If it is dropped before the work is done, the work is cancelled.
struct WaitingCaller<'a> {
    pool: &'a Pool,
    ticket: Ticket,
    cancel: Cancel,
    done: bool,
}

impl Drop for WaitingCaller<'_> {
    fn drop(&mut self) {
        if !self.done {
            self.cancel.cancel();
            self.pool.leave(self.ticket);
        }
    }
}

impl WorkerPool {
    /// Pools that run up to `threads` pieces of work at a time for one caller.
    pub fn new(threads: usize) -> WorkerPool {
        WorkerPool::bounded(threads, threads * QUEUE_PER_THREAD)
    }

    /// As [`new`](WorkerPool::new), with queues of at most `waiting` pieces of work per class.
    pub fn bounded(threads: usize, waiting: usize) -> WorkerPool {
        let pools = Class::ALL.map(|class| Arc::new(Pool::new(class, threads, waiting)));
        WorkerPool { pools: Arc::new(pools), caller: CallerId::default() }
    }

    /// The same pools, used on behalf of another caller.
    pub fn on_behalf_of(&self, caller: CallerId) -> WorkerPool {
        WorkerPool { pools: Arc::clone(&self.pools), caller }
    }

    /// The caller on whose behalf these pools are used.
    pub fn caller(&self) -> CallerId {
        self.caller
    }

    /// Runs work when its turn comes. If the caller goes away, queued work is dropped; running work stops at its next
    /// [`Cancel::check`].
    ///
    /// # Errors
    /// `Unavailable` when the queue is full; `Internal` when the work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        class: Class,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        self.submit(class, Admission::IfRoom, work).await
    }

    /// Runs small work on the current thread, since waking another thread takes about as long. Such work takes no place
    /// in the pool, and a panic in it propagates to the caller.
    ///
    /// # Errors
    /// As [`run`](WorkerPool::run), if the work is not small.
    pub async fn run_inline_if<T: Send + 'static>(
        &self,
        is_small: bool,
        class: Class,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        if is_small { Ok(work(&Cancel::never())) } else { self.run(class, work).await }
    }

    /// Runs the next part of something long that has begun. It always gets a place in the queue, even if that is full.
    ///
    /// # Errors
    /// `Internal` when the work panics.
    pub async fn run_next<T: Send + 'static>(
        &self,
        class: Class,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        self.submit(class, Admission::Always, work).await
    }

    async fn submit<T: Send + 'static>(
        &self,
        class: Class,
        admission: Admission,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        let (sender, receiver) = oneshot::channel();
        let (cancel, span) = (Cancel::new(), tracing::Span::current());
        let for_work = cancel.clone();
        let job: Job = Box::new(move |end| {
            let result = catch_unwind(AssertUnwindSafe(|| span.in_scope(|| work(&for_work))));
            // The place is free before the caller learns that the work is done.
            end();
            // The caller may have gone.
            let _ = sender.send(result.ok());
        });
        let pool = &self.pools[class.index()];
        let ticket = pool.enter(self.caller, job, admission)?;
        let mut waiting = WaitingCaller { pool, ticket, cancel, done: false };
        let result = receiver.await;
        waiting.done = true;
        result.ok().flatten().ok_or_else(|| ServiceError::Internal("work failed: it panicked".to_owned()))
    }

    /// The current load of each class.
    pub fn load(&self) -> [Load; Class::ALL.len()] {
        Class::ALL.map(|class| self.pools[class.index()].load())
    }
}

impl From<Refusal> for ServiceError {
    fn from(refusal: Refusal) -> ServiceError {
        match refusal {
            Refusal::Full => ServiceError::Unavailable(Unavailable::QueueFull),
            Refusal::ShareFull => ServiceError::Unavailable(Unavailable::CallerQueueFull),
            Refusal::NoThread(error) => ServiceError::Unavailable(Unavailable::NoThread(error.kind())),
        }
    }
}

#[cfg(test)]
mod tests;
