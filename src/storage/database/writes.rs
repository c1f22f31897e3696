//! Stores writes, alone or in the write queue, and explains their outcomes.

use std::sync::Arc;

use super::Database;
use crate::{
    service::{
        records::{GameId, GameRecord},
        store::{StoreError, Write, WriteError},
    },
    storage::{
        borrow::with_connection,
        dialect::Dialect,
        entry::WriteEntry,
        games,
        outcome::{WriteOutcome, Written},
    },
};

impl<D: Dialect> Database<D> {
    /// Stores writes, batching those that can share a transaction; returns an outcome for each.
    pub(super) async fn store(&self, entries: &[WriteEntry]) -> Vec<WriteOutcome> {
        let queued = entries.iter().filter(|entry| D::is_queued(entry)).cloned().collect::<Vec<_>>();
        let mut of_queued = if queued.is_empty() { Vec::new() } else { self.queue.store(queued).await }.into_iter();
        let mut outcomes = Vec::with_capacity(entries.len());
        for entry in entries {
            let outcome = if D::is_queued(entry) { of_queued.next() } else { self.store_alone(entry).await };
            outcomes.push(outcome.unwrap_or_else(|| Err(StoreError::Broken("a write has no outcome".to_owned()))));
        }
        outcomes
    }

    /// The owner's stored game with the same external id.
    pub(super) async fn with_same_external_id(&self, record: &GameRecord) -> Result<Option<GameId>, StoreError> {
        let Some(external_id) = &record.external_id else { return Ok(None) };
        with_connection!(self.reader, games::by_external_id::<D>, record.owner, external_id)
    }

    /// Stores one write.
    pub(super) async fn store_one(&self, entry: WriteEntry) -> WriteOutcome {
        let unanswered = || Err(StoreError::Broken("a write has no outcome".to_owned()));
        self.store(&[entry]).await.pop().unwrap_or_else(unanswered)
    }

    /// Stores a write that is not queued.
    async fn store_alone(&self, entry: &WriteEntry) -> Option<WriteOutcome> {
        match self.writer.acquire().await {
            Ok(mut connection) => {
                let done = connection.time_limit().run(D::store(&mut connection, std::slice::from_ref(entry))).await;
                connection.finish_all(done, 1).await.pop()
            }
            Err(error) => Some(Err(error.into())),
        }
    }

    /// Translates the outcome of a write. `Ok(Some(_))` is the database error if an id is in use and the row with it is
    /// not found.
    async fn translate(&self, write: &Write, outcome: WriteOutcome) -> Result<Option<StoreError>, WriteError> {
        match outcome? {
            Written::Stored => Ok(None),
            Written::CommitmentNotUsable => Err(WriteError::CommitmentNotUsable),
            Written::Repeated => Err(WriteError::Repeated),
            Written::VersionConflict => Err(StoreError::Broken("a game has no version".to_owned()).into()),
            Written::Taken(error) => match self.with_same_external_id(&write.game.record).await? {
                Some(first) => Err(WriteError::ExternalIdTaken(first)),
                None => Ok(Some(error)),
            },
        }
    }

    /// The result of a write, which is retried once after an unexplained conflict.
    pub(super) async fn resolve(&self, write: &Arc<Write>, outcome: WriteOutcome) -> Result<(), WriteError> {
        let Some(_) = self.translate(write, outcome).await? else { return Ok(()) };
        // The game with the same external id may have been deleted meanwhile.
        for outcome in self.store(&[WriteEntry::Game(Arc::clone(write))]).await {
            if let Some(error) = self.translate(write, outcome).await? {
                return Err(error.into());
            }
        }
        Ok(())
    }
}
