//! Writes that wait for one of the few writers: the one whose turn it is stores all that wait, in one transaction.
//!
//! A transaction costs a way to the disk, a further write in it nearly nothing. Nobody waits for others to come.
//!
//! A turn is handed on to somebody whose write waits, once for each transaction. When each write waited for a turn by
//! itself, all those whose writes had been stored with another's had to be woken, one after the other, before the next
//! transaction could begin.

mod line;

use std::{
    ops::Range,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread::ThreadId,
};

use tokio::{runtime::Handle, sync::oneshot, time::sleep};

use self::line::{Line, Waiting};
use super::{dialect::Dialect, entry::Entry, error::unavailable, outcome::Outcome, pool::Pool, settings::Settings};
use crate::service::store::StoreError;

/// The writes that wait, the first come first.
#[derive(Debug)]
pub(super) struct Queue<D: Dialect>(Arc<Shared<D>>);

#[derive(Debug)]
struct Shared<D: Dialect> {
    line: Mutex<Line<Entry>>,
    writer: Arc<Pool<D>>,
    settings: Settings,
}

/// The turn to store those who wait. Whoever drops it gives it back, and it is handed on if somebody waits.
#[derive(Debug)]
struct Turn<D: Dialect> {
    queue: Queue<D>,
    stage: Stage,
}

/// How far the work of a turn has come.
#[derive(Debug)]
enum Stage {
    /// It was given to a task that waits with this thread's, and has not run yet.
    Given(ThreadId),
    /// It waits for a connection.
    Begun,
    /// It stores this number of writes.
    Storing(usize),
}

impl<D: Dialect> Clone for Queue<D> {
    fn clone(&self) -> Queue<D> {
        Queue(Arc::clone(&self.0))
    }
}

impl<D: Dialect> Queue<D> {
    /// A queue before these connections.
    pub(super) fn new(writer: Arc<Pool<D>>, settings: &Settings) -> Queue<D> {
        Queue(Arc::new(Shared { line: Mutex::default(), writer, settings: settings.clone() }))
    }

    /// Stores writes, together with others that wait when their turn comes; answers for each.
    ///
    /// The work is a task of its own, so that nobody who goes away takes the others' transaction along.
    pub(super) async fn store(&self, entries: Vec<Entry>) -> Vec<Outcome> {
        let (answers, answered): (Vec<_>, Vec<_>) = entries.iter().map(|_| oneshot::channel()).unzip();
        let own = self.line().push(entries.into_iter().zip(answers), &Handle::current());
        self.hand_on();
        let (mut limit, mut may_wait) = (pin!(sleep(self.0.settings.acquire_timeout)), true);
        let mut outcomes = Vec::with_capacity(answered.len());
        for mut answer in answered {
            let outcome = tokio::select! {
                biased;
                outcome = &mut answer => outcome,
                () = &mut limit, if may_wait => {
                    may_wait = false;
                    self.refuse(&own, &unavailable("other requests are writing for too long"));
                    answer.await
                }
            };
            outcomes.push(outcome.unwrap_or_else(|_| Err(stopping())));
        }
        outcomes
    }

    /// Gives a turn to somebody who waits, if there is one to give.
    fn hand_on(&self) {
        let taken = self.line().take_turn(D::WRITERS);
        if let Some((thread, runtime)) = taken {
            let turn = Turn { queue: self.clone(), stage: Stage::Given(thread) };
            runtime.spawn(turn.serve());
        }
    }

    /// Removes those of these that still wait from the queue, with the reason as their answer.
    fn refuse(&self, numbers: &Range<u64>, why: &StoreError) {
        self.line().take(numbers).into_iter().for_each(|waiting| waiting.tell(Err(why.clone())));
    }

    /// How many writes wait.
    pub(super) fn len(&self) -> usize {
        self.line().len()
    }

    fn line(&self) -> MutexGuard<'_, Line<Entry>> {
        self.0.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<D: Dialect> Turn<D> {
    /// Stores whoever waits when a connection is there.
    async fn serve(mut self) {
        self.stage = Stage::Begun;
        let came = self.queue.line().numbers();
        let mut connection = match self.queue.0.writer.acquire().await {
            Ok(connection) => connection,
            Err(error) => return self.queue.refuse(&came, &error.into()),
        };
        let waiting = self.queue.line().begin(D::BATCH_LIMIT);
        self.stage = Stage::Storing(waiting.len());
        if waiting.is_empty() {
            return;
        }
        let (entries, answers): (Vec<_>, Vec<_>) = waiting.into_iter().map(Waiting::parts).unzip();
        let done = connection.bound().of(D::store(&mut connection, &entries)).await;
        let outcomes = connection.finish_all(done, entries.len(), D::shows_no_room).await;
        // Whoever receives the answer owns the write alone again.
        drop(entries);
        for (answer, outcome) in answers.into_iter().zip(outcomes) {
            // Nobody may be waiting any more: then there is nobody to tell.
            let _ = answer.send(outcome);
        }
    }
}

impl<D: Dialect> Drop for Turn<D> {
    fn drop(&mut self) {
        match self.stage {
            // Nothing runs there any more, so that nobody there can be given the next turn either.
            Stage::Given(thread) => {
                let left_behind = self.queue.line().take_of(thread);
                left_behind.into_iter().for_each(|waiting| waiting.tell(Err(stopping())));
                self.queue.line().give_back(None);
            }
            Stage::Begun => self.queue.line().give_back(None),
            Stage::Storing(count) => self.queue.line().give_back(Some(count)),
        }
        self.queue.hand_on();
    }
}

fn stopping() -> StoreError {
    unavailable("the service is shutting down")
}
