//! The connection pool: opens, lends, takes back and checks connections.
//!
//! A connection that worked is lent again without a ping. One that timed out, or that does not answer a ping within a
//! second, is closed. No wait for a server is unbounded.

pub(super) mod connector;
pub(super) mod deadline;
pub(super) mod health;
pub(super) mod lists;
mod loan;
mod open_count;
#[cfg(test)]
mod tests;
mod time_limit;

use std::{
    fmt, io,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread::{self, ThreadId},
    time::{Duration, Instant},
};

use futures::future::join_all;
use parking_lot::{Mutex, MutexGuard};
use sqlx::{Connection, Database};
use tokio::{
    sync::Semaphore,
    time::{sleep, timeout},
};

use self::{
    connector::Connector,
    health::Health,
    open_count::{CountedConnection, OpenCount},
};
use crate::service::store::{PoolUsage, StoreError};

/// Connections that were idle for longer are pinged before use.
const PING_AFTER: Duration = Duration::from_secs(1);

/// Timeout of a ping.
const PING_TIMEOUT: Duration = Duration::from_secs(1);

/// Interval of looking for a connection while the server has no free place for a new one.
const FULL_INTERVAL: Duration = Duration::from_millis(50);

/// Timeout of closing a connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// How long closing the pool waits for connections in use.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);

/// Limits of a pool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Maximum number of connections.
    pub(super) connections: u32,
    /// Timeout for getting a connection.
    pub(super) acquire: Duration,
    /// Maximum time for which a connection may be borrowed, after which it is closed; `None`: unlimited.
    pub(super) loan: Option<Duration>,
    /// Maximum age of a connection; `None`: unlimited.
    pub(super) lifetime: Option<Duration>,
}

/// The connections of one kind to one database.
pub(super) struct Pool<D: Database> {
    connector: Arc<dyn Connector<D>>,
    limits: Limits,
    /// One permit for each connection that may be borrowed.
    permits: Arc<Semaphore>,
    idle: Mutex<IdleList<D>>,
    open: Arc<OpenCount>,
    /// Connections of an earlier generation are closed when they are returned.
    generation: AtomicU64,
    health: Arc<Health>,
}

struct IdleList<D: Database> {
    idle: Vec<Idle<D>>,
    closed: bool,
}

struct Idle<D: Database> {
    opened: Opened<D>,
    since: Instant,
}

/// An open connection.
struct Opened<D: Database> {
    connection: D::Connection,
    at: Instant,
    generation: u64,
    /// The thread that opened it and drives its I/O.
    by: ThreadId,
    _counted: CountedConnection,
}

impl<D: Database> fmt::Debug for Pool<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("connector", &self.connector).field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl<D: Database> Pool<D> {
    /// A pool that opens connections as needed.
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

    /// Checks that the database is where it was opened.
    pub(super) fn check_place(&self) -> Result<(), StoreError> {
        Ok(self.connector.check_place()?)
    }

    /// Adds an open connection.
    pub(super) fn adopt(&self, connection: D::Connection) {
        let opened = self.opened(connection, self.open.add(), self.generation.load(Relaxed));
        self.idle_list().idle.push(Idle { opened, since: Instant::now() });
    }

    /// An idle connection that is alive, or a new one. Where the server has no free place, waits for one that is
    /// returned.
    async fn idle_or_new(&self) -> sqlx::Result<Opened<D>> {
        let mut has_waited = false;
        loop {
            if let Some(opened) = self.next_idle().await {
                return Ok(opened);
            }
            match self.open().await {
                Err(error) if self.connector.is_full(&error) => {
                    if !std::mem::replace(&mut has_waited, true) {
                        tracing::warn!(%error, "the database has no free connection");
                    }
                    sleep(FULL_INTERVAL).await;
                }
                opened => return opened.map_err(unreachable),
            }
        }
    }

    async fn open(&self) -> sqlx::Result<Opened<D>> {
        let generation = self.generation.load(Relaxed);
        let counted = self.open.add();
        let connection = self.connector.connect().await?;
        Ok(self.opened(connection, counted, generation))
    }

