//! The connections to a database: opened, lent, given back, and closed when they are in doubt.
//!
//! A connection that did well is lent again without a word to the server. One that timed out, or that does not answer
//! a ping within a second, is closed and never lent again: nothing here waits for a server without a bound.

mod bound;
pub(super) mod connector;
pub(super) mod deadline;
pub(super) mod health;
pub(super) mod lists;
mod loan;
mod open_count;
#[cfg(test)]
mod tests;

use std::{
    fmt, io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread::{self, ThreadId},
    time::{Duration, Instant},
};

use futures::future::join_all;
use sqlx::{Connection, Database};
use tokio::{sync::Semaphore, time::timeout};

use self::{
    connector::Connector,
    health::Health,
    open_count::{Counted, OpenCount},
};
use crate::service::store::PoolUsage;

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
pub(super) struct Pool<D: Database> {
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

struct IdleList<D: Database> {
    idle: Vec<Idle<D>>,
    closed: bool,
}

struct Idle<D: Database> {
    opened: Opened<D>,
    since: Instant,
}

/// A connection that is open.
struct Opened<D: Database> {
    connection: D::Connection,
    at: Instant,
    generation: u64,
    /// The thread that opened it and waits for the server's answers.
    by: ThreadId,
    _counted: Counted,
}

impl<D: Database> fmt::Debug for Pool<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("connector", &self.connector).field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl<D: Database> Pool<D> {
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
            tracing::warn!("database connections are still in use and are left to the operating system");
        }
    }

    fn idle_list(&self) -> MutexGuard<'_, IdleList<D>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whatever keeps a connection from being opened may pass: the server, or what stands before it, comes back.
fn unreachable(error: sqlx::Error) -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(io::ErrorKind::NotConnected, error))
}

/// Closes a connection as the server likes it, if that does not take long.
async fn close<D: Database>(opened: Opened<D>) {
    let Opened { connection, _counted, .. } = opened;
    if !matches!(timeout(CLOSE_TIMEOUT, connection.close()).await, Ok(Ok(()))) {
        tracing::debug!("database connection dropped");
    }
}

impl<D: Database> IdleList<D> {
    /// The one given back last, of this thread if there is one: another thread would have to be woken for each answer.
    fn pick(&mut self) -> Option<Idle<D>> {
        let own = thread::current().id();
        let place = self.idle.iter().rposition(|idle| idle.opened.by == own).or(self.idle.len().checked_sub(1))?;
        Some(self.idle.remove(place))
    }
}
