//! A connection borrowed from the pool.

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use sqlx::pool::PoolConnection;
use tokio::time::timeout;

use super::{Pool, TEST_TIMEOUT, health::TimeLimit};
use crate::{
    service::store::{StoreError, StoreFailure},
    storage::{dialect::Dialect, entry::WriteOutcome},
};

/// A borrowed connection. Unless its work is finished, it is closed when dropped, since a statement may be under way.
pub(crate) struct Loan<D: Dialect> {
    /// `None` once the loan has ended.
    connection: Option<PoolConnection<D>>,
    pool: Arc<Pool<D>>,
}

impl<D: Dialect> Loan<D> {
    pub(super) fn new(connection: PoolConnection<D>, pool: Arc<Pool<D>>) -> Loan<D> {
        Loan { connection: Some(connection), pool }
    }

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
    fn fail(self) {
        self.pool.health.request_check();
        if self.pool.begin.is_none() {
            self.release();
        }
    }

    /// Returns the connection to the pool, which tests it, and closes it if it does not respond in time.
    fn release(mut self) {
        if let Some(mut connection) = self.connection.take() {
            let tested = connection.return_to_pool();
            tokio::spawn(async move { timeout(TEST_TIMEOUT, tested).await });
        }
    }
}

impl<D: Dialect> Drop for Loan<D> {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            drop(connection.detach());
            self.pool.health.request_check();
        }
    }
}

impl<D: Dialect> Deref for Loan<D> {
    type Target = D::Connection;

    fn deref(&self) -> &D::Connection {
        self.connection.as_ref().expect("the connection is taken only when the loan ends")
    }
}

impl<D: Dialect> DerefMut for Loan<D> {
    fn deref_mut(&mut self) -> &mut D::Connection {
        self.connection.as_mut().expect("the connection is taken only when the loan ends")
    }
}
