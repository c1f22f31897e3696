//! Stored readings of spreads. A reading is rebuilt from its record; its cards are never drawn again.

use super::{
    Authority, Cancel, CardSource, Class, Created, DeletableId, DrawRequest, Drawn, FieldError, IdempotencyKey,
    ResourceKind, SeedText, Service, ServiceError,
    commitments::seed_conflicts,
    draws,
    records::{AnyReading, CommitmentId, DrawingRecord, Former, OwnerId, ReadingId, SpreadRecord},
    store::{SpreadWrite, WriteError},
};
use crate::reading::{Heading, KnownSpread, Spread, SpreadChoice, SpreadReading, TEXTS_VERSION};

/// The spread of a clarifier.
const CLARIFIER: &str = "one-card";

/// Maximum number of clarifiers and follow-ups that are shown beside a reading: more cards than a pack has.
const FOLLOWING: u32 = 100;

/// Why nothing goes on from a reading that needs care.
const UNANSWERED: &str = "The question of this reading needs a person and not cards, so no card is drawn to it.";

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
        let find = async |id| self.created_spread(ReadingId(id)).await;
        self.idempotent(idempotency_key.as_ref(), create, find).await
    }

    /// The reading of a spread that an earlier request has created.
    async fn created_spread(&self, id: ReadingId) -> Result<StoredSpread, ServiceError> {
        let wrong_kind = || ServiceError::Internal(format!("reading {id} is of another kind"));
        self.reading(id).await?.spread().ok_or_else(wrong_kind)
    }

    async fn store_draw_once(
        &self,
        owner: OwnerId,
        request: DrawRequest,
        commitment: Option<CommitmentId>,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<StoredSpread, ServiceError> {
        let former = match request.follows {
            Some(id) => Some(self.followed(id).await?),
            None => None,
        };
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
        let drawn = self.draw(request, committed)?;
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
            former,
        };
        self.store.write_spread(SpreadWrite { reading: record.clone(), now, idempotency_key }).await?;
        self.shared.counters.stored_reading();
        self.announce(record.owner);
        Ok(StoredSpread { record, reading })
    }

    /// The reading that a follow-up goes on from.
    async fn followed(&self, id: ReadingId) -> Result<Former, ServiceError> {
        let wrong = |why| ServiceError::Invalid(vec![FieldError::bad_value("/follows", why)]);
        match self.reading(id).await {
            Err(ServiceError::NotFound(_)) => Err(wrong("There is no such reading.")),
            Err(error) => Err(error),
            Ok(stored) if stored.care().is_some() => Err(wrong(UNANSWERED)),
            Ok(_) => Ok(Former { reading: id, place: None }),
        }
    }

    /// The clarifiers of a reading, and the follow-ups that this owner has asked, oldest first. The anonymous owner stands
    /// for many callers and has asked none.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn following(&self, former: ReadingId, owner: OwnerId) -> Result<Vec<StoredSpread>, ServiceError> {
        let records = self.store.following_readings(former, owner, FOLLOWING).await?;
        let rebuild = move |_: &Cancel| records.into_iter().map(StoredSpread::rebuild).collect();
        self.work.run(Class::Read, rebuild).await?
    }

    /// Draws the next card of a reading's shuffle, and stores it as a clarifier beside a place of that reading, for those
    /// who may delete it.
    ///
    /// # Errors
    /// `NotFound`, `Forbidden`, `NoSeed`, `Invalid`, and those of idempotency; `Unavailable`, `Internal`.
    pub async fn clarify(
        &self,
        authority: Authority,
        (reading, place): (ReadingId, &str),
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Created<StoredSpread>, ServiceError> {
        let AnyReading::Spread(of) = self.reading(reading).await? else { return Err(ServiceError::NoSeed) };
        let whose = self.deletable_owners(authority, DeletableId::of_spread(reading)).await?;
        if !whose.is_some_and(|whose| whose.includes(of.record.owner)) {
            return Err(ServiceError::Forbidden(ResourceKind::Reading));
        }
        let create = self.clarify_once(of, place, idempotency_key.clone());
        let find = async |id| self.created_spread(ReadingId(id)).await;
        self.idempotent(idempotency_key.as_ref(), create, find).await
    }

    async fn clarify_once(
        &self,
        StoredSpread { record: of, reading }: StoredSpread,
        place: &str,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<StoredSpread, ServiceError> {
        let drawing = of.drawing.as_ref().ok_or(ServiceError::NoSeed)?;
        if reading.care.is_some() {
            return Err(wrong_place(UNANSWERED.to_owned()));
        }
        if of.clarified_place().is_some() {
            return Err(wrong_place(
                "This is a clarifier: draw the next one beside a place of its reading.".to_owned(),
            ));
        }
        let places = of.choice.spread.places();
        let Some(place) = places.iter().find(|known| known.id == place) else {
            let known = places.iter().map(|known| format!("`{}`", known.id)).collect::<Vec<_>>().join(", ");
            return Err(wrong_place(format!("Expected the id of a place of the reading: {known}.")));
        };
        loop {
            let clarifier = self.next_clarifier(&of, drawing, &place.id).await?;
            let (reading, now) = (clarifier.clone(), clarifier.created_at);
            let write = SpreadWrite { reading, now, idempotency_key: idempotency_key.clone() };
            match self.store.write_spread(write).await {
                // Another one was drawn meanwhile, so the next one is another card.
                Err(WriteError::CardDrawn) => {}
                stored => {
                    stored?;
                    self.shared.counters.stored_reading();
                    self.announce(clarifier.owner);
                    return StoredSpread::rebuild(clarifier);
                }
            }
        }
    }

    /// The next card of a reading's shuffle, beside a place of it.
    async fn next_clarifier(
        &self,
        of: &SpreadRecord,
        drawing: &DrawingRecord,
        place: &str,
    ) -> Result<SpreadRecord, ServiceError> {
        let clarifiers = self.store.following_readings(of.id, OwnerId::ANONYMOUS, FOLLOWING).await?;
        let seen = clarifiers.iter().filter_map(|reading| Some(reading.drawing.as_ref()?.skip + 1)).max();
        let skip = seen.unwrap_or(drawing.skip + of.choice.spread.places().len() as u8);
        let drawing = DrawingRecord { skip, ..drawing.clone() };
        let Some(card) = drawing.cards(of.choice.significator).next() else {
            return Err(wrong_place("No card of the shuffle is left.".to_owned()));
        };
        let spread = KnownSpread::find(CLARIFIER, None).map_err(|why| ServiceError::Internal(why.to_string()))?;
        let now = self.clock.now();
        Ok(SpreadRecord {
            id: ReadingId(self.shared.ids.secret_at(now)),
            created_at: now,
            choice: SpreadChoice { spread: Spread::Known(spread), ..of.choice.clone() },
            texts_version: TEXTS_VERSION,
            cards: vec![card],
            drawing: Some(drawing),
            former: Some(Former { reading: of.id, place: Some(place.to_owned()) }),
            ..of.clone()
        })
    }
}

fn wrong_place(why: String) -> ServiceError {
    ServiceError::Invalid(vec![FieldError::bad_value("/place", why)])
}
