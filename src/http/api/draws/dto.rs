//! What is answered about draws.

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    cards::Deck,
    reading::{Shuffled, SpreadReading},
    service::{CardsAsked, Drawing, Drawn, Name, Question},
};

/// Cards of a spread, read but not stored.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Draw)]
pub struct DrawResponse {
    /// Kind of the reading.
    pub kind: SpreadKind,
    /// The person who asks.
    #[schema(value_type = Option<Name>, required)]
    pub querent: Option<String>,
    /// The question; may be empty.
    #[schema(value_type = Question)]
    pub question: String,
    /// Deck whose card names are used.
    pub deck: Deck,
    /// Version of the reading texts.
    pub texts_version: u16,
    /// What the cards were drawn from; null for cards that were given.
    #[schema(required)]
    pub draw: Option<DrawnFrom>,
    /// The cards in their places.
    pub reading: SpreadReading,
}

/// Kind of a reading of a spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpreadKind {
    /// Cards of a spread.
    Spread,
}

/// What cards were drawn from: enough to draw them again.
#[derive(Debug, Serialize, ToSchema)]
pub struct DrawnFrom {
    /// The seed.
    #[schema(example = "any text")]
    pub seed: String,
    /// The caller's part of it.
    pub client_seed: String,
    /// The day of which it is the draw: the seed is then `{seed}@{date}`.
    #[schema(required)]
    pub when: Option<NaiveDate>,
    /// Number of cards that were shuffled.
    #[schema(minimum = 1, maximum = 78, example = 78)]
    pub shuffled: u8,
    /// How likely each card was reversed.
    #[schema(minimum = 0, maximum = 1, example = 0.5)]
    pub reversals: f64,
    /// Number of cards of the same shuffle that were seen before.
    #[schema(maximum = 77, example = 0)]
    pub skip: u8,
}

impl From<Drawn> for DrawResponse {
    fn from(drawn: Drawn) -> DrawResponse {
        let texts_version = drawn.texts_version().number();
        let Drawn { request, reading } = drawn;
        let significator = request.choice.significator;
        let from = |drawing: Drawing| DrawnFrom {
            seed: drawing.seed.map(|seed| seed.into_string()).unwrap_or_default(),
            client_seed: drawing.client_seed.into_string(),
            when: drawing.when,
            shuffled: Shuffled::cards(&drawing.shuffled, significator).len() as u8,
            reversals: drawing.reversals.share(),
            skip: drawing.skip,
        };
        DrawResponse {
            kind: SpreadKind::Spread,
            querent: request.querent.map(|name| name.into_string()),
            question: request.question.into_string(),
            deck: reading.deck,
            texts_version,
            draw: match request.cards {
                CardsAsked::Given(_) => None,
                CardsAsked::Drawn(drawing) => Some(from(drawing)),
            },
            reading,
        }
    }
}
