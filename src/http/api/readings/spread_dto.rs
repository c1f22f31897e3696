//! Responses about stored readings of spreads.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    cards::Deck,
    http::{
        api::draws::dto::{DrawnFrom, SpreadKind},
        reply::response::time,
    },
    reading::{Care, QuestionKind, SpreadReading},
    service::{DeleteToken, Name, Question, StoredSpread},
};

/// A stored reading of a spread.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StoredSpread)]
pub struct SpreadResponse {
    /// Id, a version 7 UUID.
    pub id: Uuid,
    /// Kind of the reading.
    pub kind: SpreadKind,
    /// Time of storing.
    #[serde(serialize_with = "time")]
    pub created_at: DateTime<Utc>,
    /// The person who asks.
    #[schema(value_type = Option<Name>, required)]
    pub querent: Option<String>,
    /// The question; may be empty.
    #[schema(value_type = Question)]
    pub question: String,
    /// What the question is about.
    pub question_kind: QuestionKind,
    /// Why the question needs a person and not cards, as in `reading`; null in lists.
    #[schema(required)]
    pub care: Option<Care>,
    /// Deck whose card names are used.
    pub deck: Deck,
    /// Number of the texts that the reading was first told by. It is told by the texts of the release that answers.
    pub texts_version: u32,
    /// What the cards were drawn from: anyone can draw them again from it. Null for cards that were given.
    #[schema(required)]
    pub draw: Option<DrawnFrom>,
    /// The cards in their places.
    pub reading: SpreadReading,
    /// Token that deletes the reading, sent as `Authorization: Bearer delete_…`. Only in the 201 response to a caller
    /// without a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, nullable = false, pattern = "^delete_[0-9a-f]{64}$")]
    pub delete_token: Option<DeleteToken>,
    /// Links to related resources.
    pub links: SpreadLinks,
    /// Cursor that resumes after this reading; only in NDJSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, pattern = "^([0-9a-f]{16})?[0-9a-f]{48}$")]
    pub cursor: Option<String>,
}

/// Links of a reading of a spread.
#[derive(Debug, Serialize, ToSchema)]
pub struct SpreadLinks {
    /// The reading itself.
    #[serde(rename = "self")]
    #[schema(format = "uri-reference")]
    pub self_: String,
    /// The reading as a picture.
    #[schema(format = "uri-reference")]
    pub svg: String,
    /// The reading as a page.
    #[schema(format = "uri-reference")]
    pub html: String,
}

impl From<StoredSpread> for SpreadResponse {
    fn from(stored: StoredSpread) -> SpreadResponse {
        let StoredSpread { record, reading } = stored;
        let own = format!("/v1/readings/{}", record.id);
        SpreadResponse {
            id: record.id.0,
            kind: SpreadKind::Spread,
            created_at: record.created_at,
            querent: record.querent,
            question: record.question,
            question_kind: reading.question_kind,
            care: reading.care,
            deck: reading.deck,
            texts_version: record.texts_version,
            draw: record.drawing.as_ref().map(|drawing| DrawnFrom::new(drawing, record.choice.significator)),
            reading,
            delete_token: None,
            links: SpreadLinks { svg: format!("{own}.svg"), html: format!("{own}.html"), self_: own },
            cursor: None,
        }
    }
}
