//! Responses about readings.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    cards::Deck,
    games::{Player, fortunes::HighLow},
    http::{
        api::{
            draws::dto::{DrawnFrom, SpreadType},
            games::dto::GameResponse,
        },
        site::urls,
    },
    reading::{Care, QuestionKind, Reading, SpreadReading, Verdict},
    service::{
        AnyStored, DeleteToken, GameReadings, Name, Question, StoredReading, StoredSpread,
        records::{AnyReading, NoteRecord, ReadingId},
    },
};

/// A stored reading, of either kind.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = AnyStoredReading)]
pub enum AnyResponse {
    /// Of a deal of Fortunes.
    Fortunes(Box<ReadingResponse>),
    /// Of cards drawn for a spread.
    Spread(Box<SpreadResponse>),
}

/// A stored reading of a deal of Fortunes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StoredReading)]
pub struct ReadingResponse {
    /// Id, a version 7 UUID.
    pub id: Uuid,
    /// Type of the reading.
    #[serde(rename = "type")]
    pub kind: FortunesType,
    /// Time of storing.
    pub created_at: DateTime<Utc>,
    /// The querent.
    #[schema(value_type = Name)]
    pub querent: String,
    /// The question; may be empty.
    #[schema(value_type = Question)]
    pub question: String,
    /// What the question is about.
    pub question_kind: QuestionKind,
    /// Why the question needs a person and not cards, as in `reading`; null in lists.
    #[schema(required)]
    pub care: Option<Care>,
    /// Whose names the cards have.
    pub deck: Deck,
    /// Number of the texts that the reading was first told by. It is told by the texts of the release that answers.
    pub texts_version: u32,
    /// The game, without detail.
    pub game: GameResponse,
    /// The cards, laid out.
    pub reading: Reading,
    /// Token that deletes the reading, or its game with it, sent as `Authorization: Bearer delete_…`. Only in the 201
    /// response to a caller without a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, nullable = false, pattern = "^delete_[0-9a-f]{64}$")]
    pub delete_token: Option<DeleteToken>,
    /// Links to related resources.
    pub links: ReadingLinks,
    /// Cursor that resumes after this reading; only in NDJSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, pattern = "^([0-9a-f]{16})?[0-9a-f]{48}$")]
    pub cursor: Option<String>,
    /// Notes, newest first; only in NDJSON, and only if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, max_items = 100)]
    pub notes: Vec<NoteRecord>,
}

/// Type of a reading of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FortunesType {
    /// The tricks of a deal of Fortunes.
    Fortunes,
}

/// Links of a reading.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadingLinks {
    /// The reading itself.
    #[serde(rename = "self")]
    #[schema(format = "uri-reference")]
    pub self_: String,
    /// Its game; null for cards that were drawn for a spread.
    #[schema(required, format = "uri-reference")]
    pub game: Option<String>,
    /// The reading on the site.
    #[schema(format = "uri-reference")]
    pub page: String,
    /// The reading as a picture.
    #[schema(format = "uri-reference")]
    pub svg: String,
    /// The same as a PNG.
    #[schema(format = "uri-reference")]
    pub png: String,
    /// The reading as a page that stands alone.
    #[schema(format = "uri-reference")]
    pub html: String,
    /// The reading as plain text.
    #[schema(format = "uri-reference")]
    pub txt: String,
}

/// A page of readings, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadingList {
    /// The readings.
    #[schema(max_items = 100)]
    pub items: Vec<AnyResponse>,
    /// Requests the next page; null on the last.
    pub next_cursor: Option<String>,
}

/// The readings of one deal.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GameReadings)]
pub struct GameReadingsResponse {
    /// The game.
    pub game: Uuid,
    /// The deal, from 1.
    #[schema(minimum = 1)]
    pub deal: u32,
    /// One for each player as the querent.
    #[schema(min_items = 4, max_items = 4)]
    pub readings: Vec<Reading>,
    /// The high team, then the low one.
    #[schema(min_items = 2, max_items = 2)]
    pub teams: Vec<TeamResponse>,
}

/// Verdict on a deal for two partners, whose readings together are the team's.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReadingTeam)]
pub struct TeamResponse {
    /// `high` (East and West) or `low` (South and North).
    pub team: HighLow,
    /// The players.
    #[schema(min_items = 2, max_items = 2)]
    pub players: Vec<Player>,
    /// Verdict on the deal for them.
    pub verdict: Verdict,
}

impl AnyResponse {
    /// The same in a list, which does not tell what needs care.
    pub fn in_list(stored: AnyStored) -> AnyResponse {
        let mut item = AnyResponse::from(stored);
        match &mut item {
            AnyResponse::Fortunes(stored) => (stored.care, stored.reading.care) = (None, None),
            AnyResponse::Spread(stored) => (stored.care, stored.reading.care) = (None, None),
        }
        item
    }