    fn opened(&self, connection: D::Connection, counted: CountedConnection, generation: u64) -> Opened<D> {
        Opened { connection, at: Instant::now(), generation, by: thread::current().id(), _counted: counted }
    }

    /// The next idle connection that is alive.
    async fn next_idle(&self) -> Option<Opened<D>> {
        loop {
            let Idle { mut opened, since } = self.idle_list().pick()?;
            if self.is_outdated(&opened) {
                continue;
            }
            if since.elapsed() < PING_AFTER {
                return Some(opened);
            }
            match timeout(PING_TIMEOUT, self.connector.check(&mut opened.connection, self.health.state())).await {
                Ok(Ok(())) => return Some(opened),
                Ok(Err(_)) => {}
                // Connections that have been idle as long are suspect too.
                Err(_) => self.discard_idle(),
            }
        }
    }

    fn is_outdated(&self, opened: &Opened<D>) -> bool {
        let aged = self.limits.lifetime.is_some_and(|lifetime| opened.at.elapsed() > lifetime);
        aged || opened.generation != self.generation.load(Relaxed)
    }

    /// The last known health of the database.
    pub(super) fn health(&self) -> &Arc<Health> {
        &self.health
    }

    /// Has it been closed?
    pub(super) fn is_closed(&self) -> bool {
        self.idle_list().closed
    }

    /// Replaces all connections: idle ones are closed, and those in use when they are returned.
    pub(super) fn renew(&self) {
        self.generation.fetch_add(1, Relaxed);
        self.discard_idle();
    }

    fn discard_idle(&self) {
        let idle = std::mem::take(&mut self.idle_list().idle);
        drop(idle);
    }

    /// Takes back a connection that worked.
    async fn release(&self, opened: Opened<D>) {
        let surplus = {
            let mut list = self.idle_list();
            match list.closed || self.is_outdated(&opened) {
                true => Some(opened),
                false => {
                    list.idle.push(Idle { opened, since: Instant::now() });
                    None
                }
            }
        };
        if let Some(opened) = surplus {
            close(opened).await;
        }
    }

    /// Current use of the pool.
    pub(super) fn usage(&self, name: &'static str) -> PoolUsage {
        // The number of connections fits into a `u32`.
        let idle = u32::try_from(self.idle_list().idle.len()).unwrap_or(u32::MAX);
        PoolUsage { name, open: self.open.count.load(Relaxed), idle, limit: self.limits.connections }
    }

    /// Closes all connections, waiting for those in use up to a limit.
    pub(super) async fn close(&self) {
        self.permits.close();
        let idle = {
            let mut list = self.idle_list();
            list.closed = true;
            std::mem::take(&mut list.idle)
        };
        join_all(idle.into_iter().map(|idle| close(idle.opened))).await;
        if timeout(DRAIN_TIMEOUT, self.open.all_closed()).await.is_err() {
            tracing::warn!("database connections are still in use and are left to the operating system");
        }
    }

    fn idle_list(&self) -> MutexGuard<'_, IdleList<D>> {
        self.idle.lock()
    }
}

/// Errors in opening connections are temporary: the server, or the proxy in front of it, may come back.
fn unreachable(error: sqlx::Error) -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(io::ErrorKind::NotConnected, error))
}

/// Closes a connection cleanly, within a time limit.
async fn close<D: Database>(opened: Opened<D>) {
    let Opened { connection, _counted, .. } = opened;
    if !matches!(timeout(CLOSE_TIMEOUT, connection.close()).await, Ok(Ok(()))) {
        tracing::debug!("database connection dropped");
    }
}

impl<D: Database> IdleList<D> {
    /// The connection returned last, preferably one opened by this thread: the I/O of others wakes another thread for
    /// each response.
    fn pick(&mut self) -> Option<Idle<D>> {
        let own = thread::current().id();
        let place = self.idle.iter().rposition(|idle| idle.opened.by == own).or(self.idle.len().checked_sub(1))?;
        Some(self.idle.remove(place))
    }
}
