//! What cards were drawn from, in responses.

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    cards::Card,
    reading::{Pack, Shuffled},
    service::{ChanceOrigin, records::DrawingRecord},
};

/// Type of a reading of a spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpreadType {
    /// Cards of a spread.
    Spread,
}

/// What cards were drawn from: enough to draw them again.
#[derive(Debug, Serialize, ToSchema)]
pub struct DrawnFrom {
    /// The seed.
    #[schema(example = "any text")]
    pub seed: String,
    /// SHA-256 of the seed, in hex: what a commitment promised.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub seed_hash: String,
    /// The caller's part of it.
    pub client_seed: String,
    /// The commitment by which the seed was promised.
    #[schema(required)]
    pub commitment: Option<Uuid>,
    /// Who could have influenced which cards came.
    pub chance_origin: ChanceOrigin,
    /// Date of a daily draw: the seed is then `{seed}@{date}`.
    #[schema(required)]
    pub when: Option<NaiveDate>,
    /// The cards that were shuffled, before the significator was taken out.
    pub cards: ShuffledResponse,
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

/// The cards that were shuffled: all 78, the trumps, the others, or a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = CardsShuffled)]
pub enum ShuffledResponse {
    /// All 78 cards, the 22 trumps or the other 56.
    Word(Pack),
    /// These, in pack order.
    Listed(Vec<Card>),
}

impl From<&Shuffled> for ShuffledResponse {
    fn from(shuffled: &Shuffled) -> ShuffledResponse {
        match shuffled {
            Shuffled::Pack(pack) => ShuffledResponse::Word(*pack),
            Shuffled::Listed(cards) => ShuffledResponse::Listed(cards.iter().collect()),
        }
    }
}

impl DrawnFrom {
    /// What the cards were drawn from, once this one was taken out.
    pub fn new(drawing: &DrawingRecord, significator: Option<Card>) -> DrawnFrom {
        DrawnFrom {
            seed: drawing.seed.text(),
            seed_hash: drawing.seed.hash(),
            client_seed: drawing.client_seed.clone(),
            commitment: drawing.commitment.map(|id| id.0),
            chance_origin: ChanceOrigin::of_drawing(drawing),
            when: drawing.when,
            cards: ShuffledResponse::from(&drawing.shuffled),
            shuffled: drawing.shuffled.cards(significator).len() as u8,
            reversals: drawing.reversals.share(),
            skip: drawing.skip,
        }
    }
}
