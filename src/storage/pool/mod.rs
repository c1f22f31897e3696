//! The connections to a database: opened, lent, given back, and closed when they are in doubt.
//!
//! A connection that did well is lent again without a word to the server. One that timed out, or that does not answer
//! a ping within a second, is closed and never lent again: nothing here waits for a server without a bound.

pub(super) mod connector;
pub(super) mod deadline;
pub(super) mod health;
pub(super) mod lists;

use std::{
    fmt, io,
    ops::{Deref, DerefMut},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, AtomicU64, Ordering::Relaxed},
    },
    thread::{self, ThreadId},
    time::{Duration, Instant},
};

use futures::future::join_all;
use sqlx::Connection;
use tokio::{
    runtime::Handle,
    sync::{Notify, OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use self::{
    connector::Connector,
    health::{Health, State},
};
use super::dialect::{Dialect, Outcome};
use crate::service::store::{PoolUsage, StoreError};

/// A connection that was idle for so long is asked whether it still lives.
const DOUBTFUL_AFTER: Duration = Duration::from_secs(1);

/// How long a connection may take to show that it lives.
const PING_TIMEOUT: Duration = Duration::from_secs(1);

/// How long closing a connection may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// How long closing all of them waits for those that are lent.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);

/// How many connections there may be, and how long they are waited for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The most connections at once.
    pub(super) connections: u32,
    /// How long a caller waits for a connection.
    pub(super) acquire: Duration,
    /// How long a caller may use one, after which it is closed; `None`: as long as it likes.
    pub(super) loan: Option<Duration>,
    /// How old a connection may become; `None`: as old as the service.
    pub(super) lifetime: Option<Duration>,
}

/// The connections of one kind to one database.
pub(super) struct Pool<D: Dialect> {
    connector: Arc<dyn Connector<D>>,
    limits: Limits,
    /// One permit for each connection that may be lent.
    permits: Arc<Semaphore>,
    idle: Mutex<IdleList<D>>,
    open: Arc<OpenCount>,
    /// Connections of an earlier generation are closed when they come back.
    generation: AtomicU64,
    health: Arc<Health>,
}

struct IdleList<D: Dialect> {
    idle: Vec<Idle<D>>,
    closed: bool,
}

struct Idle<D: Dialect> {
    opened: Opened<D>,
    since: Instant,
}

/// A connection that is open.
struct Opened<D: Dialect> {
    connection: D::Connection,
    at: Instant,
    generation: u64,
    /// The thread that opened it and waits for the server's answers.
    by: ThreadId,
    _counted: Counted,
}

/// How many connections are open.
#[derive(Debug, Default)]
struct OpenCount {
    count: AtomicU32,
    /// None is left. Whatever closed the last one, the future that it was lent to included, says so by its drop.
    all_closed: Notify,
}

impl OpenCount {
    fn add(self: &Arc<Self>) -> Counted {
        self.count.fetch_add(1, Relaxed);
        Counted(Arc::clone(self))
    }

    /// Waits until none is open.
    async fn all_closed(&self) {
        loop {
            let all_closed = self.all_closed.notified();
            if self.count.load(Relaxed) == 0 {
                return;
            }
            all_closed.await;
        }
    }
}

/// One of the open connections, as long as it lives.
#[derive(Debug)]
struct Counted(Arc<OpenCount>);

impl Drop for Counted {
    fn drop(&mut self) {
        if self.0.count.fetch_sub(1, Relaxed) == 1 {
            self.0.all_closed.notify_waiters();
        }
    }
}

/// A connection that is lent; unless it is given back it is looked into or closed.
pub(super) struct Loan<D: Dialect> {
    /// There until it is given up.
    opened: Option<Opened<D>>,
    pool: Arc<Pool<D>>,
    permit: Option<OwnedSemaphorePermit>,
}

impl<D: Dialect> fmt::Debug for Pool<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("connector", &self.connector).field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl<D: Dialect> Pool<D> {
    /// Connections opened by this connector as they are needed.
    pub(super) fn new(connector: Arc<dyn Connector<D>>, limits: Limits) -> Arc<Pool<D>> {
        Arc::new(Pool {
            connector,
            limits,
            permits: Arc::new(Semaphore::new(limits.connections as usize)),
            idle: Mutex::new(IdleList { idle: Vec::new(), closed: false }),
            open: Arc::default(),
            generation: AtomicU64::new(0),
            health: Arc::default(),
        })
    }

    /// Takes in a connection that is open already.
    pub(super) fn adopt(&self, connection: D::Connection) {
        let opened = self.opened(connection, self.open.add(), self.generation.load(Relaxed));
        self.idle_list().idle.push(Idle { opened, since: Instant::now() });
    }

    /// Lends a connection.
    pub(super) async fn acquire(self: &Arc<Self>) -> sqlx::Result<Loan<D>> {
        if self.health.state() == State::Down {
            return Err(down());
        }
        let bound = Bound { limit: Some(self.limits.acquire), health: Arc::clone(&self.health) };
        let lent = bound.of(self.next()).await.unwrap_or(Err(sqlx::Error::PoolTimedOut));
        lent.inspect_err(|_| self.health.doubt())
    }

    async fn next(self: &Arc<Self>) -> sqlx::Result<Loan<D>> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_| sqlx::Error::PoolClosed)?;
        let opened = match self.next_idle().await {
            Some(opened) => opened,
            None => self.open().await?,
        };
        let mut lent = Loan { opened: Some(opened), pool: Arc::clone(self), permit: Some(permit) };
        if self.connector.lends_transactions()
            && let Err(error) = self.connector.begin(&mut lent).await
        {
            lent.close();
            return Err(error);
        }
        Ok(lent)
    }

    async fn open(&self) -> sqlx::Result<Opened<D>> {
        let generation = self.generation.load(Relaxed);
        let counted = self.open.add();
        let connection = self.connector.connect().await.map_err(unreachable)?;
        Ok(self.opened(connection, counted, generation))
    }

    fn opened(&self, connection: D::Connection, counted: Counted, generation: u64) -> Opened<D> {
        Opened { connection, at: Instant::now(), generation, by: thread::current().id(), _counted: counted }
    }

    /// An idle connection that lives.
    async fn next_idle(&self) -> Option<Opened<D>> {
        loop {
            let Idle { mut opened, since } = self.idle_list().pick()?;
            if self.is_outdated(&opened) {
                continue;
            }
            if since.elapsed() < DOUBTFUL_AFTER {
                return Some(opened);
            }
            match timeout(PING_TIMEOUT, self.connector.check(&mut opened.connection, self.health.state())).await {
                Ok(Ok(())) => return Some(opened),
                Ok(Err(_)) => {}
                // What has been silent as long as this one is in doubt as well.
                Err(_) => self.discard_idle(),
            }
        }
    }

    fn is_outdated(&self, opened: &Opened<D>) -> bool {
        let aged = self.limits.lifetime.is_some_and(|lifetime| opened.at.elapsed() > lifetime);
        aged || opened.generation != self.generation.load(Relaxed)
    }

    /// What is known of the database.
    pub(super) fn health(&self) -> &Arc<Health> {
        &self.health
    }

    /// Has it been closed?
    pub(super) fn is_closed(&self) -> bool {
        self.idle_list().closed
    }

    /// Closes all idle connections, and those that are lent when they come back: new ones are opened at once.
    pub(super) fn renew(&self) {
        self.generation.fetch_add(1, Relaxed);
        self.discard_idle();
    }

    fn discard_idle(&self) {
        let idle = std::mem::take(&mut self.idle_list().idle);
        drop(idle);
    }

    /// Takes a connection back that did well.
    async fn release(&self, opened: Opened<D>) {
        let kept = {
            let mut list = self.idle_list();
            match list.closed || self.is_outdated(&opened) {
                true => Some(opened),
                false => {
                    list.idle.push(Idle { opened, since: Instant::now() });
                    None
                }
            }
        };
        if let Some(opened) = kept {
            close(opened).await;
        }
    }

    /// How they are used at this moment.
    pub(super) fn usage(&self, name: &'static str) -> PoolUsage {
        // There are never more idle connections than a `u32` counts.
        let idle = u32::try_from(self.idle_list().idle.len()).unwrap_or(u32::MAX);
        PoolUsage { name, open: self.open.count.load(Relaxed), idle, limit: self.limits.connections }
    }

    /// Closes all of them, those that are lent when they are given back; waits for these, but not for ever.
    pub(super) async fn close(&self) {
        self.permits.close();
        let idle = {
            let mut list = self.idle_list();
            list.closed = true;
            std::mem::take(&mut list.idle)
        };
        join_all(idle.into_iter().map(|idle| close(idle.opened))).await;
        if timeout(DRAIN_TIMEOUT, self.open.all_closed()).await.is_err() {
            tracing::warn!("connections to the database are still in use and are left to the system");
        }
    }

    fn idle_list(&self) -> MutexGuard<'_, IdleList<D>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn down() -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(io::ErrorKind::NotConnected, "it was found down a moment ago"))
}