    /// The same as a line, with its cursor and the owner's notes.
    pub fn as_line(mut self, cursor: String, notes: Vec<NoteRecord>) -> AnyResponse {
        let (its_cursor, its_notes) = match &mut self {
            AnyResponse::Fortunes(reading) => (&mut reading.cursor, &mut reading.notes),
            AnyResponse::Spread(reading) => (&mut reading.cursor, &mut reading.notes),
        };
        *its_cursor = Some(cursor);
        *its_notes = notes;
        self
    }
}

impl ReadingLinks {
    fn of(id: ReadingId, game: Option<String>) -> ReadingLinks {
        let own = format!("/v1/readings/{id}");
        let [svg, png, html, txt] = ["svg", "png", "html", "txt"].map(|form| format!("{own}.{form}"));
        ReadingLinks { game, page: urls::reading(id), svg, png, html, txt, self_: own }
    }
}

impl From<AnyStored> for AnyResponse {
    fn from(stored: AnyStored) -> AnyResponse {
        match stored {
            AnyReading::Fortunes(reading) => AnyResponse::Fortunes(Box::new(reading.into())),
            AnyReading::Spread(reading) => AnyResponse::Spread(Box::new(reading.into())),
        }
    }
}

impl From<StoredReading> for ReadingResponse {
    fn from(stored: StoredReading) -> ReadingResponse {
        let StoredReading { record, game, reading } = stored;
        let game = GameResponse::from(game);
        ReadingResponse {
            id: record.id.0,
            kind: FortunesType::Fortunes,
            created_at: record.created_at,
            querent: record.querent,
            question: record.question,
            question_kind: record.question_kind,
            care: reading.care,
            deck: record.deck,
            texts_version: record.texts_version,
            delete_token: None,
            cursor: None,
            notes: Vec::new(),
            links: ReadingLinks::of(record.id, Some(game.links.self_.clone())),
            game,
            reading,
        }
    }
}

impl From<GameReadings> for GameReadingsResponse {
    fn from(found: GameReadings) -> GameReadingsResponse {
        let [high, low] = found.teams;
        let team =
            |team, (players, verdict): ([Player; 2], Verdict)| TeamResponse { team, players: players.into(), verdict };
        GameReadingsResponse {
            game: found.game.0,
            deal: found.deal,
            readings: found.readings,
            teams: vec![team(HighLow::High, high), team(HighLow::Low, low)],
        }
    }
}

/// A stored reading of a spread.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StoredSpread)]
pub struct SpreadResponse {
    /// Id, a version 7 UUID.
    pub id: Uuid,
    /// Type of the reading.
    #[serde(rename = "type")]
    pub kind: SpreadType,
    /// Time of storing.
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
    /// The reading that it goes on from.
    #[schema(required)]
    pub former: Option<FormerResponse>,
    /// The cards in their places.
    pub reading: SpreadReading,
    /// Token that deletes the reading, sent as `Authorization: Bearer delete_…`. Only in the 201 response to a caller
    /// without a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, nullable = false, pattern = "^delete_[0-9a-f]{64}$")]
    pub delete_token: Option<DeleteToken>,
    /// Links to related resources.
    pub links: ReadingLinks,
    /// Cursor that resumes after this reading; only in NDJSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, pattern = "^([0-9a-f]{16})?[0-9a-f]{48}$")]
    pub cursor: Option<String>,
    /// Notes, newest first; only in NDJSON, and only if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, max_items = 100)]
    pub notes: Vec<NoteRecord>,
}

/// The reading that another one goes on from.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FormerReading)]
pub struct FormerResponse {
    /// Its id; it may have been deleted since.
    pub id: Uuid,
    /// The place beside which a clarifier lies; null for a follow-up question.
    #[schema(required, example = "past")]
    pub place: Option<String>,
}

impl From<StoredSpread> for SpreadResponse {
    fn from(stored: StoredSpread) -> SpreadResponse {
        let StoredSpread { record, reading } = stored;
        SpreadResponse {
            id: record.id.0,
            kind: SpreadType::Spread,
            created_at: record.created_at,
            querent: record.querent,
            question: record.question,
            question_kind: reading.question_kind,
            care: reading.care,
            deck: reading.deck,
            texts_version: record.texts_version,
            draw: record.drawing.as_ref().map(|drawing| DrawnFrom::new(drawing, record.choice.significator)),
            former: record.former.map(|former| FormerResponse { id: former.reading.0, place: former.place }),
            reading,
            delete_token: None,
            links: ReadingLinks::of(record.id, None),
            cursor: None,
            notes: Vec::new(),
        }
    }
}
