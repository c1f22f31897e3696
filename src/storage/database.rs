//! A database behind the trait [`Store`].

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sqlx::Pool;

use super::{
    commitments,
    dialect::{Dialect, Written},
    error, games, history, keys, marks, readings,
    statement::Statement,
};
use crate::service::{
    KeyRecord, Mark, Marked,
    records::{
        CommitmentId, CommitmentRecord, GameId, GameRecord, KeyId, OwnerId, ReadingId, ReadingRecord, StoredGame,
    },
    store::{GameFilter, ReadingFilter, Store, StoreError, Usage, Whose, Write, WriteError},
};

/// A database: the pool that writes, and the one that reads. They may be the same.
pub(super) struct Database<D: Dialect> {
    pub(super) writer: Pool<D>,
    pub(super) reader: Pool<D>,
    pub(super) queue: D::Queue,
}

impl<D: Dialect> Database<D> {
    /// The owner's game that has this write's external id already.
    async fn holder(&self, write: &Write) -> Result<Option<GameId>, StoreError> {
        let record = &write.game.record;
        let Some(external_id) = &record.external_id else { return Ok(None) };
        games::by_external_id::<D>(&mut *self.reader.acquire().await?, record.owner, external_id).await
    }

    /// Tries to store a write; tells what it met when nothing it can name has taken its ids.
    async fn try_write(&self, write: &Arc<Write>) -> Result<Option<StoreError>, WriteError> {
        match D::write(&self.writer, &self.queue, write).await? {
            Written::Stored => Ok(None),
            Written::CommitmentNotUsable => Err(WriteError::CommitmentNotUsable),
            Written::Repeated => Err(WriteError::Repeated),
            Written::Taken(error) => match self.holder(write).await? {
                Some(first) => Err(WriteError::ExternalIdTaken(first)),
                None => Ok(Some(error)),
            },
        }
    }
}

#[async_trait]
impl<D: Dialect> Store for Database<D> {
    async fn ready(&self) -> Result<(), StoreError> {
        let connection = &mut *self.reader.acquire().await?;
        Statement::<D>::new("select 1").rows(connection).await?;
        Ok(())
    }

    async fn write(&self, write: Write) -> Result<(), WriteError> {
        let write = Arc::new(write);
        let Some(_) = self.try_write(&write).await? else { return Ok(()) };
        // Who held the external id may have been deleted meanwhile.
        let Some(error) = self.try_write(&write).await? else { return Ok(()) };
        Err(error.into())
    }

    async fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        games::by_id::<D>(&mut *self.reader.acquire().await?, id).await
    }

    async fn games(
        &self,
        filter: &GameFilter,
        before: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<GameRecord>, StoreError> {
        history::games::<D>(&mut *self.reader.acquire().await?, filter, before, limit).await
    }

    async fn delete_game(&self, id: GameId, whose: Whose) -> Result<bool, StoreError> {
        let mut transaction = D::begin(&self.writer).await?;
        let deleted = games::delete::<D>(&mut transaction, id, whose).await?;
        transaction.commit().await?;
        Ok(deleted)
    }

    async fn reading(&self, id: ReadingId) -> Result<Option<ReadingRecord>, StoreError> {
        readings::by_id::<D>(&mut *self.reader.acquire().await?, id).await
    }

    async fn readings(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        before: Option<ReadingId>,
        limit: u32,
    ) -> Result<Vec<(ReadingRecord, StoredGame)>, StoreError> {
        readings::list::<D>(&mut *self.reader.acquire().await?, owner, filter, before, limit).await
    }

    async fn delete_reading(&self, id: ReadingId, whose: Whose) -> Result<bool, StoreError> {
        let mut transaction = D::begin(&self.writer).await?;
        let deleted = readings::delete::<D>(&mut transaction, id, whose).await?;
        transaction.commit().await?;
        Ok(deleted)
    }

    async fn add_commitment(&self, commitment: &CommitmentRecord, mark: Option<Mark>) -> Result<(), WriteError> {
        let mut transaction = D::begin(&self.writer).await.map_err(StoreError::from)?;
        if let Some(mark) = mark
            && !marks::add::<D>(&mut transaction, &mark, commitment.id.0).await.map_err(StoreError::from)?
        {
            return Err(WriteError::Repeated);
        }
        commitments::add::<D>(&mut transaction, commitment).await?;
        Ok(transaction.commit().await.map_err(StoreError::from)?)
    }

    async fn commitment(&self, id: CommitmentId) -> Result<Option<CommitmentRecord>, StoreError> {
        commitments::by_id::<D>(&mut *self.reader.acquire().await?, id).await
    }

    async fn marked(&self, mark: &Mark) -> Result<Option<Marked>, StoreError> {
        marks::find::<D>(&mut *self.reader.acquire().await?, mark).await
    }

    async fn forget_marks(&self, now: DateTime<Utc>) -> Result<u64, StoreError> {
        marks::forget::<D>(&mut *self.writer.acquire().await?, now).await
    }

    async fn add_key(&self, key: &KeyRecord) -> Result<(), StoreError> {
        keys::add::<D>(&mut *self.writer.acquire().await?, key).await
    }

    async fn key(&self, id: KeyId) -> Result<Option<KeyRecord>, StoreError> {
        keys::by_id::<D>(&mut *self.reader.acquire().await?, id).await
    }

    async fn keys(&self, before: Option<KeyId>, limit: u32) -> Result<Vec<KeyRecord>, StoreError> {
        keys::list::<D>(&mut *self.reader.acquire().await?, before, limit).await
    }

    async fn has_key(&self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        keys::any::<D>(&mut *self.reader.acquire().await?, now).await
    }

    async fn revoke_key(&self, id: KeyId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        keys::revoke::<D>(&mut *self.writer.acquire().await?, id, now).await
    }

    async fn key_used(&self, id: KeyId, at: DateTime<Utc>) -> Result<(), StoreError> {
        keys::used::<D>(&mut *self.writer.acquire().await?, id, at).await
    }

    fn usage(&self) -> Usage {
        let [unavailable, broken] = error::counts();
        let (pools, waiting_writes) = (D::pools(&self.writer, &self.reader), D::waiting(&self.queue));
        Usage { pools, waiting_writes, unavailable, broken }
    }

    /// The readers go first: who writes tidies up as it leaves.
    async fn close(&self) {
        self.reader.close().await;
        self.writer.close().await;
    }
}