/// Whatever keeps a connection from being opened may pass: the server, or what stands before it, comes back.
fn unreachable(error: sqlx::Error) -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(io::ErrorKind::NotConnected, error))
}

/// Closes a connection as the server likes it, if that does not take long.
async fn close<D: Dialect>(opened: Opened<D>) {
    let Opened { connection, _counted, .. } = opened;
    if !matches!(timeout(CLOSE_TIMEOUT, connection.close()).await, Ok(Ok(()))) {
        tracing::debug!("a connection to the database was dropped");
    }
}

impl<D: Dialect> IdleList<D> {
    /// The one given back last, of this thread if there is one: another thread would have to be woken for each answer.
    fn pick(&mut self) -> Option<Idle<D>> {
        let own = thread::current().id();
        let place = self.idle.iter().rposition(|idle| idle.opened.by == own).or(self.idle.len().checked_sub(1))?;
        Some(self.idle.remove(place))
    }
}

impl<D: Dialect> Loan<D> {
    /// How long what is done with it may take.
    pub(super) fn bound(&self) -> Bound {
        Bound { limit: self.pool.limits.loan, health: Arc::clone(&self.pool.health) }
    }

    /// Gives it back after what was done with it, when that came to an end in time; what it is part of is committed.
    ///
    /// # Errors
    /// Whatever was done came to; `Unavailable` when it did not come to an end, or cannot be committed.
    pub(super) async fn finish<T, E: From<StoreError>>(mut self, done: Option<Result<T, E>>) -> Result<T, E> {
        match done {
            None => {
                self.close();
                Err(StoreError::from(sqlx::Error::PoolTimedOut).into())
            }
            Some(Ok(value)) => {
                self.commit().await?;
                self.release().await;
                Ok(value)
            }
            Some(Err(error)) => {
                self.look_into();
                Err(error)
            }
        }
    }

