//! A connection borrowed from the pool.

use std::{
    io,
    ops::{Deref, DerefMut},
    sync::Arc,
};

use sqlx::{Connection, Database};
use tokio::{runtime::Handle, sync::OwnedSemaphorePermit, time::timeout};

use super::{Opened, PING_TIMEOUT, Pool, health::State, time_limit::TimeLimit};
use crate::{
    service::store::{StoreError, StoreFailure},
    storage::outcome::WriteOutcome,
};

/// A borrowed connection. Unless it is returned, it is checked or closed when dropped.
pub(crate) struct Loan<D: Database> {
    /// `None` once the loan has ended.
    pub(super) opened: Option<Opened<D>>,
    pool: Arc<Pool<D>>,
    permit: Option<OwnedSemaphorePermit>,
}

impl<D: Database> Pool<D> {
    /// Borrows a connection.
    pub(crate) async fn acquire(self: &Arc<Self>) -> sqlx::Result<Loan<D>> {
        if self.health.state() == State::Down {
            return Err(down());
        }
        let time_limit = TimeLimit { limit: Some(self.limits.acquire), health: Arc::clone(&self.health) };
        let loan = time_limit.run(self.next()).await.unwrap_or(Err(sqlx::Error::PoolTimedOut));
        loan.inspect_err(|_| self.health.request_check())
    }

    async fn next(self: &Arc<Self>) -> sqlx::Result<Loan<D>> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_| sqlx::Error::PoolClosed)?;
        self.connector.check_place()?;
        let opened = self.idle_or_new().await?;
        let mut loan = Loan { opened: Some(opened), pool: Arc::clone(self), permit: Some(permit) };
        if self.connector.lends_transactions()
            && let Err(error) = self.connector.begin(&mut loan).await
        {
            loan.close();
            return Err(error);
        }
        Ok(loan)
    }
}

impl<D: Database> Loan<D> {
    /// The time limit of work on the connection.
    pub(crate) fn time_limit(&self) -> TimeLimit {
        TimeLimit { limit: self.pool.limits.loan, health: Arc::clone(&self.pool.health) }
    }

    /// Commits, and returns the connection to the pool if the work finished in time and the database did not fail. Work
    /// that was refused has written nothing, or has rolled it back.
    ///
    /// # Errors
    /// Those of the work; `Unavailable` if it did not finish or cannot be committed.
    pub(crate) async fn finish<T, E: StoreFailure>(mut self, done: Option<Result<T, E>>) -> Result<T, E> {
        match done {
            None => {
                self.close();
                Err(StoreError::from(sqlx::Error::PoolTimedOut).into())
            }
            Some(Ok(value)) => {
                self.commit_and_release().await?;
                Ok(value)
            }
            Some(Err(error)) => {
                match error.store_error() {
                    // Nothing is wrong with the connection.
                    None => self.commit_and_release().await?,
                    Some(failure) => {
                        if self.blocks_writes(failure) {
                            self.pool.health.note_write(true);
                        }
                        self.check();
                    }
                }
                Err(error)
            }
        }
    }

    /// Does this error mean that other writes fail too?
    fn blocks_writes(&self, error: &StoreError) -> bool {
        match error {
            StoreError::Unavailable(outage) => self.pool.connector.blocks_writes(outage.cause),
            StoreError::Broken(_) => false,
        }
    }

    /// Returns the connection after a batch of writes, each with its own result.
    pub(crate) async fn finish_all(mut self, done: Option<Vec<WriteOutcome>>, writes: usize) -> Vec<WriteOutcome> {
        let Some(outcomes) = done else {
            self.close();
            let late = StoreError::from(sqlx::Error::PoolTimedOut);
            return (0..writes).map(|_| Err(late.clone())).collect();
        };
        let unavailable = |outcome: &WriteOutcome| match outcome {
            Err(error @ StoreError::Unavailable(_)) => Some(error.clone()),
            Ok(_) | Err(StoreError::Broken(_)) => None,
        };
        let failure = outcomes.iter().find_map(unavailable);
        let failed = outcomes.iter().any(|outcome| matches!(outcome, Err(error) if self.blocks_writes(error)));
        self.pool.health.note_write(failed);
        let lost = match failure {
            // The others were stored in the same transaction, which ends with the connection.
            Some(error) => {
                self.check();
                self.pool.connector.lends_transactions().then_some(error)
            }
            None => self.commit_and_release().await.err(),
        };
        match lost {
            Some(error) => outcomes.into_iter().map(|outcome| outcome.and(Err(error.clone()))).collect(),
            None => outcomes,
        }
    }

    async fn commit_and_release(&mut self) -> Result<(), StoreError> {
        self.commit().await?;
        self.release().await;
        Ok(())
    }

    /// Commits the loan's transaction, if it is one.
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

    /// Drops the connection instead of closing it cleanly, because the server does not respond as expected.
    pub(crate) fn close(&mut self) {
        self.pool.health.request_check();
        drop(self.opened.take());
    }

    /// Pings the connection in the background, and closes it if it does not respond. The permit is held until
    /// then. Behind a transaction pooler it is closed at once.
    fn check(&mut self) {
        self.pool.health.request_check();
        // The state of a transaction is unknown.
        if self.pool.connector.lends_transactions() {
            return self.close();
        }
        let (Some(mut opened), Ok(runtime)) = (self.opened.take(), Handle::try_current()) else { return };
        let (pool, permit) = (Arc::clone(&self.pool), self.permit.take());
        runtime.spawn(async move {
            let state = pool.health.state();
            let alive = timeout(PING_TIMEOUT, pool.connector.check(&mut opened.connection, state)).await;
            match alive {
                // After a disk error SQLite ends a transaction on its own, and the driver still counts it.
                Ok(Ok(())) if !opened.connection.is_in_transaction() => pool.release(opened).await,
                _ => drop(opened),
            }
            drop(permit);
        });
    }
}

impl<D: Database> Drop for Loan<D> {
    fn drop(&mut self) {
        if self.opened.is_some() {
            self.check();
        }
    }
}

impl<D: Database> Deref for Loan<D> {
    type Target = D::Connection;

    fn deref(&self) -> &D::Connection {
        &self.opened.as_ref().expect("the connection is taken only when the loan ends").connection
    }
}

impl<D: Database> DerefMut for Loan<D> {
    fn deref_mut(&mut self) -> &mut D::Connection {
        &mut self.opened.as_mut().expect("the connection is taken only when the loan ends").connection
    }
}

fn down() -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(io::ErrorKind::NotConnected, "it was unreachable a moment ago"))
}
