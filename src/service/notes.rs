//! Notes on readings, for the owner of the reading alone.

use chrono::TimeDelta;

use super::{
    AnyStored, Caller, Created, IdempotencyKey, Page, PageSize, ResourceKind, Service, ServiceError,
    records::{AnyReading, NoteFields, NoteId, NoteRecord, OwnerId, ReadingId},
};

/// Maximum number of notes of a reading.
pub const NOTES: u32 = 100;

/// After how long somebody is asked what came of a reading.
const ASKED_AFTER: TimeDelta = TimeDelta::days(30);

/// Number of readings that somebody is asked about at once, and number of those looked through for them.
const ASKED: (usize, u32) = (3, 12);

impl Service {
    /// Checks that a reading is the caller's own. Callers without a key own none.
    ///
    /// # Errors
    /// `NotFound` for a reading of others too; `Unavailable`, `Internal`.
    async fn check_own_reading(&self, caller: &Caller, id: ReadingId) -> Result<(), ServiceError> {
        let owner = self.store.reading(id).await?.map(|reading| match reading {
            AnyReading::Fortunes(reading) => reading.owner,
            AnyReading::Spread(reading) => reading.owner,
        });
        match caller.key.is_some() && owner == Some(caller.owner) {
            true => Ok(()),
            false => Err(ServiceError::NotFound(ResourceKind::Reading)),
        }
    }

    /// A page of the notes on the caller's own reading, newest first.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn notes(
        &self,
        caller: &Caller,
        reading: ReadingId,
        before: Option<NoteId>,
        size: PageSize,
    ) -> Result<Page<NoteRecord, NoteId>, ServiceError> {
        self.check_own_reading(caller, reading).await?;
        let items = self.store.notes(&[reading], before, size.with_lookahead()).await?;
        Ok(Page::of_one_more(items, size, |note| note.id))
    }

    /// Writes a note on the caller's own reading.
    ///
    /// # Errors
    /// `NotFound`, `TooManyNotes`, `IdempotencyInProgress`, `IdempotencyKeyReused`, `CreatedAndDeleted`, `Unavailable`,
    /// `Internal`.
    pub async fn add_note(
        &self,
        caller: &Caller,
        reading: ReadingId,
        fields: NoteFields,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Created<NoteRecord>, ServiceError> {
        self.check_own_reading(caller, reading).await?;
        let create = self.add_note_once(reading, fields, idempotency_key.clone());
        let find = async |id| self.store.note(NoteId(id)).await?.ok_or(ServiceError::NotFound(ResourceKind::Note));
        self.idempotent(idempotency_key.as_ref(), create, find).await
    }

    async fn add_note_once(
        &self,
        reading: ReadingId,
        fields: NoteFields,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<NoteRecord, ServiceError> {
        let now = self.clock.now();
        let note = NoteRecord {
            id: NoteId(self.shared.ids.at(now)),
            reading,
            created_at: now,
            changed_at: now,
            text: fields.text.unwrap_or_default(),
            mood: fields.mood.flatten(),
            people: fields.people.unwrap_or_default(),
            tags: fields.tags.unwrap_or_default(),
            came_of_it: fields.came_of_it.unwrap_or_default(),
        };
        match self.store.add_note(&note, NOTES, idempotency_key).await? {
            true => Ok(note),
            false => Err(ServiceError::TooManyNotes(NOTES)),
        }
    }

    /// Changes fields of a note on the caller's own reading.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn change_note(
        &self,
        caller: &Caller,
        reading: ReadingId,
        id: NoteId,
        fields: &NoteFields,
    ) -> Result<NoteRecord, ServiceError> {
        self.check_own_reading(caller, reading).await?;
        let changed = self.store.change_note(reading, id, fields, self.clock.now()).await?;
        changed.ok_or(ServiceError::NotFound(ResourceKind::Note))
    }

    /// Deletes a note on the caller's own reading.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn delete_note(&self, caller: &Caller, reading: ReadingId, id: NoteId) -> Result<(), ServiceError> {
        self.check_own_reading(caller, reading).await?;
        match self.store.delete_note(reading, id).await? {
            true => Ok(()),
            false => Err(ServiceError::NotFound(ResourceKind::Note)),
        }
    }

    /// The newest of an owner's readings of which it is time to ask what came of them. Nothing that needs care is asked
    /// about.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn readings_to_ask_about(&self, owner: OwnerId) -> Result<Vec<AnyStored>, ServiceError> {
        let (most, looked_through) = ASKED;
        let mut asked = Vec::new();
        for id in self.store.untold_readings(owner, self.clock.now() - ASKED_AFTER, looked_through).await? {
            let stored = match self.reading(id).await {
                Err(ServiceError::NotFound(_)) => continue,
                stored => stored?,
            };
            if stored.care().is_none() {
                asked.push(stored);
            }
            if asked.len() == most {
                break;
            }
        }
        Ok(asked)
    }
}
