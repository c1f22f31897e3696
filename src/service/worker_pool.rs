//! Work for the processor: games played and logs judged, on threads of their own and not too many at once.
//!
//! Each class of work has places of its own, and the dear classes give way to the cheap ones; inside a class callers
//! take turns, and nobody has more than half of its places (of those for long games two thirds, of those for long logs and
//! pictures, which are few, all). Work that nobody waits for any more is given up.

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

use self::pool::{Job, Pool, Refusal, Ticket};
use super::ServiceError;

pub use cancel::Cancel;
pub use class::{Class, Load};
pub use queue::CallerId;

/// By default so much work of a class may wait for each thread.
const WAITING_PER_THREAD: usize = 256;

/// The pools of all classes, and for whom they are asked.
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

/// Somebody who waits for work; who goes away before it is done gives it up.
struct Waiting<'a> {
    pool: &'a Pool,
    ticket: Ticket,
    cancel: Cancel,
    done: bool,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if !self.done {
            self.cancel.cancel();
            self.pool.leave(self.ticket);
        }
    }
}

impl WorkerPool {
    /// Pools for a machine on which `threads` pieces of work are done at a time for one caller.
    pub fn new(threads: usize) -> WorkerPool {
        WorkerPool::bounded(threads, threads * WAITING_PER_THREAD)
    }

    /// The same, while in each class `waiting` others may wait.
    pub fn bounded(threads: usize, waiting: usize) -> WorkerPool {
        let pools = Class::ALL.map(|class| Arc::new(Pool::new(class, threads, waiting)));
        WorkerPool { pools: Arc::new(pools), caller: CallerId::default() }
    }

    /// The same pools, asked for somebody.
    pub fn on_behalf_of(&self, caller: CallerId) -> WorkerPool {
        WorkerPool { pools: Arc::clone(&self.pools), caller }
    }

    /// For whom these are asked.
    pub fn caller(&self) -> CallerId {
        self.caller
    }

    /// Does a piece of work when its turn comes. It is given up when nobody waits any more, if it asks for that.
    ///
    /// # Errors
    /// `Unavailable` when too much is waiting already; `Internal` when the work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        class: Class,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        self.placed(class, work, true).await
    }

    /// Does a piece of work: right here when it is little, since waking another thread takes about as long. Then it needs
    /// no place among the work in hand, and a panic goes on to the caller.
    ///
    /// # Errors
    /// As [`run`](WorkerPool::run), when it is not little.
    pub async fn run_inline_if<T: Send + 'static>(
        &self,
        little: bool,
        class: Class,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        if little { Ok(work(&Cancel::never())) } else { self.run(class, work).await }
    }

    /// Does the next piece of something long that has begun: it waits for its place, however much is in hand.
    ///
    /// # Errors
    /// `Internal` when the work panics.
    pub async fn go_on<T: Send + 'static>(
        &self,
        class: Class,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        self.placed(class, work, false).await
    }

    async fn placed<T: Send + 'static>(
        &self,
        class: Class,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
        bounded: bool,
    ) -> Result<T, ServiceError> {
        let (tell, told) = oneshot::channel();
        let (cancel, span) = (Cancel::new(), tracing::Span::current());
        let asked = cancel.clone();
        let job: Job = Box::new(move |end| {
            let result = catch_unwind(AssertUnwindSafe(|| span.in_scope(|| work(&asked))));
            // The place is free before anybody learns that the work is done.
            end();
            // Whoever waited may have gone.
            let _ = tell.send(result.ok());
        });
        let pool = &self.pools[class as usize];
        let ticket = pool.enter(self.caller, job, bounded)?;
        let mut waiting = Waiting { pool, ticket, cancel, done: false };
        let result = told.await;
        waiting.done = true;
        result.ok().flatten().ok_or_else(|| ServiceError::Internal("work failed: it panicked".to_owned()))
    }

    /// How much work of each class is in hand.
    pub fn load(&self) -> [Load; Class::ALL.len()] {
        Class::ALL.map(|class| self.pools[class as usize].load())
    }
}

impl From<Refusal> for ServiceError {
    fn from(refusal: Refusal) -> ServiceError {
        match refusal {
            Refusal::Full => ServiceError::Unavailable("too much work is waiting".to_owned()),
            Refusal::ShareFull => ServiceError::Unavailable("too much work of one caller is waiting".to_owned()),
            Refusal::NoThread(error) => ServiceError::Unavailable(format!("cannot start a thread: {error}")),
        }
    }
}

#[cfg(test)]
mod tests;
