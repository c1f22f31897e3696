//! The queued writes, and the turns to store them.

use std::{
    collections::VecDeque,
    mem,
    ops::Range,
    thread::{self, ThreadId},
};

use tokio::{runtime::Handle, sync::oneshot};

use crate::storage::entry::WriteOutcome;

/// The queued writes in order of arrival, and the turns taken.
#[derive(Debug)]
pub(super) struct Backlog<E> {
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
pub(super) struct QueuedWrite<E> {
    number: u64,
    entry: E,
    sender: oneshot::Sender<WriteOutcome>,
    /// Where the caller waits.
    runtime: Handle,
    thread: ThreadId,
}

impl<E> Default for Backlog<E> {
    fn default() -> Backlog<E> {
        Backlog { waiting: VecDeque::new(), next_number: 0, writers: 0, pending: 0, in_flight: 0 }
    }
}

impl<E> Backlog<E> {
    /// Queues writes; returns their numbers.
    pub(super) fn push(
        &mut self,
        entries: impl Iterator<Item = (E, oneshot::Sender<WriteOutcome>)>,
        runtime: &Handle,
    ) -> Range<u64> {
        let (first, thread) = (self.next_number, thread::current().id());
        for (entry, sender) in entries {
            let (number, runtime) = (self.next_number, runtime.clone());
            self.waiting.push_back(QueuedWrite { number, entry, sender, runtime, thread });
            self.next_number += 1;
        }
        first..self.next_number
    }

    /// The numbers of all writes queued so far.
    pub(super) fn numbers(&self) -> Range<u64> {
        0..self.next_number
    }

    /// Number of queued writes.
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Takes a turn if one is free and a write is queued; returns where to run it.
    ///
    /// A second concurrent turn is taken only for at least as many writes as are in flight. The database flushes
    /// transactions one after another, so small concurrent ones have a lower throughput than large ones.
    pub(super) fn take_turn(&mut self, max_turns: usize) -> Option<(ThreadId, Handle)> {
        let worthwhile = self.writers == 0 || (self.pending == 0 && self.waiting.len() >= self.in_flight);
        if !worthwhile || self.writers >= max_turns {
            return None;
        }
        let next = self.next_runtime()?;
        self.writers += 1;
        self.pending += 1;
        Some(next)
    }

    /// Takes up to `limit` writes for a turn, the oldest first. Writes whose caller is gone are dropped.
    pub(super) fn begin(&mut self, limit: usize) -> Vec<QueuedWrite<E>> {
        self.waiting.retain(|waiting| !waiting.sender.is_closed());
        let count = self.waiting.len().min(limit);
        self.pending -= 1;
        self.in_flight += count;
        self.waiting.drain(..count).collect()
    }

    /// Returns a turn that stored this number of writes; `None` if it had not taken any yet.
    pub(super) fn return_turn(&mut self, stored: Option<usize>) {
        self.writers -= 1;
        match stored {
            Some(count) => self.in_flight -= count,
            None => self.pending -= 1,
        }
    }

    /// Where the next turn runs: on this thread, which need not be woken, if a caller waits on it, otherwise on the
    /// thread of the first caller.
    fn next_runtime(&self) -> Option<(ThreadId, Handle)> {
        let own = thread::current().id();
        let next = self.waiting.iter().find(|waiting| waiting.thread == own).or(self.waiting.front())?;
        Some((next.thread, next.runtime.clone()))
    }

    /// Removes the queued writes with these numbers.
    pub(super) fn take(&mut self, numbers: &Range<u64>) -> Vec<QueuedWrite<E>> {
        let place = |number| self.waiting.partition_point(|waiting| waiting.number < number);
        let places = place(numbers.start)..place(numbers.end);
        self.waiting.drain(places).collect()
    }

    /// Removes the queued writes whose callers wait on this thread.
    pub(super) fn take_thread(&mut self, thread: ThreadId) -> VecDeque<QueuedWrite<E>> {
        let (theirs, others) = mem::take(&mut self.waiting).into_iter().partition(|waiting| waiting.thread == thread);
        self.waiting = others;
        theirs
    }
}

impl<E> QueuedWrite<E> {
    /// The write.
    pub(super) fn entry(&self) -> &E {
        &self.entry
    }

    /// The write, and the channel for its outcome.
    pub(super) fn parts(self) -> (E, oneshot::Sender<WriteOutcome>) {
        (self.entry, self.sender)
    }

    /// Sends the outcome to the caller, which may be gone.
    pub(super) fn reply(self, outcome: WriteOutcome) {
        let _ = self.sender.send(outcome);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Queues these writes; returns the receivers of their outcomes.
    fn push(backlog: &mut Backlog<u32>, entries: Range<u32>) -> Vec<oneshot::Receiver<WriteOutcome>> {
        let (senders, receivers): (Vec<_>, Vec<_>) = entries.clone().map(|_| oneshot::channel()).unzip();
        backlog.push(entries.zip(senders), &Handle::current());
        receivers
    }

    fn entries(waiting: Vec<QueuedWrite<u32>>) -> Vec<u32> {
        waiting.into_iter().map(|waiting| waiting.parts().0).collect()
    }

    #[tokio::test]
    async fn a_second_turn_is_taken_for_as_many_writes_as_are_in_flight() {
        let mut backlog = Backlog::default();
        assert!(backlog.take_turn(2).is_none(), "nothing is queued");
        let _first = push(&mut backlog, 0..3);
        assert!(backlog.take_turn(2).is_some());
        assert!(backlog.take_turn(2).is_none(), "the first turn will take what is queued");
        assert_eq!(entries(backlog.begin(9)), [0, 1, 2]);
        let _second = push(&mut backlog, 3..5);
        assert!(backlog.take_turn(2).is_none(), "two are fewer than three");
        let _third = push(&mut backlog, 5..6);
        assert!(backlog.take_turn(1).is_none(), "there is one turn");
        assert!(backlog.take_turn(2).is_some());
        assert_eq!(entries(backlog.begin(2)), [3, 4]);
        backlog.return_turn(Some(3));
        assert!(backlog.take_turn(2).is_none(), "one is fewer than two");
        backlog.return_turn(Some(2));
        assert!(backlog.take_turn(2).is_some(), "no other turn is taken");
        assert_eq!(entries(backlog.begin(9)), [5]);
    }

    #[tokio::test]
    async fn writes_whose_caller_is_gone_are_dropped() {
        let mut backlog = Backlog::default();
        let mut receivers = push(&mut backlog, 0..3);
        assert!(backlog.take_turn(1).is_some());
        drop(receivers.remove(1));
        assert_eq!(entries(backlog.begin(9)), [0, 2]);
    }

    #[tokio::test]
    async fn queued_writes_can_be_removed() {
        let mut backlog = Backlog::default();
        let _receivers = push(&mut backlog, 0..5);
        assert_eq!(entries(backlog.take(&(1..3))), [1, 2]);
        assert!(backlog.take(&(1..3)).is_empty());
        assert_eq!(backlog.take_thread(thread::current().id()).len(), 3);
        assert_eq!(backlog.len(), 0);
    }
}
