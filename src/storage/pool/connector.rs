//! Opens and checks the connections to a database.

use std::fmt::Debug;

use async_trait::async_trait;
use sqlx::{Connection, Database};

use super::health::State;
use crate::service::store::OutageCause;

/// Opens connections to a database.
#[async_trait]
pub(crate) trait Connector<D: Database>: Debug + Send + Sync {
    /// Opens a connection and verifies its properties.
    async fn connect(&self) -> sqlx::Result<D::Connection>;

    /// Checks an idle connection: is it alive, with the required properties? `_state` is the last known state of the
    /// database.
    async fn check(&self, connection: &mut D::Connection, _state: State) -> sqlx::Result<()> {
        connection.ping().await
    }

    /// Checks that the database is where it was opened, before a connection is lent.
    fn check_place(&self) -> sqlx::Result<()> {
        Ok(())
    }

    /// Is each loan a transaction, because connections keep no state between transactions?
    fn lends_transactions(&self) -> bool {
        false
    }

    /// Does an error of this cause mean that no write succeeds, as with a full disk?
    fn blocks_writes(&self, cause: OutageCause) -> bool {
        cause == OutageCause::DiskFull
    }

    /// Does an error in opening a connection mean that the server is alive and has no free place?
    fn is_full(&self, _error: &sqlx::Error) -> bool {
        false
    }

    /// Begins the transaction of a loan.
    async fn begin(&self, _connection: &mut D::Connection) -> sqlx::Result<()> {
        Ok(())
    }

    /// Commits the transaction of a loan.
    async fn commit(&self, _connection: &mut D::Connection) -> sqlx::Result<()> {
        Ok(())
    }
}