    /// Gives it back after writes that were stored with it, each answered by itself.
    pub(super) async fn finish_all(mut self, done: Option<Vec<Outcome>>, writes: usize) -> Vec<Outcome> {
        let Some(outcomes) = done else {
            self.close();
            let late = StoreError::from(sqlx::Error::PoolTimedOut);
            return vec![(); writes].into_iter().map(|()| Err(late.clone())).collect();
        };
        let failed = outcomes.iter().any(|outcome| matches!(outcome, Err(StoreError::Unavailable(_))));
        self.pool.health.note_write(failed && outcomes.iter().any(D::shows_no_room));
        if failed {
            self.look_into();
        } else if let Err(error) = self.commit().await {
            return outcomes.into_iter().map(|outcome| outcome.and(Err(error.clone()))).collect();
        } else {
            self.release().await;
        }
        outcomes
    }

    /// Ends the transaction that the loan is, if it is one.
    async fn commit(&mut self) -> Result<(), StoreError> {
        if !self.pool.connector.lends_transactions() {
            return Ok(());
        }
        let pool = Arc::clone(&self.pool);
        let committed = timeout(pool.limits.acquire, pool.connector.commit(self)).await;
        let committed = committed.unwrap_or(Err(sqlx::Error::PoolTimedOut));
        if committed.is_err() {
            self.close();
        }
        Ok(committed?)
    }

