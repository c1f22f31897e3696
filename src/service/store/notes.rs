//! Notes on readings. Who may see them is decided before.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::WriteError;
use crate::service::{
    records::{IdempotencyKey, NoteFields, NoteId, NoteRecord, OwnerId, ReadingId},
    store_error::StoreError,
};

/// The notes of a database.
#[async_trait]
pub trait NoteStore: Send + Sync {
    /// Stores a new note; false if the reading is gone or has `most` notes.
    async fn add_note(
        &self,
        note: &NoteRecord,
        most: u32,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<bool, WriteError>;

    /// Changes these fields of a note at this time; `None` if the reading has no such note.
    async fn change_note(
        &self,
        reading: ReadingId,
        id: NoteId,
        fields: &NoteFields,
        now: DateTime<Utc>,
    ) -> Result<Option<NoteRecord>, StoreError>;

    /// Deletes a note; false if the reading has no such note.
    async fn delete_note(&self, reading: ReadingId, id: NoteId) -> Result<bool, StoreError>;

    /// One note, of any reading.
    async fn note(&self, id: NoteId) -> Result<Option<NoteRecord>, StoreError>;

    /// The newest notes of readings that are older than `before`, newest first.
    async fn notes(
        &self,
        readings: &[ReadingId],
        before: Option<NoteId>,
        limit: u32,
    ) -> Result<Vec<NoteRecord>, StoreError>;

    /// The owner's newest readings from before this time of which no note says what came of them.
    async fn untold_readings(
        &self,
        owner: OwnerId,
        before: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<ReadingId>, StoreError>;
}
