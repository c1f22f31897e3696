//! Connections at hand: a pool whose connections are lent again without a word to the server.
//!
//! The pool of sqlx sends a sign of life along each time a connection comes back to it, which is a second way to the
//! server and back for each statement. Whoever is done without an error lays the connection here instead; all others go
//! back to the pool, which looks into them.

use std::{
    ops::{Deref, DerefMut},
    sync::{Mutex, MutexGuard, PoisonError},
    thread::{self, ThreadId},
    time::{Duration, Instant},
};

use sqlx::{Connection, Pool, pool::PoolConnection};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::timeout,
};

use super::dialect::Dialect;
use crate::service::store::PoolUsage;

/// A connection that was idle for so long is asked whether it still lives.
const DOUBTFUL_AFTER: Duration = Duration::from_secs(1);

/// After so long a connection goes back to the pool, which closes those that are old.
const BACK_AFTER: Duration = Duration::from_secs(60);

/// A pool, and those of its connections that are at hand.
#[derive(Debug)]
pub(super) struct Connections<D: Dialect> {
    pool: Pool<D>,
    /// One for each connection that the pool may have: whoever has one finds a connection at hand or in the pool.
    places: Semaphore,
    at_hand: Mutex<AtHand<D>>,
    patience: Duration,
}

#[derive(Debug)]
struct AtHand<D: Dialect> {
    idle: Vec<Idle<D>>,
    closed: bool,
}

#[derive(Debug)]
struct Idle<D: Dialect> {
    taken: Taken<D>,
    since: Instant,
}

/// A connection taken out of the pool.
#[derive(Debug)]
struct Taken<D: Dialect> {
    connection: PoolConnection<D>,
    at: Instant,
    /// The thread that took it: mostly the one that opened it and waits for the server's answers.
    by: ThreadId,
}

/// A connection that is lent.
#[derive(Debug)]
pub(super) struct Lent<'a, D: Dialect> {
    /// There until it is given up.
    taken: Option<Taken<D>>,
    connections: &'a Connections<D>,
    _place: SemaphorePermit<'a>,
}

impl<D: Dialect> Connections<D> {
    /// The connections of a pool; whoever has to wait for one longer than `patience` gets none.
    pub(super) fn of(pool: Pool<D>, patience: Duration) -> Connections<D> {
        let places = Semaphore::new(pool.options().get_max_connections() as usize);
        Connections { pool, places, at_hand: Mutex::new(AtHand { idle: Vec::new(), closed: false }), patience }
    }

    /// Lends a connection.
    pub(super) async fn lend(&self) -> sqlx::Result<Lent<'_, D>> {
        timeout(self.patience, self.next()).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    /// The next connection to be had: a server that cannot be reached any more lets one wait for ever.
    async fn next(&self) -> sqlx::Result<Lent<'_, D>> {
        let place = self.places.acquire().await.map_err(|_| sqlx::Error::PoolClosed)?;
        let taken = match self.living().await {
            Some(taken) => taken,
            None => Taken { connection: self.pool.acquire().await?, at: Instant::now(), by: thread::current().id() },
        };
        Ok(Lent { taken: Some(taken), connections: self, _place: place })
    }

    /// A connection at hand that lives; those that do not are dropped.
    async fn living(&self) -> Option<Taken<D>> {
        loop {
            let Idle { mut taken, since } = self.at_hand().pick()?;
            if since.elapsed() < DOUBTFUL_AFTER || taken.connection.ping().await.is_ok() {
                return Some(taken);
            }
        }
    }

    fn lay_down(&self, taken: Taken<D>) {
        let mut at_hand = self.at_hand();
        if !at_hand.closed && taken.at.elapsed() < BACK_AFTER {
            at_hand.idle.push(Idle { taken, since: Instant::now() });
        }
    }

    /// How they are used at this moment.
    pub(super) fn usage(&self, name: &'static str) -> PoolUsage {
        let idle = self.pool.num_idle() + self.at_hand().idle.len();
        // A pool has at most as many connections as a `u32` can count.
        let idle = u32::try_from(idle).unwrap_or(u32::MAX);
        PoolUsage { name, open: self.pool.size(), idle, limit: self.pool.options().get_max_connections() }
    }

    /// Closes all of them, those that are lent when they are given back.
    pub(super) async fn close(&self) {
        let idle = {
            let mut at_hand = self.at_hand();
            at_hand.closed = true;
            std::mem::take(&mut at_hand.idle)
        };
        drop(idle);
        self.pool.close().await;
    }

    fn at_hand(&self) -> MutexGuard<'_, AtHand<D>> {
        self.at_hand.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<D: Dialect> AtHand<D> {
    /// The one laid down last, of this thread if there is one: another thread would have to be woken for each answer.
    fn pick(&mut self) -> Option<Idle<D>> {
        let own = thread::current().id();
        let place = self.idle.iter().rposition(|idle| idle.taken.by == own).or(self.idle.len().checked_sub(1))?;
        Some(self.idle.remove(place))
    }
}

