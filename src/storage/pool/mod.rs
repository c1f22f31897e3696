//! The connections to a database: sqlx's pool, with limits that it does not have.
//!
//! sqlx tests a connection that is returned without a time limit, and returns one whose statement was abandoned; it waits
//! for a server that is known to be down; and where a server has no free place it goes on connecting although others return
//! connections meanwhile. A connection that did not finish in time, or that is not tested within a second, is closed.

mod health;
mod kept;
mod lists;
#[cfg(test)]
mod tests;

use std::{
    io::{self, ErrorKind},
    ops::{Deref, DerefMut},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use sqlx::{Connection, pool::PoolOptions};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{sleep, timeout},
};

use self::{
    health::TimeLimit,
    kept::{Kept, Lent},
};
pub(super) use self::{
    health::{Health, State},
    lists::{Lists, LogPosition, Replica},
};
use super::{
    dialect::Dialect,
    entry::WriteOutcome,
    query::{Cells, Statement},
};
use crate::service::store::{OutageCause, PoolUsage, StoreError, StoreFailure};

/// Time limit for testing a connection.
pub(super) const TEST_TIMEOUT: Duration = Duration::from_secs(1);

/// Interval of looking for a connection that was returned, while none can be opened.
const RETURNED_INTERVAL: Duration = Duration::from_millis(50);

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
}

/// A file that is open.
#[derive(Clone, Debug)]
pub(super) struct OpenFile {
    path: PathBuf,
    /// Device and inode.
    id: (u64, u64),
}

impl OpenFile {
    /// The file at a path.
    pub(super) fn at(path: &Path) -> io::Result<OpenFile> {
        let file = std::fs::metadata(path)?;
        Ok(OpenFile { path: path.to_owned(), id: (file.dev(), file.ino()) })
    }

    /// Checks that it is still at its path.
    pub(super) fn check(&self) -> sqlx::Result<()> {
        match OpenFile::at(&self.path) {
            Ok(found) if found.id == self.id => Ok(()),
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            Ok(_) | Err(_) => Err(moved()),
        }
    }
}

fn moved() -> sqlx::Error {
    let why = "the database file was moved, replaced or deleted while it is open: put it back";
    sqlx::Error::Io(io::Error::new(ErrorKind::NotFound, why))
}

/// The connections of one kind to one database.
pub(super) struct Pool<D: Dialect> {
    connections: sqlx::Pool<D>,
    kept: Kept<D>,
    /// One for each connection: who has none waits for the next that is given back.
    places: Arc<Semaphore>,
    limits: Limits,
    health: Arc<Health>,
    /// The statement that begins a transaction for each loan, if connections keep no state between transactions.
    pub(super) begin: Option<String>,
    /// The file that was opened. Open connections go on reading it when it is moved.
    pub(super) file: Option<OpenFile>,
    /// Is it written to? What is written to a file that was moved would be lost.
    pub(super) writes: bool,
}

impl<D: Dialect> Pool<D> {
    /// A pool that opens connections to an address as needed.
    pub(super) fn new(
        options: PoolOptions<D>,
        address: <D::Connection as Connection>::Options,
        limits: Limits,
        health: Arc<Health>,
    ) -> Pool<D> {
        let options = options
            .max_connections(limits.connections)
            .acquire_timeout(limits.acquire)
            .idle_timeout(None)
            .test_before_acquire(false);
        Pool {
            connections: options.connect_lazy_with(address),
            kept: Kept::default(),
            places: Arc::new(Semaphore::new(limits.connections as usize)),
            limits,
            health,
            begin: None,
            file: None,
            writes: true,
        }
    }

    /// Borrows a connection.
    ///
    /// # Errors
    /// The database is down, or was not opened where it is now; there is no connection in time.
    pub(super) async fn acquire(self: &Arc<Self>) -> sqlx::Result<Loan<D>> {
        if self.health.state() == State::Down {
            return Err(unreachable("it was unreachable a moment ago"));
        }
        if self.writes || self.idle() == 0 {
            self.check_file()?;
        }
        let loan = self.health.limit(Some(self.limits.acquire)).run(self.next()).await;
        loan.unwrap_or(Err(sqlx::Error::PoolTimedOut)).inspect_err(|_| {
            self.health.request_check();
            // On SQLite another program's lock holds up the one connection that writes.
            if D::blocks_writes(OutageCause::Other) {
                self.health.note_write(true);
            }
        })
    }

