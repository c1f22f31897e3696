//! Games looked up by id: those requested meanwhile on the same thread are fetched by one statement.
//!
//! A statement costs the service and the database a way there and back, a further id in it little. Nobody waits for
//! others to come: a statement is under way, or one begins at once. With 32 connections, a `GET` of a game that is not
//! cached takes 0.84 of the service's processor time before, and a third of that of Postgres (`docs/benchmarks.md`).

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread::{self, ThreadId},
    time::{Duration, Instant},
};

use tokio::{runtime::Handle, sync::oneshot};

use super::{dialect::Dialect, error::unavailable, games, pool::Pool};
use crate::service::{
    records::{GameId, StoredGame},
    store::StoreError,
};

/// Maximum number of ids in a statement.
const LIMIT: usize = 32;

/// How long a statement may take until the next one begins beside it: then its connection may be slow.
const PATIENCE: Duration = Duration::from_millis(5);

/// The result of a lookup.
type Found = Result<Option<StoredGame>, StoreError>;

/// A lookup that waits for the next statement.
type Waiting = (GameId, oneshot::Sender<Found>);

/// The lookups of all threads.
pub(super) struct Lookups<D: Dialect>(Arc<Shared<D>>);

struct Shared<D: Dialect> {
    reader: Arc<Pool<D>>,
    lanes: Mutex<HashMap<ThreadId, Lane>>,
}

/// The lookups of a thread, which also drives the connections that it uses.
#[derive(Debug, Default)]
struct Lane {
    waiting: Vec<Waiting>,
    /// Number of statements under way.
    serving: usize,
    /// When the latest of them began.
    begun: Option<Instant>,
}

impl<D: Dialect> fmt::Debug for Lookups<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lookups").finish_non_exhaustive()
    }
}

impl Lane {
    /// Whether a statement should begin: none is under way, or they take long.
    fn may_begin(&self) -> bool {
        self.serving == 0 || self.begun.is_none_or(|begun| begun.elapsed() > PATIENCE)
    }

    /// A statement begins; it takes what waits when it has a connection.
    fn begin(&mut self) {
        self.serving += 1;
        self.begun = Some(Instant::now());
    }

    fn take(&mut self) -> Vec<Waiting> {
        let rest = self.waiting.split_off(self.waiting.len().min(LIMIT));
        std::mem::replace(&mut self.waiting, rest)
    }
}

impl<D: Dialect> Lookups<D> {
    /// Lookups by these connections.
    pub(super) fn new(reader: &Arc<Pool<D>>) -> Lookups<D> {
        Lookups(Arc::new(Shared { reader: Arc::clone(reader), lanes: Mutex::default() }))
    }

    /// The game of this id.
    ///
    /// The work is a task of its own, so that nobody who goes away takes the others' statement along.
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
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Statements under way for a thread, one after the other.
struct Serving<D: Dialect> {
    shared: Arc<Shared<D>>,
    thread: ThreadId,
    /// Whether it has found nobody waiting and is no longer counted.
    ended: bool,
}

impl<D: Dialect> Serving<D> {
    /// Answers those who wait until nobody does.
    async fn serve(mut self) {
        while self.is_needed() {
            self.answer().await;
        }
    }

    /// Whether somebody waits. Whoever comes after it has ended begins anew, so both are settled under one lock.
    fn is_needed(&mut self) -> bool {
        let mut lanes = self.shared.lanes();
        let Some(lane) = lanes.get_mut(&self.thread) else { return false };
        if lane.waiting.is_empty() {
            lane.serving -= 1;
            self.ended = true;
            return false;
        }
        lane.begun = Some(Instant::now());
        true
    }

    /// Those who wait now, in the order of their ids.
    fn take(&self) -> Vec<Waiting> {
        let mut taken = self.shared.lanes().get_mut(&self.thread).map(Lane::take).unwrap_or_default();
        taken.sort_unstable_by_key(|(id, _)| id.0);
        taken
    }

    /// Answers those who wait when a connection is there.
    async fn answer(&self) {
        let mut connection = match self.shared.reader.acquire().await {
            Ok(connection) => connection,
            Err(error) => return tell_all(self.take(), &error.into()),
        };
        let waiting = self.take();
        if waiting.is_empty() {
            // Those who waited were answered by another statement meanwhile.
            let _: Result<(), StoreError> = connection.finish(Some(Ok(()))).await;
            return;
        }
        let mut ids: Vec<GameId> = waiting.iter().map(|(id, _)| *id).collect();
        ids.dedup();
        let done = connection.bound().run(games::by_ids::<D>(&mut connection, &ids)).await;
        match connection.finish(done).await {
            Ok(found) => tell(waiting, found),
            Err(error) => tell_all(waiting, &error),
        }
    }
}

impl<D: Dialect> Drop for Serving<D> {
    fn drop(&mut self) {
        if !self.ended
            && let Some(lane) = self.shared.lanes().get_mut(&self.thread)
        {
            lane.serving -= 1;
        }
    }
}

/// Tells each who waits what was found. Nobody may be waiting any more: then there is nobody to tell.
fn tell(waiting: Vec<Waiting>, mut found: HashMap<GameId, Result<StoredGame, StoreError>>) {
    let mut waiting = waiting.into_iter().peekable();
    while let Some((id, answer)) = waiting.next() {
        let again = waiting.peek().is_some_and(|(next, _)| *next == id);
        let game = if again { found.get(&id).cloned() } else { found.remove(&id) };
        let _ = answer.send(game.transpose());
    }
}

fn tell_all(waiting: Vec<Waiting>, why: &StoreError) {
    for (_, answer) in waiting {
        let _ = answer.send(Err(why.clone()));
    }
}
