//! Looks up games by id. Lookups that arrive on a thread while a statement is running there share the next statement.
//!
//! A statement costs a round trip, a further id in it little. No lookup is delayed: either a statement is running, or
//! one begins at once. With 32 connections, a `GET` of a game that is not cached takes 0.84 of the service's processor
//! time before, and a third of that of Postgres (`docs/benchmarks.md`).

use std::{
    collections::HashMap,
    fmt,
    sync::Arc,
    thread::{self, ThreadId},
    time::{Duration, Instant},
};

use parking_lot::{Mutex, MutexGuard};
use tokio::{runtime::Handle, sync::oneshot};

use super::{dialect::Dialect, error::unavailable, games, pool::Pool};
use crate::service::{
    records::{GameId, StoredGame},
    store::StoreError,
};

/// Maximum number of ids in a statement.
const LIMIT: usize = 32;

/// Time after which a statement counts as slow, and the next one does not wait for it.
const SLOW: Duration = Duration::from_millis(5);

/// The result of a lookup.
type Found = Result<Option<StoredGame>, StoreError>;

/// A lookup that waits for the next statement.
type Lookup = (GameId, oneshot::Sender<Found>);

/// The lookups of all threads.
pub(super) struct Lookups<D: Dialect>(Arc<Shared<D>>);

struct Shared<D: Dialect> {
    reader: Arc<Pool<D>>,
    lanes: Mutex<HashMap<ThreadId, Lane>>,
}

/// The lookups of a thread.
#[derive(Debug, Default)]
struct Lane {
    waiting: Vec<Lookup>,
    /// Number of tasks that run statements.
    running: usize,
    /// When the latest statement began.
    begun: Option<Instant>,
}

impl<D: Dialect> fmt::Debug for Lookups<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lookups").finish_non_exhaustive()
    }
}

impl Lane {
    /// Should another task begin? None is running, or they are slow.
    fn may_begin(&self) -> bool {
        self.running == 0 || self.begun.is_none_or(|begun| begun.elapsed() > SLOW)
    }

    /// Counts a task that begins. It takes the waiting lookups once it has a connection.
    fn begin(&mut self) {
        self.running += 1;
        self.begun = Some(Instant::now());
    }

    /// Removes the oldest waiting lookups, as many as a statement may have. Those whose caller is gone are dropped.
    fn take(&mut self) -> Vec<Lookup> {
        self.waiting.retain(|(_, answer)| !answer.is_closed());
        let rest = self.waiting.split_off(self.waiting.len().min(LIMIT));
        std::mem::replace(&mut self.waiting, rest)
    }
}

impl<D: Dialect> Lookups<D> {
    /// Lookups on the connections of a pool.
    pub(super) fn new(reader: &Arc<Pool<D>>) -> Lookups<D> {
        Lookups(Arc::new(Shared { reader: Arc::clone(reader), lanes: Mutex::default() }))
    }

    /// The game with this id.
    ///
    /// Statements run in tasks of their own, so that a caller that disconnects does not cancel the lookups of others.
    pub(super) async fn game(&self, id: GameId) -> Found {
        let thread = thread::current().id();
        let (answer, answered) = oneshot::channel();
        let begins = {
            let mut lanes = self.0.lanes();
            let lane = lanes.entry(thread).or_default();
            lane.waiting.push((id, answer));
            let begins = lane.may_begin();
            if begins {
                lane.begin();
            }
            begins
        };
        if begins {
            Handle::current().spawn(Serving { shared: Arc::clone(&self.0), thread, ended: false }.serve());
        }
        answered.await.unwrap_or_else(|_| Err(unavailable("the service is shutting down")))
    }
}

impl<D: Dialect> Shared<D> {
    fn lanes(&self) -> MutexGuard<'_, HashMap<ThreadId, Lane>> {
        self.lanes.lock()
    }
}

/// A task that runs statements for a thread, one after the other.
struct Serving<D: Dialect> {
    shared: Arc<Shared<D>>,
    thread: ThreadId,
    /// Whether the lane no longer counts this task.
    ended: bool,
}

impl<D: Dialect> Serving<D> {
    /// Runs statements until no lookup is waiting.
    async fn serve(mut self) {
        while self.is_needed() {
            self.run_statement().await;
        }
    }

    /// Is a lookup waiting? If not, the task ends under the same lock, so that the next lookup starts another one.
    fn is_needed(&mut self) -> bool {
        let mut lanes = self.shared.lanes();
        let Some(lane) = lanes.get_mut(&self.thread) else { return false };
        if lane.waiting.is_empty() {
            lane.running -= 1;
            self.ended = true;
            return false;
        }
        lane.begun = Some(Instant::now());
        true
    }

    /// Removes waiting lookups, sorted by id.
    fn take(&self) -> Vec<Lookup> {
        let mut taken = self.shared.lanes().get_mut(&self.thread).map(Lane::take).unwrap_or_default();
        taken.sort_unstable_by_key(|(id, _)| id.0);
        taken
    }

    /// Runs a statement for the waiting lookups, once a connection is free.
    async fn run_statement(&self) {
        let mut connection = match self.shared.reader.acquire().await {
            Ok(connection) => connection,
            Err(error) => return reply_error(self.take(), &error.into()),
        };
        let waiting = self.take();
        if waiting.is_empty() {
            // Another task has taken the lookups meanwhile, or their callers are gone.
            let _: Result<(), StoreError> = connection.finish(Some(Ok(()))).await;
            return;
        }
        let mut ids: Vec<GameId> = waiting.iter().map(|(id, _)| *id).collect();
        ids.dedup();
        let done = connection.time_limit().run(games::by_ids::<D>(&mut connection, &ids)).await;
        match connection.finish(done).await {
            Ok(found) => reply(waiting, found),
            Err(error) => reply_error(waiting, &error),
        }
    }
}

impl<D: Dialect> Drop for Serving<D> {
    fn drop(&mut self) {
        if !self.ended
            && let Some(lane) = self.shared.lanes().get_mut(&self.thread)
        {
            lane.running -= 1;
        }
    }
}

/// Sends each lookup its result. Receivers of cancelled lookups are gone, which is not an error.
fn reply(waiting: Vec<Lookup>, mut found: HashMap<GameId, Result<StoredGame, StoreError>>) {
    let mut waiting = waiting.into_iter().peekable();
    while let Some((id, answer)) = waiting.next() {
        let again = waiting.peek().is_some_and(|(next, _)| *next == id);
        let game = if again { found.get(&id).cloned() } else { found.remove(&id) };
        let _ = answer.send(game.transpose());
    }
}

fn reply_error(waiting: Vec<Lookup>, why: &StoreError) {
    for (_, answer) in waiting {
        let _ = answer.send(Err(why.clone()));
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn lookups_whose_caller_is_gone_are_dropped() {
        let mut lane = Lane::default();
        let mut receivers = Vec::new();
        for number in 0..3 {
            let (sender, receiver) = oneshot::channel();
            lane.waiting.push((GameId(Uuid::from_u128(number)), sender));
            receivers.push(receiver);
        }
        drop(receivers.remove(1));
        let taken: Vec<u128> = lane.take().into_iter().map(|(id, _)| id.0.as_u128()).collect();
        assert_eq!(taken, [0, 2]);
        assert!(lane.waiting.is_empty());
    }
}
