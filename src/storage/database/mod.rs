//! Implements [`Store`] for a database.

mod borrow;
mod commitments;
mod days;
mod games;
mod keys;
mod maintenance;
mod notes;
mod profiles;
mod projection;
mod readings;
mod simulations;
mod tables;
mod writes;

use std::sync::Arc;

use async_trait::async_trait;

use super::{
    dialect::Dialect,
    error, idempotency,
    pool::{Lists, Pool, State},
    postgres::Notices,
    secrets,
    write_queue::Queue,
};
use crate::service::{
    IdempotencyKey, IdempotencyRecord,
    store::{ReplicaState, Store, StoreError, TableChange, Usage},
};

pub(super) use borrow::with_connection;

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
    /// Announces a change to all services on the database.
    fn announce(&self, change: TableChange) {
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
        match with_connection!(self.reader, secrets::find::<D>, name)? {
            Some(secret) => Ok(secret),
            None => with_connection!(self.writer, secrets::get_or_insert::<D>, name, fresh),
        }
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
        let mut pools = D::pools(&self.writer, &self.reader, &self.lists.connections);
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
