//! Implements [`TableStore`] for a database.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio::sync::broadcast;

use super::{Backend, Database};
use crate::{
    service::{
        IdempotencyKey,
        records::{GameId, TableId},
        store::{StoreError, TableChange, TableStore, TableWriteError, WriteError},
        tables::{Revision, StoredTable, TableChanges, TableFilter, TableRecord, TableWrite},
    },
    storage::{
        borrow::{in_transaction, with_connection, with_list_connection},
        entry::WriteEntry,
        outcome::Written,
        table_writes, tables,
    },
};

#[async_trait]
impl<D: Backend> TableStore for Database<D> {
    async fn add_table(
        &self,
        table: &TableRecord,
        changes: &TableChanges,
        idempotency_key: Option<IdempotencyKey>,
        now: DateTime<Utc>,
    ) -> Result<(), WriteError> {
        in_transaction!(self.writer, table_writes::add::<D>, table, changes, idempotency_key.as_ref(), now)
            .inspect(|()| self.announce(TableChange::One(table.id, table.version)))
    }

    async fn update_table(&self, write: &TableWrite) -> Result<(), TableWriteError> {
        let outcome = self.store_one(WriteEntry::Table(Arc::new(write.clone()))).await;
        match &outcome {
            Ok(Written::Stored) => self.announce(TableChange::One(write.table.id, write.table.version)),
            // It may have been stored nevertheless.
            Err(_) => self.announce(TableChange::Perhaps(write.table.id)),
            Ok(Written::VersionConflict | Written::Repeated | Written::CommitmentNotUsable | Written::Taken(_)) => {}
        }
        match outcome? {
            Written::Stored => Ok(()),
            Written::VersionConflict => Err(TableWriteError::VersionConflict),
            Written::Repeated => Err(TableWriteError::Repeated),
            Written::CommitmentNotUsable => Err(StoreError::Broken("a table uses what it took".to_owned()).into()),
            Written::Taken(error) => match &write.finished {
                Some(finished) if self.with_same_external_id(&finished.game.record).await?.is_some() => {
                    Err(TableWriteError::ExternalIdTaken)
                }
                Some(_) | None => Err(error.into()),
            },
        }
    }

    async fn table(&self, id: TableId, known: Option<Revision>) -> Result<Option<StoredTable>, StoreError> {
        with_connection!(self.reader, tables::by_id::<D>, id, known)
    }

    async fn table_of_game(&self, game: GameId) -> Result<Option<TableId>, StoreError> {
        with_connection!(self.reader, tables::of_game::<D>, game)
    }

    async fn table_revisions(&self, ids: &[TableId]) -> Result<Vec<(TableId, Revision)>, StoreError> {
        with_connection!(self.reader, tables::revisions::<D>, ids)
    }

    async fn tables(
        &self,
        filter: &TableFilter,
        before: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableRecord>, StoreError> {
        with_list_connection!(self.lists, tables::list::<D>, filter, before, limit)
    }

    async fn tables_to_wake(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<TableId>, StoreError> {
        with_connection!(self.reader, tables::to_wake::<D>, now, limit)
    }

    async fn next_wake(&self, after: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, StoreError> {
        with_connection!(self.reader, tables::next_wake::<D>, after)
    }

    async fn delete_table(&self, id: TableId, revision: Revision) -> Result<bool, StoreError> {
        let deleted = with_connection!(self.writer, table_writes::delete::<D>, id, revision)?;
        if deleted {
            self.announce(TableChange::Gone(id));
        }
        Ok(deleted)
    }

    fn table_changes(&self) -> Option<broadcast::Receiver<TableChange>> {
        self.notices.as_ref()?.subscribe()
    }
}
