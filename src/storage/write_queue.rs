//! Writes that wait for one of the few writers: the one whose turn it is stores all that wait, in one transaction.
//!
//! A transaction costs a way to the disk, a further write in it nearly nothing. Nobody waits for others to come.

use std::{
    collections::VecDeque,
    ops::Range,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::{
    sync::{Semaphore, oneshot},
    time::timeout,
};

use super::{dialect::Dialect, entry::Entry, error::unavailable, outcome::Outcome, pool::Pool, settings::Settings};
use crate::service::store::StoreError;

/// The writes that wait, the first come first.
#[derive(Debug)]
pub(super) struct Queue<D: Dialect>(Arc<Shared<D>>);

#[derive(Debug)]
struct Shared<D: Dialect> {
    line: Mutex<Line>,
    turns: Semaphore,
    writer: Arc<Pool<D>>,
    settings: Settings,
}

#[derive(Debug, Default)]
struct Line {
    waiting: VecDeque<Waiting>,
    next_number: u64,
}

/// A write and whom to answer. The numbers in a line ascend.
#[derive(Debug)]
struct Waiting {
    number: u64,
    entry: Entry,
    answer: oneshot::Sender<Outcome>,
}

impl<D: Dialect> Clone for Queue<D> {
    fn clone(&self) -> Queue<D> {
        Queue(Arc::clone(&self.0))
    }
}

impl<D: Dialect> Queue<D> {
    /// A queue before these connections.
    pub(super) fn new(writer: Arc<Pool<D>>, settings: &Settings) -> Queue<D> {
        let (line, turns, settings) = (Mutex::default(), Semaphore::new(D::WRITERS), settings.clone());
        Queue(Arc::new(Shared { line, turns, writer, settings }))
    }

    /// Stores writes, together with others that wait when their turn comes; answers for each.
    ///
    /// The work is a task of its own, so that nobody who goes away takes the others' transaction along.
    pub(super) async fn store(&self, entries: Vec<Entry>) -> Vec<Outcome> {
        let (answers, answered): (Vec<_>, Vec<_>) = entries.iter().map(|_| oneshot::channel()).unzip();
        let own = self.line().push(entries.into_iter().zip(answers));
        tokio::spawn(self.clone().serve(own));
        let mut outcomes = Vec::with_capacity(answered.len());
        for answer in answered {
            let stopping = |_| Err(unavailable("the service is shutting down"));
            outcomes.push(answer.await.unwrap_or_else(stopping));
        }
        outcomes
    }

    /// Serves those who wait until none of these is among them: somebody serves for each, so that none is left behind.
    async fn serve(self, own: Range<u64>) {
        while self.line().holds(&own) {
            if let Err(error) = self.serve_next(&own).await {
                self.line().take(&own).into_iter().for_each(|waiting| waiting.tell(Err(error.clone())));
            }
        }
    }

    /// Waits for a turn and stores whoever waits then, unless others have seen to one's own meanwhile.
    async fn serve_next(&self, own: &Range<u64>) -> Result<(), StoreError> {
        let Shared { turns, writer, settings, .. } = &*self.0;
        let busy = |_| unavailable("other requests are writing for too long");
        let _turn = timeout(settings.acquire_timeout, turns.acquire()).await.map_err(busy)?;
        if !self.line().holds(own) {
            return Ok(());
        }
        let mut connection = writer.acquire().await?;
        let waiting = self.line().next(D::TOGETHER);
        if waiting.is_empty() {
            return Ok(());
        }
        let (entries, answers): (Vec<_>, Vec<_>) = waiting.into_iter().map(Waiting::parts).unzip();
        let done = connection.bound().of(D::store(&mut connection, &entries)).await;
        let outcomes = connection.finish_all(done, entries.len(), D::shows_no_room).await;
        // Whoever is told has the write for itself again.
        drop(entries);
        for (answer, outcome) in answers.into_iter().zip(outcomes) {
            // Nobody may be waiting any more: then there is nobody to tell.
            let _ = answer.send(outcome);
        }
        Ok(())
    }

    /// How many writes wait.
    pub(super) fn len(&self) -> usize {
        self.line().waiting.len()
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.0.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line {
    /// Lets writes wait behind those who do; gives their numbers.
    fn push(&mut self, entries: impl Iterator<Item = (Entry, oneshot::Sender<Outcome>)>) -> Range<u64> {
        let first = self.next_number;
        for (entry, answer) in entries {
            self.waiting.push_back(Waiting { number: self.next_number, entry, answer });
            self.next_number += 1;
        }
        first..self.next_number
    }

    /// Where these stand in the line, those who are still there.
    fn places(&self, numbers: &Range<u64>) -> Range<usize> {
        let place = |number| self.waiting.partition_point(|waiting| waiting.number < number);
        place(numbers.start)..place(numbers.end)
    }

    /// Does any of these wait?
    fn holds(&self, numbers: &Range<u64>) -> bool {
        !self.places(numbers).is_empty()
    }

    /// Takes those of these out of the line who wait.
    fn take(&mut self, numbers: &Range<u64>) -> Vec<Waiting> {
        let places = self.places(numbers);
        self.waiting.drain(places).collect()
    }

    /// Takes the first out of the queue, at most this number. What nobody waits for any more is not stored.
    fn next(&mut self, most: usize) -> Vec<Waiting> {
        self.waiting.retain(|waiting| !waiting.answer.is_closed());
        let count = self.waiting.len().min(most);
        self.waiting.drain(..count).collect()
    }
}

impl Waiting {
    /// The write, and whom to answer.
    fn parts(self) -> (Entry, oneshot::Sender<Outcome>) {
        (self.entry, self.answer)
    }

    /// Nobody may be waiting any more: then there is nobody to tell.
    fn tell(self, outcome: Outcome) {
        let _ = self.answer.send(outcome);
    }
}
