//! Implements [`NoteStore`] for a database.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::{
    Database,
    borrow::{in_transaction, with_connection},
};
use crate::{
    service::{
        IdempotencyKey,
        records::{NoteFields, NoteId, NoteRecord, OwnerId, ReadingId},
        store::{NoteStore, StoreError, WriteError},
    },
    storage::{dialect::Dialect, notes},
};

#[async_trait]
impl<D: Dialect> NoteStore for Database<D> {
    async fn add_note(
        &self,
        note: &NoteRecord,
        most: u32,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<bool, WriteError> {
        in_transaction!(self.writer, notes::add::<D>, note, most, idempotency_key.as_ref())
    }

    async fn change_note(
        &self,
        reading: ReadingId,
        id: NoteId,
        fields: &NoteFields,
        now: DateTime<Utc>,
    ) -> Result<Option<NoteRecord>, StoreError> {
        in_transaction!(self.writer, notes::change::<D>, reading, id, fields, now)
    }

    async fn delete_note(&self, reading: ReadingId, id: NoteId) -> Result<bool, StoreError> {
        with_connection!(self.writer, notes::delete::<D>, reading, id)
    }

    async fn note(&self, id: NoteId) -> Result<Option<NoteRecord>, StoreError> {
        with_connection!(self.reader, notes::by_id::<D>, id)
    }

    async fn notes(
        &self,
        readings: &[ReadingId],
        before: Option<NoteId>,
        limit: u32,
    ) -> Result<Vec<NoteRecord>, StoreError> {
        with_connection!(self.reader, notes::list::<D>, readings, before, limit)
    }

    async fn untold_readings(
        &self,
        owner: OwnerId,
        before: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<ReadingId>, StoreError> {
        with_connection!(self.reader, notes::untold::<D>, owner, before, limit)
    }
}
