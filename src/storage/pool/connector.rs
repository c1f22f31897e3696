//! What opens the connections to a database, and what holds for each loan of one.

use std::fmt::Debug;

use async_trait::async_trait;
use sqlx::{Connection, Database};

use super::health::State;

/// Opens connections to a database.
#[async_trait]
pub(crate) trait Connector<D: Database>: Debug + Send + Sync {
    /// Opens a connection that has all that is relied on.
    async fn connect(&self) -> sqlx::Result<D::Connection>;

    /// Is a connection alive that has been idle, and does it still have all that is relied on?
    /// The database was found in this state a moment ago.
    async fn check(&self, connection: &mut D::Connection, _state: State) -> sqlx::Result<()> {
        connection.ping().await
    }

    /// Is each loan a transaction, since a connection keeps nothing between transactions?
    fn lends_transactions(&self) -> bool {
        false
    }

    /// Begins the transaction that a loan is.
    async fn begin(&self, _connection: &mut D::Connection) -> sqlx::Result<()> {
        Ok(())
    }

    /// Commits the transaction that a loan is.
    async fn commit(&self, _connection: &mut D::Connection) -> sqlx::Result<()> {
        Ok(())
    }
}