    async fn release(&mut self) {
        if let Some(opened) = self.opened.take() {
            self.pool.release(opened).await;
        }
    }

    /// Closes it without a word: the server says nothing any more, or something else than is right.
    pub(super) fn close(&mut self) {
        self.pool.health.doubt();
        drop(self.opened.take());
    }

    /// Closes it when it does not answer; until that is known its place is taken.
    fn look_into(&mut self) {
        self.pool.health.doubt();
        // In a transaction nobody knows how far it came.
        if self.pool.connector.lends_transactions() {
            return self.close();
        }
        let (Some(mut opened), Ok(runtime)) = (self.opened.take(), Handle::try_current()) else { return };
        let (pool, permit) = (Arc::clone(&self.pool), self.permit.take());
        runtime.spawn(async move {
            let state = pool.health.state();
            let alive = timeout(PING_TIMEOUT, pool.connector.check(&mut opened.connection, state)).await;
            match alive {
                // A failing disk ends a transaction of SQLite behind the driver's back: the driver still counts it.
                Ok(Ok(())) if !opened.connection.is_in_transaction() => pool.release(opened).await,
                _ => drop(opened),
            }
            drop(permit);
        });
    }
}

impl<D: Dialect> Drop for Loan<D> {
    fn drop(&mut self) {
        if self.opened.is_some() {
            self.look_into();
        }
    }
}

/// How long something may take that is done with a connection.
#[derive(Debug)]
pub(super) struct Bound {
    limit: Option<Duration>,
    health: Arc<Health>,
}

impl Bound {
    /// What it comes to; `None` when that takes too long, or the database is found not to answer meanwhile.
    pub(super) async fn of<T>(self, done: impl Future<Output = T>) -> Option<T> {
        let Some(limit) = self.limit else { return Some(done.await) };
        tokio::select! {
            biased;
            done = timeout(limit, done) => done.ok(),
            () = self.health.goes_down() => None,
        }
    }
}

impl<D: Dialect> Deref for Loan<D> {
    type Target = D::Connection;

    fn deref(&self) -> &D::Connection {
        &self.opened.as_ref().expect("it is lent until it is given up").connection
    }
}

impl<D: Dialect> DerefMut for Loan<D> {
    fn deref_mut(&mut self) -> &mut D::Connection {
        &mut self.opened.as_mut().expect("it is lent until it is given up").connection
    }
}

#[cfg(test)]
mod tests {
    use sqlx::{ConnectOptions, Executor, Sqlite, SqliteConnection, sqlite::SqliteConnectOptions};
    use tempfile::TempDir;

    use super::*;

    #[derive(Debug)]
    struct File(SqliteConnectOptions);

    #[async_trait::async_trait]
    impl Connector<Sqlite> for File {
        async fn connect(&self) -> sqlx::Result<SqliteConnection> {
            self.0.connect().await
        }
    }

    async fn two() -> (TempDir, Arc<Pool<Sqlite>>) {
        let folder = TempDir::new().expect("a temporary folder");
        let options = SqliteConnectOptions::new().filename(folder.path().join("a.db")).create_if_missing(true);
        let limits = Limits { connections: 2, acquire: Duration::from_millis(50), loan: None, lifetime: None };
        (folder, Pool::new(Arc::new(File(options)), limits))
    }

