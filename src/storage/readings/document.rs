//! The stored document of a reading of a spread: the spread, the cards, and how they were drawn.
//!
//! Fractions are written as text, which every reader parses to the same number.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sqlx::error::BoxDynError;

use crate::{
    cards::{Card, Deck},
    hex::{hex, unhex},
    reading::{
        DrawnCard, KnownSpread, Language, OwnSpread, Pack, QuestionKind, Reversals, Shuffled, Spread, SpreadChoice,
        SpreadPlace,
    },
    service::{
        records::{CommitmentId, DrawingRecord, Seed, SpreadRecord},
        store::StoreError,
    },
    storage::error::damaged,
};

/// The content of a document, combined with values of other columns.
pub(super) struct DocumentContent {
    pub(super) choice: SpreadChoice,
    pub(super) cards: Vec<DrawnCard>,
    pub(super) drawing: Option<DrawingRecord>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    /// Which texts first told it, as release 0.1.0 wrote; they are now those of the release that is asked.
    #[serde(default, rename = "edition", skip_serializing)]
    _edition: u16,
    spread: SpreadDocument,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    significator: Option<Card>,
    /// In reading order, with a stroke after each reversed card.
    cards: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    drawing: Option<DrawingDocument>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum SpreadDocument {
    Known {
        id: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<String>,
    },
    Own {
        name: String,
        places: Vec<PlaceDocument>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceDocument {
    id: String,
    name: String,
    asks: String,
    #[serde(with = "exact")]
    x: f64,
    #[serde(with = "exact")]
    y: f64,
    #[serde(with = "exact")]
    rotation: f64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawingDocument {
    seed: SeedDocument,
    client_seed: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    commitment: Option<CommitmentId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    when: Option<NaiveDate>,
    shuffled: ShuffledDocument,
    #[serde(with = "exact")]
    reversals: f64,
    skip: u8,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SeedDocument {
    Given(String),
    Made(String),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ShuffledDocument {
    All,
    Majors,
    Minors,
    Listed(Vec<Card>),
}

/// The document of a reading.
pub(super) fn write(reading: &SpreadRecord) -> Result<String, BoxDynError> {
    let document = Document {
        _edition: 0,
        spread: spread_document(&reading.choice.spread),
        significator: reading.choice.significator,
        cards: reading.cards.iter().map(DrawnCard::to_string).collect::<Vec<_>>().join(" "),
        drawing: reading.drawing.as_ref().map(drawing_document),
    };
    Ok(serde_json::to_string(&document)?)
}

/// The content of a document of a reading with this deck, for a question of this kind.
pub(super) fn read(text: &str, deck: Deck, question_kind: QuestionKind) -> Result<DocumentContent, StoreError> {
    let document: Document = serde_json::from_str(text).map_err(|why| damaged(&format!("spread: {why}")))?;
    let cards = document.cards.split(' ').map(|text| text.parse().map_err(|_| damaged("cards")));
    Ok(DocumentContent {
        choice: SpreadChoice {
            spread: spread(document.spread)?,
            deck,
            language: Language::default(),
            question_kind,
            significator: document.significator,
        },
        cards: cards.collect::<Result<_, _>>()?,
        drawing: document.drawing.map(drawing).transpose()?,
    })
}

fn spread_document(spread: &Spread) -> SpreadDocument {
    let place =
        |SpreadPlace { id, name, asks, x, y, rotation }: SpreadPlace| PlaceDocument { id, name, asks, x, y, rotation };
    match spread {
        Spread::Known(known) => SpreadDocument::Known { id: known.id.clone(), frame: known.frame.clone() },
        Spread::Own(own) => SpreadDocument::Own {
            name: own.name().to_owned(),
            places: own.places().iter().cloned().map(place).collect(),
        },
    }
}

fn spread(document: SpreadDocument) -> Result<Spread, StoreError> {
    let place = |PlaceDocument { id, name, asks, x, y, rotation }| SpreadPlace { id, name, asks, x, y, rotation };
    match document {
        SpreadDocument::Known { id, frame } => {
            KnownSpread::find(&id, frame.as_deref()).map(Spread::Known).map_err(|_| damaged("a spread"))
        }
        SpreadDocument::Own { name, places } => OwnSpread::new(name, places.into_iter().map(place).collect())
            .map(Spread::Own)
            .map_err(|_| damaged("a custom spread")),
    }
}

fn drawing_document(drawing: &DrawingRecord) -> DrawingDocument {
    DrawingDocument {
        seed: match &drawing.seed {
            Seed::Given(text) => SeedDocument::Given(text.clone()),
            Seed::Made(bytes) => SeedDocument::Made(hex(bytes)),
        },
        client_seed: drawing.client_seed.clone(),
        commitment: drawing.commitment,
        when: drawing.when,
        shuffled: match &drawing.shuffled {
            Shuffled::Pack(Pack::All) => ShuffledDocument::All,
            Shuffled::Pack(Pack::Majors) => ShuffledDocument::Majors,
            Shuffled::Pack(Pack::Minors) => ShuffledDocument::Minors,
            Shuffled::Listed(cards) => ShuffledDocument::Listed(cards.iter().collect()),
        },
        reversals: drawing.reversals.share(),
        skip: drawing.skip,
    }
}

fn drawing(document: DrawingDocument) -> Result<DrawingRecord, StoreError> {
    Ok(DrawingRecord {
        seed: match document.seed {
            SeedDocument::Given(text) => Seed::Given(text),
            SeedDocument::Made(text) => Seed::Made(unhex(&text).ok_or_else(|| damaged("seed"))?),
        },
        client_seed: document.client_seed,
        commitment: document.commitment,
        when: document.when,
        shuffled: match document.shuffled {
            ShuffledDocument::All => Shuffled::Pack(Pack::All),
            ShuffledDocument::Majors => Shuffled::Pack(Pack::Majors),
            ShuffledDocument::Minors => Shuffled::Pack(Pack::Minors),
            ShuffledDocument::Listed(cards) => Shuffled::Listed(cards.into_iter().collect()),
        },
        reversals: Reversals::new(document.reversals).ok_or_else(|| damaged("reversals"))?,
        skip: document.skip,
    })
}

/// Serialises a number as the shortest text that is parsed to the same number.
mod exact {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
