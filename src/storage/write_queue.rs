//! The write queue: group commit. A task that has its turn stores all queued writes in one transaction.
//!
//! A transaction costs a flush to disk, another write in it almost nothing. No write is delayed to wait for more.
//!
//! A turn is given to one task per transaction. When each write waited for its own turn, all callers whose writes were
//! already stored had to be woken one after another before the next transaction could begin.
//!
//! Turns have a thread of their own: on those of the callers each statement of a transaction would wait until a request has
//! been dealt with.

use std::{collections::VecDeque, ops::Range, pin::pin, sync::Arc, thread};

use futures::future::BoxFuture;
use parking_lot::{Mutex, MutexGuard};
use tokio::{
    runtime::{self, Handle},
    sync::oneshot,
    time::sleep,
};

use super::{
    dialect::Dialect,
    entry::{WriteEntry, WriteOutcome},
    error::unavailable,
    opening::Settings,
    pool::Pool,
};
use crate::service::store::StoreError;

/// Maximum number of writes in a transaction. The first waits until the last is stored.
const BATCH_LIMIT: usize = 250;

/// Stores the writes of a transaction; returns an outcome for each.
pub(super) type StoreWrites<D> =
    for<'w> fn(&'w mut <D as sqlx::Database>::Connection, &'w [WriteEntry]) -> BoxFuture<'w, Vec<WriteOutcome>>;

/// The queued writes, served in order of arrival.
pub(super) struct Queue<D: Dialect>(Arc<Shared<D>>);

struct Shared<D: Dialect> {
    backlog: Mutex<Backlog<WriteEntry>>,
    writer: Arc<Pool<D>>,
    store: StoreWrites<D>,
    settings: Settings,
    /// Where turns run, until the other end of this channel is dropped with the queue and the last of them.
    turns: Handle,
    _end: oneshot::Sender<()>,
}

/// The turn to store queued writes. When it is dropped, it is returned and given to the next task, if any.
struct Turn<D: Dialect> {
    queue: Queue<D>,
    stage: Stage,
}

/// The progress of a turn.
#[derive(Debug)]
enum Stage {
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
        let runtime = runtime::Builder::new_current_thread().enable_all().build().expect("the system has file handles");
        let (turns, (end, ended)) = (runtime.handle().clone(), oneshot::channel::<()>());
        let serve = move || drop(runtime.block_on(ended));
        thread::Builder::new().name("writes".to_owned()).spawn(serve).expect("the system has a thread");
        let (backlog, settings) = (Mutex::default(), settings.clone());
        Queue(Arc::new(Shared { backlog, writer, store, settings, turns, _end: end }))
    }

    /// Stores writes, batched with others that are queued; returns an outcome for each.
    ///
    /// The transaction runs in its own task, so that a cancelled caller does not cancel the writes of others.
    pub(super) async fn store(&self, entries: Vec<WriteEntry>) -> Vec<WriteOutcome> {
        let (senders, receivers): (Vec<_>, Vec<_>) = entries.iter().map(|_| oneshot::channel()).unzip();
        let own = self.backlog().push(entries.into_iter().zip(senders));
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
        if self.backlog().take_turn(D::WRITERS) {
            let turn = Turn { queue: self.clone(), stage: Stage::Begun };
            self.0.turns.spawn(turn.serve());
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
            Stage::Begun => self.queue.backlog().return_turn(None),
            Stage::Storing(count) => self.queue.backlog().return_turn(Some(count)),
        }
        self.queue.dispatch();
    }
}

fn stopping() -> StoreError {
    unavailable("the service is shutting down")
}

/// The queued writes in order of arrival, and the turns taken.
#[derive(Debug)]
struct Backlog<E> {
    waiting: VecDeque<QueuedWrite<E>>,
    next_number: u64,
    /// Number of turns taken.
    writers: usize,
    /// Number of these that have not taken writes yet. They will take what is queued.
    pending: usize,
    /// Number of writes that the other turns are storing.
    in_flight: usize,
}

/// A queued write and its caller. Numbers ascend in the order of arrival.
#[derive(Debug)]
struct QueuedWrite<E> {
    number: u64,
    entry: E,
    sender: oneshot::Sender<WriteOutcome>,
}

impl<E> Default for Backlog<E> {
    fn default() -> Backlog<E> {
        Backlog { waiting: VecDeque::new(), next_number: 0, writers: 0, pending: 0, in_flight: 0 }
    }
}

impl<E> Backlog<E> {
    /// Queues writes; returns their numbers.
    fn push(&mut self, entries: impl Iterator<Item = (E, oneshot::Sender<WriteOutcome>)>) -> Range<u64> {
        let first = self.next_number;
        for (entry, sender) in entries {
            self.waiting.push_back(QueuedWrite { number: self.next_number, entry, sender });
            self.next_number += 1;
        }
        first..self.next_number
    }