    async fn next(self: &Arc<Self>) -> sqlx::Result<Loan<D>> {
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| sqlx::Error::PoolClosed)?;
        let lent = match self.kept.take(&self.health) {
            Some(lent) => lent,
            None => self.lent_by_sqlx().await?,
        };
        let mut loan = Loan { lent: Some(lent), pool: Arc::clone(self), _place: place };
        if let Some(begin) = &self.begin {
            D::run(&mut loan, begin.clone()).await?;
        }
        Ok(loan)
    }

    async fn lent_by_sqlx(&self) -> sqlx::Result<Lent<D>> {
        tokio::select! {
            biased;
            acquired = self.connections.acquire() => acquired.map(Lent::now).map_err(|error| {
                let is_ours = matches!(error, sqlx::Error::PoolClosed | sqlx::Error::PoolTimedOut);
                // The server, or the proxy in front of it, may come back.
                if is_ours { error } else { unreachable(error) }
            }),
            returned = self.returned() => Ok(returned),
        }
    }

    /// A connection that others return while none can be opened.
    async fn returned(&self) -> Lent<D> {
        loop {
            sleep(RETURNED_INTERVAL).await;
            if let Some(lent) = self.kept.take(&self.health) {
                return lent;
            }
            let Some(mut connection) = self.connections.try_acquire() else { continue };
            match timeout(TEST_TIMEOUT, connection.ping()).await {
                Ok(Ok(())) => return Lent::now(connection),
                Ok(Err(_)) | Err(_) => drop(connection.detach()),
            }
        }
    }

    /// Runs a statement; returns its rows.
    async fn rows(self: &Arc<Self>, statement: Statement<D>) -> Result<Vec<D::Row>, StoreError> {
        let mut connection = self.acquire().await?;
        let done = connection.time_limit().run(statement.rows(&mut connection)).await;
        connection.finish(done.map(|rows| rows.map_err(StoreError::from))).await
    }

    /// Runs a statement; returns what it reads from each row.
    pub(super) async fn read_all<T>(
        self: &Arc<Self>,
        statement: Statement<D>,
        read: impl Fn(&mut Cells<'_, D>) -> Result<T, StoreError> + Send,
    ) -> Result<Vec<T>, StoreError> {
        self.rows(statement).await?.iter().map(|row| read(&mut Cells::of(row))).collect()
    }

    /// Runs a statement; returns what it reads from its only row, if any.
    pub(super) async fn read_one<T>(
        self: &Arc<Self>,
        statement: Statement<D>,
        read: impl FnOnce(&mut Cells<'_, D>) -> Result<T, StoreError> + Send,
    ) -> Result<Option<T>, StoreError> {
        self.rows(statement).await?.first().map(|row| read(&mut Cells::of(row))).transpose()
    }

    /// Runs a statement; returns the number of affected rows.
    pub(super) async fn execute(self: &Arc<Self>, statement: Statement<D>) -> Result<u64, StoreError> {
        let mut connection = self.acquire().await?;
        let done = connection.time_limit().run(statement.execute(&mut connection)).await;
        connection.finish(done.map(|count| count.map_err(StoreError::from))).await
    }

    /// Checks that the file is where it was opened.
    pub(super) fn check_file(&self) -> sqlx::Result<()> {
        self.file.as_ref().map_or(Ok(()), OpenFile::check)
    }

    /// Records that work has failed, if other writes fail too for this reason.
    pub(super) fn note_failure(&self, error: &StoreError) {
        let blocks_writes = match error {
            StoreError::Unavailable(outage) => D::blocks_writes(outage.cause),
            StoreError::Broken(_) => false,
        };
        if blocks_writes {
            self.health.note_write(true);
        }
    }

    /// The last known health of the database.
    pub(super) fn health(&self) -> &Arc<Health> {
        &self.health
    }

    /// Has it been closed?
    pub(super) fn is_closed(&self) -> bool {
        self.connections.is_closed()
    }

    /// Current use of the pool.
    pub(super) fn usage(&self, name: &'static str) -> PoolUsage {
        // The number of connections fits into a `u32`.
        let idle = u32::try_from(self.idle()).unwrap_or(u32::MAX);
        PoolUsage { name, open: self.connections.size(), idle, limit: self.limits.connections }
    }

    fn idle(&self) -> usize {
        self.kept.len() + self.connections.num_idle()
    }

    /// Closes all connections, waiting for those in use up to a limit.
    pub(super) async fn close(&self) {
        let closed = self.connections.close();
        self.kept.release_all();
        if timeout(DRAIN_TIMEOUT, closed).await.is_err() {
            tracing::warn!("database connections are still in use and are left to the operating system");
        }
    }
}

/// The error of a database that cannot be reached, which is temporary.
fn unreachable(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(io::ErrorKind::NotConnected, why))
}

