//! Readings, of games and of spreads, and the notes on them. Who may see a note is decided before.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::{OwnerFilter, StoreError, WriteError};
use crate::{
    reading::{Layout, Verdict},
    service::{
        page::{Page, Position},
        records::{
            AnyReading, GameId, IdempotencyKey, NoteFields, NoteId, NoteRecord, OwnerId, ReadingId, ReadingKind,
            ReadingRecord, SpreadRecord, StoredGame,
        },
    },
};

/// Filters on readings; by default, all of the owner's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadingFilter {
    /// Only readings of this kind.
    pub kind: Option<ReadingKind>,
    /// With a querent of this exact name.
    pub querent: Option<String>,
    /// Only readings of games with this verdict.
    pub verdict: Option<Verdict>,
    /// Only readings of games with this layout.
    pub layout: Option<Layout>,
    /// Only readings stored at this time or later.
    pub since: Option<DateTime<Utc>>,
    /// Only readings stored before this time.
    pub until: Option<DateTime<Utc>>,
}

/// An atomic write of a reading of a spread.
#[derive(Clone, Debug, PartialEq)]
pub struct SpreadWrite {
    /// The reading.
    pub reading: SpreadRecord,
    /// Time of the write; the commitment named in the record, if any, is used up as by the write of a game.
    pub now: DateTime<Utc>,
    /// Identifies a repetition of the same request.
    pub idempotency_key: Option<IdempotencyKey>,
}

/// A reading in a list: one of a game comes with its game.
pub type ListedReading = AnyReading<(ReadingRecord, StoredGame), SpreadRecord>;

/// The readings of a database.
#[async_trait]
pub trait ReadingStore: Send + Sync {
    /// Stores a reading of a spread.
    async fn write_spread(&self, write: SpreadWrite) -> Result<(), WriteError>;

    /// One reading, of any owner.
    async fn reading(&self, id: ReadingId) -> Result<Option<AnyReading<ReadingRecord, SpreadRecord>>, StoreError>;

    /// The owner's newest readings that match from this position on, as [`games`](super::GameStore::games).
    async fn readings(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        from: Option<Position>,
        limit: u32,
    ) -> Result<Page<ListedReading>, StoreError>;

    /// The owner's readings that match and were committed after this position, as
    /// [`games_after`](super::GameStore::games_after).
    async fn readings_after(
        &self,
        owner: OwnerId,
        filter: &ReadingFilter,
        after: Option<Position>,
        limit: u32,
    ) -> Result<Page<(ListedReading, Position)>, StoreError>;

    /// What was asked in readings of a game, by anybody.
    async fn questions_of_game(&self, game: GameId) -> Result<Vec<String>, StoreError>;

    /// The clarifiers of a reading, and the follow-ups that this owner has asked, oldest first.
    async fn following_readings(
        &self,
        former: ReadingId,
        owner: OwnerId,
        limit: u32,
    ) -> Result<Vec<SpreadRecord>, StoreError>;

    /// Deletes a reading; false if this owner has none with this id.
    async fn delete_reading(&self, id: ReadingId, owner: OwnerFilter) -> Result<bool, StoreError>;
}

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
