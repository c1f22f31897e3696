//! Implements [`Store`] for a database; each of its parts, such as `GameStore`, in the file of its noun.

use std::sync::Arc;

use async_trait::async_trait;

use super::{
    borrow::with_connection,
    dialect::Dialect,
    error::{self, damaged},
    idempotency,
    pool::{Lists, Pool, State},
    postgres::notices::Notices,
    query::Statement,
    write_queue::Queue,
};
use crate::service::{
    IdempotencyKey, IdempotencyRecord,
    store::{PoolUsage, ReplicaState, Store, StoreError, TableChange, Usage},
};

/// A database with its pools. The same pool may write and read.
pub(super) struct Database<D: Dialect> {
    pub(super) writer: Arc<Pool<D>>,
    pub(super) reader: Arc<Pool<D>>,
    pub(super) lists: Lists<D>,
    pub(super) queue: Queue<D>,
    /// Notifications between the services on the database; `None` on SQLite and for read replicas.
    pub(super) notices: Option<Notices>,
}

impl<D: Dialect> Database<D> {
    /// Current use of the pools.
    fn pools(&self) -> Vec<PoolUsage> {
        if Arc::ptr_eq(&self.writer, &self.reader) {
            return vec![self.writer.usage("shared")];
        }
        vec![self.writer.usage("writer"), self.reader.usage("reader"), self.lists.connections.usage("lists")]
    }

    /// The secret with this name that all services on the database share.
    async fn stored_secret(&self, name: &'static str) -> Result<Option<[u8; 32]>, StoreError> {
        let mut statement = Statement::new("select secret from secrets where name = ");
        statement.bind(name.to_owned());
        self.reader.read_one(statement, |cells| cells.bytes32("secret")).await
    }

    /// Announces a change to all services on the database.
    pub(super) fn announce(&self, change: TableChange) {
        if let Some(notices) = &self.notices {
            notices.announce(change);
        }
    }
}

#[async_trait]
impl<D: Dialect> Store for Database<D> {
    async fn ready(&self) -> Result<(), StoreError> {
        D::ready(&self.writer, &self.reader).await
    }

    async fn idempotency_record(&self, key: &IdempotencyKey) -> Result<Option<IdempotencyRecord>, StoreError> {
        with_connection!(self.reader, idempotency::find::<D>, key)
    }

    async fn secret(&self, name: &'static str, fresh: [u8; 32]) -> Result<[u8; 32], StoreError> {
        if let Some(secret) = self.stored_secret(name).await? {
            return Ok(secret);
        }
        let mut statement = Statement::new("insert into secrets (name, secret) values (");
        statement.item(name.to_owned()).item(fresh.to_vec()).push(") on conflict (name) do nothing");
        self.writer.execute(statement).await?;
        self.stored_secret(name).await?.ok_or_else(|| damaged("secret"))
    }

    async fn replica(&self) -> Option<ReplicaState> {
        D::replica_state(&self.lists).await
    }

    fn is_stale(&self) -> bool {
        let gone = match self.writer.health().state() {
            State::Down | State::ReadOnly => true,
            State::Unknown | State::Writable => false,
        };
        gone && self.lists.replica.as_ref().is_some_and(|replica| replica.progress.is_recent())
    }

    fn usage(&self) -> Usage {
        let [unavailable, broken] = error::counts();
        let mut pools = self.pools();
        pools.extend(self.lists.replica.as_ref().map(|replica| replica.connections.usage("copy")));
        let waiting_writes = self.queue.len();
        let writable = self.writer.health().takes_writes();
        Usage { pools, waiting_writes, writable, unavailable, broken }
    }

    /// The writer is closed last, since the last connection to an SQLite file checkpoints it.
    async fn close(&self) {
        if let Some(notices) = &self.notices {
            notices.close();
        }
        if let Some(replica) = &self.lists.replica {
            replica.connections.close().await;
        }
        self.lists.connections.close().await;
        self.reader.close().await;
        self.writer.close().await;
    }
}
