//! The write queue: group commit. A task that has its turn stores all queued writes in one transaction.
//!
//! A transaction costs a flush to disk, another write in it almost nothing. No write is delayed to wait for more.
//!
//! A turn is given to one task per transaction. When each write waited for its own turn, all callers whose writes were
//! already stored had to be woken one after another before the next transaction could begin.

mod backlog;

use std::{ops::Range, pin::pin, sync::Arc, thread::ThreadId};

use futures::future::BoxFuture;
use parking_lot::{Mutex, MutexGuard};
use tokio::{runtime::Handle, sync::oneshot, time::sleep};

use self::backlog::{Backlog, QueuedWrite};
use super::{
    dialect::Dialect,
    entry::{WriteEntry, WriteOutcome},
    error::unavailable,
    pool::Pool,
    settings::Settings,
};
use crate::service::store::StoreError;

/// Maximum number of writes in a transaction. The first waits until the last is stored.
const BATCH_LIMIT: usize = 250;

/// Stores the writes of a transaction; returns an outcome for each.
pub(super) type StoreWrites<D> =
    for<'w> fn(&'w mut <D as sqlx::Database>::Connection, &'w [WriteEntry]) -> BoxFuture<'w, Vec<WriteOutcome>>;

/// The queued writes, served in order of arrival.
#[derive(Debug)]
pub(super) struct Queue<D: Dialect>(Arc<Shared<D>>);

#[derive(Debug)]
struct Shared<D: Dialect> {
    backlog: Mutex<Backlog<WriteEntry>>,
    writer: Arc<Pool<D>>,
    store: StoreWrites<D>,
    settings: Settings,
}

/// The turn to store queued writes. When it is dropped, it is returned and given to the next task, if any.
#[derive(Debug)]
struct Turn<D: Dialect> {
    queue: Queue<D>,
    stage: Stage,
}

/// The progress of a turn.
#[derive(Debug)]
enum Stage {
    /// It was given to a task on the runtime of this thread, which has not run yet.
    Given(ThreadId),
    /// The task waits for a connection.
    Begun,
    /// The task stores this number of writes.
    Storing(usize),
}

impl<D: Dialect> Clone for Queue<D> {
    fn clone(&self) -> Queue<D> {
        Queue(Arc::clone(&self.0))
    }
}

impl<D: Dialect> Queue<D> {
    /// A queue for these connections.
    pub(super) fn new(writer: Arc<Pool<D>>, store: StoreWrites<D>, settings: &Settings) -> Queue<D> {
        Queue(Arc::new(Shared { backlog: Mutex::default(), writer, store, settings: settings.clone() }))
    }

    /// Stores writes, batched with others that are queued; returns an outcome for each.
    ///
    /// The transaction runs in its own task, so that a cancelled caller does not cancel the writes of others.
    pub(super) async fn store(&self, entries: Vec<WriteEntry>) -> Vec<WriteOutcome> {
        let (senders, receivers): (Vec<_>, Vec<_>) = entries.iter().map(|_| oneshot::channel()).unzip();
        let own = self.backlog().push(entries.into_iter().zip(senders), &Handle::current());
        self.dispatch();
        let (mut limit, mut may_wait) = (pin!(sleep(self.0.settings.acquire_timeout)), true);
        let mut outcomes = Vec::with_capacity(receivers.len());
        for mut receiver in receivers {
            let outcome = tokio::select! {
                biased;
                outcome = &mut receiver => outcome,
                () = &mut limit, if may_wait => {
                    may_wait = false;
                    self.reject(&own, &unavailable("other requests are writing for too long"));
                    receiver.await
                }
            };
            outcomes.push(outcome.unwrap_or_else(|_| Err(stopping())));
        }
        outcomes
    }

    /// Gives a turn to a task, if a turn is free and writes are queued.
    fn dispatch(&self) {
        let taken = self.backlog().take_turn(D::WRITERS);
        if let Some((thread, runtime)) = taken {
            let turn = Turn { queue: self.clone(), stage: Stage::Given(thread) };
            runtime.spawn(turn.serve());
        }
    }

    /// Removes those of these writes that are still queued, and fails them with this error.
    fn reject(&self, numbers: &Range<u64>, why: &StoreError) {
        let rejected = self.backlog().take(numbers);
        if !rejected.is_empty() {
            self.0.writer.note_failure(why);
        }
        rejected.into_iter().for_each(|waiting| waiting.reply(Err(why.clone())));
    }

    /// Number of queued writes.
    pub(super) fn len(&self) -> usize {
        self.backlog().len()
    }

    fn backlog(&self) -> MutexGuard<'_, Backlog<WriteEntry>> {
        self.0.backlog.lock()
    }
}

impl<D: Dialect> Turn<D> {
    /// Waits for a connection, then stores what is queued.
    async fn serve(mut self) {
        self.stage = Stage::Begun;
        let queued = self.queue.backlog().numbers();
        let mut connection = match self.queue.0.writer.acquire().await {
            Ok(connection) => connection,
            Err(error) => return self.queue.reject(&queued, &error.into()),
        };
        let mut waiting = self.queue.backlog().begin(BATCH_LIMIT);
        self.stage = Stage::Storing(waiting.len());
        if waiting.is_empty() {
            return;
        }
        // Two that lock the index of external ids in different orders could deadlock.
        if D::WRITERS > 1 {
            waiting.sort_by(|one, other| one.entry().order().cmp(&other.entry().order()));
        }
        let (entries, senders): (Vec<_>, Vec<_>) = waiting.into_iter().map(QueuedWrite::parts).unzip();
        let done = connection.time_limit().run((self.queue.0.store)(&mut connection, &entries)).await;
        let outcomes = connection.finish_all(done, entries.len()).await;
        // Before the outcome is sent, so that its receiver is again the only owner of the write.
        drop(entries);
        for (sender, outcome) in senders.into_iter().zip(outcomes) {
            // The caller may be gone.
            let _ = sender.send(outcome);
        }
    }
}

impl<D: Dialect> Drop for Turn<D> {
    fn drop(&mut self) {
        match self.stage {
            // The runtime of this thread has stopped, so no task on it can be given a turn.
            Stage::Given(thread) => {
                let left_behind = self.queue.backlog().take_thread(thread);
                left_behind.into_iter().for_each(|waiting| waiting.reply(Err(stopping())));
                self.queue.backlog().return_turn(None);
            }
            Stage::Begun => self.queue.backlog().return_turn(None),
            Stage::Storing(count) => self.queue.backlog().return_turn(Some(count)),
        }
        self.queue.dispatch();
    }
}

fn stopping() -> StoreError {
    unavailable("the service is shutting down")
}