    async fn run(mut lent: Loan<Sqlite>, sql: &'static str) -> Result<(), StoreError> {
        let done = lent.execute(sql).await.map(drop).map_err(StoreError::from);
        lent.finish(Some(done)).await
    }

    #[tokio::test]
    async fn what_did_well_is_lent_again() {
        let (_folder, pool) = two().await;
        run(pool.acquire().await.expect("one"), "create temporary table own (n)").await.expect("a table");
        run(pool.acquire().await.expect("the same"), "insert into own values (1)").await.expect("the table is there");
        assert_eq!((pool.usage("two").open, pool.usage("two").idle), (1, 1));
    }

    #[tokio::test]
    async fn what_failed_is_looked_into_before_it_is_lent_again() {
        let (_folder, pool) = two().await;
        run(pool.acquire().await.expect("one"), "create temporary table own (n)").await.expect("a table");
        run(pool.acquire().await.expect("it"), "select nothing").await.expect_err("there is no such column");
        assert_eq!(pool.usage("two").idle, 0);
        while pool.usage("two").idle == 0 {
            tokio::task::yield_now().await;
        }
        run(pool.acquire().await.expect("it"), "insert into own values (1)").await.expect("it is the same");
    }

    #[tokio::test]
    async fn what_did_not_come_to_an_end_is_closed() {
        let (_folder, pool) = two().await;
        let lent = pool.acquire().await.expect("one");
        let late: Result<(), StoreError> = lent.finish(None).await;
        assert!(matches!(late, Err(StoreError::Unavailable(_))), "{late:?}");
        assert_eq!(pool.usage("two").open, 0);
        let both = (pool.acquire().await.expect("a new one"), pool.acquire().await.expect("another"));
        drop(both);
    }

    #[tokio::test]
    async fn connections_of_an_earlier_generation_are_lent_no_more() {
        let (_folder, pool) = two().await;
        run(pool.acquire().await.expect("one"), "select 1").await.expect("it is idle then");
        let lent = pool.acquire().await.expect("the same");
        let other = pool.acquire().await.expect("another");
        run(other, "select 1").await.expect("it is idle then");
        pool.renew();
        assert_eq!((pool.usage("two").open, pool.usage("two").idle), (1, 0));
        run(lent, "select 1").await.expect("what is lent goes on");
        assert_eq!(pool.usage("two").open, 0);
    }

    #[tokio::test]
    async fn whoever_waits_too_long_gets_none() {
        let (_folder, pool) = two().await;
        let both = (pool.acquire().await.expect("one"), pool.acquire().await.expect("another"));
        assert!(matches!(pool.acquire().await, Err(sqlx::Error::PoolTimedOut)));
        drop(both);
        pool.acquire().await.expect("they are free again");
    }

    #[tokio::test]
    async fn closing_waits_for_what_is_lent() {
        let (_folder, pool) = two().await;
        run(pool.acquire().await.expect("one"), "select 1").await.expect("it is idle then");
        let lent = pool.acquire().await.expect("the same");
        let ((), done) = tokio::join!(pool.close(), async {
            tokio::task::yield_now().await;
            run(lent, "select 1").await
        });
        done.expect("what is lent goes on");
        assert_eq!(pool.usage("two").open, 0);
        assert!(matches!(pool.acquire().await, Err(sqlx::Error::PoolClosed)));
    }

    #[tokio::test]
    async fn closing_hears_of_a_task_that_ends_with_its_connection() {
        let (_folder, pool) = two().await;
        let mut lent = pool.acquire().await.expect("one");
        let opened = lent.opened.take();
        let task = tokio::spawn(async move {
            std::future::pending::<()>().await;
            drop(opened);
        });
        let closing = timeout(DRAIN_TIMEOUT / 2, pool.close());
        let (closed, ()) = tokio::join!(closing, async {
            tokio::task::yield_now().await;
            task.abort();
        });
        closed.expect("it does not wait for what is gone");
    }
}