/// A borrowed connection. Unless its work is finished, it is closed when dropped, since a statement may be under way.
pub(crate) struct Loan<D: Dialect> {
    /// `None` once the loan has ended.
    lent: Option<Lent<D>>,
    pool: Arc<Pool<D>>,
    /// Given back after the connection.
    _place: OwnedSemaphorePermit,
}

impl<D: Dialect> Loan<D> {
    /// The time limit of work on the connection.
    pub(crate) fn time_limit(&self) -> TimeLimit {
        self.pool.health.limit(self.pool.limits.loan)
    }

    /// Commits, and returns the connection to the pool if the work finished in time. Work that was refused has written
    /// nothing, or has rolled it back.
    ///
    /// # Errors
    /// Those of the work; `Unavailable` if it did not finish or cannot be committed.
    pub(crate) async fn finish<T, E: StoreFailure>(self, done: Option<Result<T, E>>) -> Result<T, E> {
        let done = done.ok_or_else(|| StoreError::from(sqlx::Error::PoolTimedOut))?;
        match done.as_ref().err().and_then(StoreFailure::store_error) {
            // Nothing is wrong with the connection.
            None => self.commit_and_release().await?,
            Some(failure) => {
                self.pool.note_failure(failure);
                self.fail();
            }
        }
        done
    }

    /// Returns the connection after a batch of writes, each with its own result.
    pub(crate) async fn finish_all(self, done: Option<Vec<WriteOutcome>>, writes: usize) -> Vec<WriteOutcome> {
        let Some(outcomes) = done else {
            let late = StoreError::from(sqlx::Error::PoolTimedOut);
            return (0..writes).map(|_| Err(late.clone())).collect();
        };
        let unavailable = |outcome: &WriteOutcome| match outcome {
            Err(error @ StoreError::Unavailable(_)) => Some(error.clone()),
            Ok(_) | Err(StoreError::Broken(_)) => None,
        };
        let failure = outcomes.iter().find_map(unavailable);
        self.pool.health.note_write(false);
        outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).for_each(|error| self.pool.note_failure(error));
        let lost = match failure {
            // The others were stored in the same transaction, which ends with the connection.
            Some(error) => {
                let is_transaction = self.pool.begin.is_some();
                self.fail();
                is_transaction.then_some(error)
            }
            None => self.commit_and_release().await.err(),
        };
        match lost {
            Some(error) => outcomes.into_iter().map(|outcome| outcome.and(Err(error.clone()))).collect(),
            None => outcomes,
        }
    }

    /// Commits the loan's transaction, if it is one, and returns the connection. Postgres turns the commit of a failed
    /// transaction into a rollback without an error: the statement before it makes that case fail.
    async fn commit_and_release(mut self) -> Result<(), StoreError> {
        if self.pool.begin.is_some() {
            let limit = self.pool.limits.acquire;
            let committed = timeout(limit, D::run(&mut self, "select 1; commit".to_owned())).await;
            committed.unwrap_or(Err(sqlx::Error::PoolTimedOut))?;
        }
        self.release();
        Ok(())
    }

    /// Returns the connection after a failure. A transaction of the loan is in an unknown state, and ends with it.
    fn fail(mut self) {
        self.pool.health.request_check();
        if self.pool.begin.is_none()
            && let Some(lent) = self.lent.take()
        {
            lent.release();
        }
    }

    /// Returns the connection after work that ended well.
    fn release(mut self) {
        if let Some(lent) = self.lent.take() {
            self.pool.kept.put(lent, &self.pool.connections);
        }
    }
}

impl<D: Dialect> Drop for Loan<D> {
    fn drop(&mut self) {
        if let Some(lent) = self.lent.take() {
            drop(lent.connection.detach());
            self.pool.health.request_check();
        }
    }
}

impl<D: Dialect> Deref for Loan<D> {
    type Target = D::Connection;

    fn deref(&self) -> &D::Connection {
        &self.lent.as_ref().expect("the connection is taken only when the loan ends").connection
    }
}

impl<D: Dialect> DerefMut for Loan<D> {
    fn deref_mut(&mut self) -> &mut D::Connection {
        &mut self.lent.as_mut().expect("the connection is taken only when the loan ends").connection
    }
}