    /// The numbers of all writes queued so far.
    fn numbers(&self) -> Range<u64> {
        0..self.next_number
    }

    /// Number of queued writes.
    fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Takes a turn if one is free and a write is queued; returns whether it did.
    ///
    /// A second concurrent turn is taken only for at least as many writes as are in flight. The database flushes
    /// transactions one after another, so small concurrent ones have a lower throughput than large ones.
    fn take_turn(&mut self, max_turns: usize) -> bool {
        let worthwhile = self.writers == 0 || (self.pending == 0 && self.waiting.len() >= self.in_flight);
        let taken = worthwhile && self.writers < max_turns && !self.waiting.is_empty();
        self.writers += usize::from(taken);
        self.pending += usize::from(taken);
        taken
    }

    /// Takes up to `limit` writes for a turn, the oldest first. Writes whose caller is gone are dropped.
    fn begin(&mut self, limit: usize) -> Vec<QueuedWrite<E>> {
        self.waiting.retain(|waiting| !waiting.sender.is_closed());
        let count = self.waiting.len().min(limit);
        self.pending -= 1;
        self.in_flight += count;
        self.waiting.drain(..count).collect()
    }

    /// Returns a turn that stored this number of writes; `None` if it had not taken any yet.
    fn return_turn(&mut self, stored: Option<usize>) {
        self.writers -= 1;
        match stored {
            Some(count) => self.in_flight -= count,
            None => self.pending -= 1,
        }
    }

    /// Removes the queued writes with these numbers.
    fn take(&mut self, numbers: &Range<u64>) -> Vec<QueuedWrite<E>> {
        let place = |number| self.waiting.partition_point(|waiting| waiting.number < number);
        let places = place(numbers.start)..place(numbers.end);
        self.waiting.drain(places).collect()
    }
}

impl<E> QueuedWrite<E> {
    /// The write.
    fn entry(&self) -> &E {
        &self.entry
    }

    /// The write, and the channel for its outcome.
    fn parts(self) -> (E, oneshot::Sender<WriteOutcome>) {
        (self.entry, self.sender)
    }

    /// Sends the outcome to the caller, which may be gone.
    fn reply(self, outcome: WriteOutcome) {
        let _ = self.sender.send(outcome);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Queues these writes; returns the receivers of their outcomes.
    fn push(backlog: &mut Backlog<u32>, entries: Range<u32>) -> Vec<oneshot::Receiver<WriteOutcome>> {
        let (senders, receivers): (Vec<_>, Vec<_>) = entries.clone().map(|_| oneshot::channel()).unzip();
        backlog.push(entries.zip(senders));
        receivers
    }

    fn entries(waiting: Vec<QueuedWrite<u32>>) -> Vec<u32> {
        waiting.into_iter().map(|waiting| waiting.parts().0).collect()
    }

    #[test]
    fn a_second_turn_is_taken_for_as_many_writes_as_are_in_flight() {
        let mut backlog = Backlog::default();
        assert!(!backlog.take_turn(2), "nothing is queued");
        let _first = push(&mut backlog, 0..3);
        assert!(backlog.take_turn(2));
        assert!(!backlog.take_turn(2), "the first turn will take what is queued");
        assert_eq!(entries(backlog.begin(9)), [0, 1, 2]);
        let _second = push(&mut backlog, 3..5);
        assert!(!backlog.take_turn(2), "two are fewer than three");
        let _third = push(&mut backlog, 5..6);
        assert!(!backlog.take_turn(1), "there is one turn");
        assert!(backlog.take_turn(2));
        assert_eq!(entries(backlog.begin(2)), [3, 4]);
        backlog.return_turn(Some(3));
        assert!(!backlog.take_turn(2), "one is fewer than two");
        backlog.return_turn(Some(2));
        assert!(backlog.take_turn(2), "no other turn is taken");
        assert_eq!(entries(backlog.begin(9)), [5]);
    }

    #[test]
    fn writes_whose_caller_is_gone_are_dropped() {
        let mut backlog = Backlog::default();
        let mut receivers = push(&mut backlog, 0..3);
        assert!(backlog.take_turn(1));
        drop(receivers.remove(1));
        assert_eq!(entries(backlog.begin(9)), [0, 2]);
    }

    #[test]
    fn queued_writes_can_be_removed() {
        let mut backlog = Backlog::default();
        let _receivers = push(&mut backlog, 0..5);
        assert_eq!(entries(backlog.take(&(1..3))), [1, 2]);
        assert!(backlog.take(&(1..3)).is_empty());
        assert_eq!(backlog.len(), 3);
    }
}