impl<D: Dialect> Lent<'_, D> {
    /// Gives it back after what was done with it: unless that has failed, it is at hand for the next.
    pub(super) fn after<T, E>(self, result: Result<T, E>) -> Result<T, E> {
        let [result] = self.after_all([result]);
        result
    }

    /// Gives it back after all that was done with it.
    pub(super) fn after_all<R: AsRef<[Result<T, E>]>, T, E>(mut self, results: R) -> R {
        if let (true, Some(taken)) = (results.as_ref().iter().all(Result::is_ok), self.taken.take()) {
            self.connections.lay_down(taken);
        }
        results
    }

    /// Cuts it off: the server says nothing any more.
    pub(super) fn cut_off(mut self) {
        if let Some(taken) = self.taken.take() {
            drop(taken.connection.detach());
        }
    }
}

impl<D: Dialect> Deref for Lent<'_, D> {
    type Target = D::Connection;

    fn deref(&self) -> &D::Connection {
        &self.taken.as_ref().expect("it is lent until it is given up").connection
    }
}

impl<D: Dialect> DerefMut for Lent<'_, D> {
    fn deref_mut(&mut self) -> &mut D::Connection {
        &mut self.taken.as_mut().expect("it is lent until it is given up").connection
    }
}

#[cfg(test)]
mod tests {
    use sqlx::{Executor, Sqlite, sqlite::SqlitePoolOptions};
    use tempfile::TempDir;

    use super::*;

    async fn two() -> (TempDir, Connections<Sqlite>) {
        let folder = TempDir::new().expect("a temporary folder");
        let url = format!("sqlite://{}?mode=rwc", folder.path().join("a.db").display());
        let pool = SqlitePoolOptions::new().max_connections(2).connect_lazy(&url).expect("a well-formed address");
        (folder, Connections::of(pool, Duration::from_millis(50)))
    }

    async fn run(lent: Lent<'_, Sqlite>, sql: &'static str) -> sqlx::Result<()> {
        let mut lent = lent;
        let done = lent.execute(sql).await.map(|_| ());
        lent.after(done)
    }

    #[tokio::test]
    async fn what_did_well_is_lent_again() {
        let (_folder, connections) = two().await;
        run(connections.lend().await.expect("one"), "create temporary table own (n)").await.expect("a table");
        run(connections.lend().await.expect("the same"), "insert into own values (1)")
            .await
            .expect("the table is there");
        assert_eq!((connections.usage("two").open, connections.usage("two").idle), (1, 1));
    }

    #[tokio::test]
    async fn what_failed_goes_back_to_the_pool() {
        let (_folder, connections) = two().await;
        run(connections.lend().await.expect("one"), "select nothing").await.expect_err("there is no such column");
        assert!(connections.at_hand().idle.is_empty());
        run(connections.lend().await.expect("one"), "select 1").await.expect("it goes on");
    }

    #[tokio::test]
    async fn whoever_waits_too_long_gets_none() {
        let (_folder, connections) = two().await;
        let both = (connections.lend().await.expect("one"), connections.lend().await.expect("another"));
        assert!(matches!(connections.lend().await, Err(sqlx::Error::PoolTimedOut)));
        drop(both);
        connections.lend().await.expect("they are free again");
    }

    #[tokio::test]
    async fn closing_waits_for_what_is_lent() {
        let (_folder, connections) = two().await;
        run(connections.lend().await.expect("one"), "select 1").await.expect("it is at hand then");
        let lent = connections.lend().await.expect("the same");
        let ((), done) = tokio::join!(connections.close(), async {
            tokio::task::yield_now().await;
            run(lent, "select 1").await
        });
        done.expect("what is lent goes on");
        assert_eq!(connections.usage("two").open, 0);
        assert!(matches!(connections.lend().await, Err(sqlx::Error::PoolClosed)));
    }
}
