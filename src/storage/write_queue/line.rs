//! The line of writes that wait, and the turns to store them.

use std::{
    collections::VecDeque,
    mem,
    ops::Range,
    thread::{self, ThreadId},
};

use tokio::{runtime::Handle, sync::oneshot};

use crate::storage::outcome::Outcome;

/// The writes that wait, the first come first, and how many turns are taken.
#[derive(Debug)]
pub(super) struct Line<E> {
    waiting: VecDeque<Waiting<E>>,
    next_number: u64,
    /// How many turns are taken.
    writers: usize,
    /// How many of these have not begun to store yet: what waits is theirs.
    coming: usize,
    /// How many writes the others are storing.
    in_hand: usize,
}

/// A write and whom to answer. The numbers in a line ascend.
#[derive(Debug)]
pub(super) struct Waiting<E> {
    number: u64,
    entry: E,
    answer: oneshot::Sender<Outcome>,
    /// Where somebody waits for the answer.
    runtime: Handle,
    thread: ThreadId,
}

impl<E> Default for Line<E> {
    fn default() -> Line<E> {
        Line { waiting: VecDeque::new(), next_number: 0, writers: 0, coming: 0, in_hand: 0 }
    }
}

impl<E> Line<E> {
    /// Lets writes wait behind those who do; gives their numbers.
    pub(super) fn push(
        &mut self,
        entries: impl Iterator<Item = (E, oneshot::Sender<Outcome>)>,
        runtime: &Handle,
    ) -> Range<u64> {
        let (first, thread) = (self.next_number, thread::current().id());
        for (entry, answer) in entries {
            let (number, runtime) = (self.next_number, runtime.clone());
            self.waiting.push_back(Waiting { number, entry, answer, runtime, thread });
            self.next_number += 1;
        }
        first..self.next_number
    }

    /// The numbers of all who have come so far.
    pub(super) fn numbers(&self) -> Range<u64> {
        0..self.next_number
    }

    /// How many wait.
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Takes a turn if one is free and a write waits; returns where that write waits.
    ///
    /// A further writer begins beside another only with as many writes as that has in hand: the database brings one
    /// transaction after the other to the disk, so that small ones beside each other store less than large ones.
    pub(super) fn take_turn(&mut self, most: usize) -> Option<(ThreadId, Handle)> {
        let worth_while = self.writers == 0 || (self.coming == 0 && self.waiting.len() >= self.in_hand);
        if !worth_while || self.writers >= most {
            return None;
        }
        let next = self.next_served()?;
        self.writers += 1;
        self.coming += 1;
        Some(next)
    }

    /// Takes the first out of the line with a turn, at most this number. What nobody waits for any more is not stored.
    pub(super) fn begin(&mut self, most: usize) -> Vec<Waiting<E>> {
        self.waiting.retain(|waiting| !waiting.answer.is_closed());
        let count = self.waiting.len().min(most);
        self.coming -= 1;
        self.in_hand += count;
        self.waiting.drain(..count).collect()
    }

    /// Returns a turn that stored this number of writes; `None` if it had taken none yet.
    pub(super) fn give_back(&mut self, in_hand: Option<usize>) {
        self.writers -= 1;
        match in_hand {
            Some(count) => self.in_hand -= count,
            None => self.coming -= 1,
        }
    }

    /// Where those who wait are stored next: on this thread, which need not be woken, if one of them waits there, or
    /// else where the first does.
    fn next_served(&self) -> Option<(ThreadId, Handle)> {
        let own = thread::current().id();
        let next = self.waiting.iter().find(|waiting| waiting.thread == own).or(self.waiting.front())?;
        Some((next.thread, next.runtime.clone()))
    }

    /// Takes those of these out of the line who wait.
    pub(super) fn take(&mut self, numbers: &Range<u64>) -> Vec<Waiting<E>> {
        let place = |number| self.waiting.partition_point(|waiting| waiting.number < number);
        let places = place(numbers.start)..place(numbers.end);
        self.waiting.drain(places).collect()
    }

    /// Takes those out of the line who wait on this thread.
    pub(super) fn take_of(&mut self, thread: ThreadId) -> VecDeque<Waiting<E>> {
        let (theirs, others) = mem::take(&mut self.waiting).into_iter().partition(|waiting| waiting.thread == thread);
        self.waiting = others;
        theirs
    }
}

impl<E> Waiting<E> {
    /// The write, and whom to answer.
    pub(super) fn parts(self) -> (E, oneshot::Sender<Outcome>) {
        (self.entry, self.answer)
    }

    /// Nobody may be waiting any more: then there is nobody to tell.
    pub(super) fn tell(self, outcome: Outcome) {
        let _ = self.answer.send(outcome);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets these wait; gives what they wait for.
    fn wait(line: &mut Line<u32>, entries: Range<u32>) -> Vec<oneshot::Receiver<Outcome>> {
        let (answers, answered): (Vec<_>, Vec<_>) = entries.clone().map(|_| oneshot::channel()).unzip();
        line.push(entries.zip(answers), &Handle::current());
        answered
    }

    fn entries(waiting: Vec<Waiting<u32>>) -> Vec<u32> {
        waiting.into_iter().map(|waiting| waiting.parts().0).collect()
    }

    #[tokio::test]
    async fn a_second_writer_begins_with_as_many_as_the_first_has_in_hand() {
        let mut line = Line::default();
        assert!(line.take_turn(2).is_none(), "nobody waits");
        let _first = wait(&mut line, 0..3);
        assert!(line.take_turn(2).is_some());
        assert!(line.take_turn(2).is_none(), "what waits is the first writer's");
        assert_eq!(entries(line.begin(9)), [0, 1, 2]);
        let _second = wait(&mut line, 3..5);
        assert!(line.take_turn(2).is_none(), "two are fewer than three");
        let _third = wait(&mut line, 5..6);
        assert!(line.take_turn(1).is_none(), "there is one turn");
        assert!(line.take_turn(2).is_some());
        assert_eq!(entries(line.begin(2)), [3, 4]);
        line.give_back(Some(3));
        assert!(line.take_turn(2).is_none(), "one is fewer than two");
        line.give_back(Some(2));
        assert!(line.take_turn(2).is_some(), "nobody else stores");
        assert_eq!(entries(line.begin(9)), [5]);
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_not_stored() {
        let mut line = Line::default();
        let mut answers = wait(&mut line, 0..3);
        assert!(line.take_turn(1).is_some());
        drop(answers.remove(1));
        assert_eq!(entries(line.begin(9)), [0, 2]);
    }

    #[tokio::test]
    async fn those_who_wait_can_be_taken_out() {
        let mut line = Line::default();
        let _answers = wait(&mut line, 0..5);
        assert_eq!(entries(line.take(&(1..3))), [1, 2]);
        assert!(line.take(&(1..3)).is_empty());
        assert_eq!(line.take_of(thread::current().id()).len(), 3);
        assert_eq!(line.len(), 0);
    }
}
