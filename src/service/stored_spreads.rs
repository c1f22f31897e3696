//! Stored readings of spreads. A reading is rebuilt from its record; its cards are never drawn again.

use super::{
    CardSource, Created, DrawRequest, Drawn, FieldError, IdempotencyKey, SeedText, Service, ServiceError,
    commitments::seed_conflicts,
    draws,
    records::{CommitmentId, OwnerId, ReadingId, SpreadRecord},
    store::SpreadWrite,
};
use crate::reading::{Heading, SpreadReading, TEXTS_VERSION};

/// A stored reading of a spread.
#[derive(Debug)]
pub struct StoredSpread {
    /// The stored record.
    pub record: SpreadRecord,
    /// The cards in their positions, with their texts.
    pub reading: SpreadReading,
}

impl StoredSpread {
    /// Its heading: the querent, the question and the date.
    pub fn heading(&self) -> Heading {
        Heading {
            querent: self.record.querent.clone(),
            question: Some(self.record.question.clone()),
            date: Some(self.record.created_at.format("%-d %B %Y").to_string()),
            ..Heading::default()
        }
    }

    /// Rebuilds the reading of a record, told by the texts of this release.
    ///
    /// # Errors
    /// `Internal` if the record is damaged.
    pub(super) fn rebuild(record: SpreadRecord) -> Result<StoredSpread, ServiceError> {
        let asked = (record.question.as_str(), record.querent.as_deref());
        let reading = draws::read(&record.choice, asked, &record.cards, record.drawing.as_ref());
        let reading = reading.map_err(|why| ServiceError::Internal(format!("reading {}: {why}", record.id)))?;
        Ok(StoredSpread { record, reading })
    }
}

/// The error of combining a commitment with given cards.
pub fn commitment_with_given() -> FieldError {
    let why = "Expected either `commitment` or `given`, not both: a commitment determines the cards.";
    FieldError::bad_value("/given", why)
}

/// Errors in combining a commitment with a draw from a seed.
pub fn commitment_with_drawn(seed: Option<&SeedText>, client_seed: &str) -> Vec<FieldError> {
    seed_conflicts(seed, client_seed, "cards")
}

impl DrawRequest {
    /// Errors in combining a commitment with the other fields of the request.
    fn faults_with_commitment(&self) -> Vec<FieldError> {
        match &self.cards {
            CardSource::Given(_) => vec![commitment_with_given()],
            CardSource::Drawn(drawing) => commitment_with_drawn(drawing.seed.as_ref(), drawing.client_seed.as_str()),
        }
    }
}

impl Service {
    /// Draws cards for a spread, reads them and stores the reading.
    ///
    /// # Errors
    /// `Invalid`, `CommitmentUsed`, `IdempotencyInProgress`, `IdempotencyKeyReused`, `CreatedAndDeleted`,
    /// `Unavailable`, `Internal`; then nothing is stored.
    pub async fn store_draw(
        &self,
        owner: OwnerId,
        request: DrawRequest,
        commitment: Option<CommitmentId>,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Created<StoredSpread>, ServiceError> {
        let create = self.store_draw_once(owner, request, commitment, idempotency_key.clone());
        let find = async |id| {
            let wrong_kind = || ServiceError::Internal(format!("reading {id} is of another kind"));
            self.reading(ReadingId(id)).await?.spread().ok_or_else(wrong_kind)
        };
        self.idempotent(idempotency_key.as_ref(), create, find).await
    }

    async fn store_draw_once(
        &self,
        owner: OwnerId,
        request: DrawRequest,
        commitment: Option<CommitmentId>,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<StoredSpread, ServiceError> {
        let committed = match commitment {
            None => None,
            Some(id) => {
                let errors = request.faults_with_commitment();
                if !errors.is_empty() {
                    return Err(ServiceError::Invalid(errors));
                }
                Some((id, self.committed_seed(id, owner).await?))
            }
        };
        let drawn = self.drawn(request, committed)?;
        let Drawn { request, cards, drawing, reading } = drawn;
        let now = self.clock.now();
        let record = SpreadRecord {
            id: ReadingId(self.shared.ids.secret_at(now)),
            owner,
            created_at: now,
            querent: request.querent.map(|name| name.into_string()),
            question: request.question.into_string(),
            choice: request.choice,
            texts_version: TEXTS_VERSION,
            cards,
            drawing,
        };
        self.store.write_spread(SpreadWrite { reading: record.clone(), now, idempotency_key }).await?;
        self.shared.counters.stored_reading();
        Ok(StoredSpread { record, reading })
    }
}
