//! A reading of a spread as plain data.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

use super::spread::SpreadPlace;
use crate::{
    Care, Disposition, Element, Language, NeighbourDignity, QuestionKind, SuitCounts, SuitOrStars, draw::label,
};
use arcana_engine::cards::{Card, Deck};

/// The cards of a spread, read.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SpreadReading {
    /// The spread.
    pub spread: SpreadName,
    /// Deck whose card names are used.
    pub deck: Deck,
    /// What the question is about.
    pub question_kind: QuestionKind,
    /// Why the question needs a person and not cards; null if it does not. Then no text tells the cards, leans or
    /// advises, and the summary says whom to turn to.
    #[schema(required)]
    pub care: Option<Care>,
    /// The language of its texts.
    #[serde(skip)]
    pub language: Language,
    /// The significator, the card that was removed from the pack first and represents the querent.
    #[schema(required)]
    pub significator: Option<SpreadCard>,
    /// Places of the spread with their cards, in reading order.
    #[schema(min_items = 1, max_items = 78)]
    pub places: Vec<PlaceOfSpread>,
    /// The answer by the count; only of the spread `yes-no`, and null if `reversals` is 0 or 1.
    #[schema(required)]
    pub answer: Option<Answer>,
    /// Summary of the whole reading.
    pub summary: SpreadSummary,
}

/// Which spread it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SpreadName {
    /// Its id; null for a spread of the caller's own.
    #[schema(required, example = "three-card")]
    pub id: Option<&'static str>,
    /// Its name for people.
    #[schema(example = "Three cards")]
    pub name: String,
    /// Frame of the question; null if there is only one.
    #[schema(required, example = "past-present-future")]
    pub frame: Option<&'static str>,
}

/// A place of a spread, with its card.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlaceOfSpread {
    /// The place.
    #[serde(flatten)]
    pub place: SpreadPlace,
    /// Its card.
    pub card: SpreadCard,
    /// Place and card in two sentences.
    pub text: String,
    /// The same without lean, verdict and advice.
    #[serde(skip)]
    pub(crate) plain: String,
}

/// A place of a spread, with its card.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PlaceOfSpread)]
#[expect(dead_code, reason = "it describes what a place and its card are in JSON, side by side")]
struct Described {
    /// The place within its spread.
    #[schema(example = "past")]
    id: String,
    /// Name for people.
    #[schema(example = "Past")]
    name: String,
    /// What the place asks; may be empty in an own spread.
    #[schema(example = "What led here?")]
    asks: String,
    /// Distance of the card's middle from the left, in card widths.
    x: f64,
    /// Distance from the top, in card widths.
    y: f64,
    /// How far the card is turned clockwise, in degrees.
    rotation: f64,
    /// Its card.
    card: SpreadCard,
    /// Place and card in two sentences.
    #[schema(example = "Behind this matter lies the Two of Cups, reversed: a bond that has come out of balance. \
                        Repeat what the other has said in your own words, before you reply to it.")]
    text: String,
}

impl PartialSchema for PlaceOfSpread {
    fn schema() -> RefOr<Schema> {
        Described::schema()
    }
}

impl ToSchema for PlaceOfSpread {
    fn name() -> Cow<'static, str> {
        Described::name()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Described::schemas(schemas);
    }
}

/// A card of a spread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SpreadCard {
    /// The card.
    pub id: Card,
    /// Name of the card in the deck of the reading.
    #[schema(example = "Two of Cups")]
    pub name: String,
    /// Title of the card, where the deck gives its minor cards titles besides their names.
    #[schema(required, example = "Love")]
    pub title: Option<&'static str>,
    /// Suit of the card, or `stars`.
    pub suit: SuitOrStars,
    /// Whether it is reversed.
    pub reversed: bool,
    /// Meaning of the card as it lies.
    #[schema(value_type = Vec<String>, example = json!(["love", "union", "accord"]))]
    pub keywords: &'static [String],
}

/// What a spread for a plain question answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SpreadAnswer)]
pub struct Answer {
    /// `yes` if more cards are upright than reversed, otherwise `no`.
    pub answer: YesNo,
    /// Number of upright cards.
    #[schema(maximum = 3, example = 2)]
    pub upright: u8,
    /// Number of reversed cards.
    #[schema(maximum = 3, example = 1)]
    pub reversed: u8,
    /// The lean in a sentence; the summary begins with it, unless something else was asked.
    #[schema(example = "More yes than no: the Sun brings plain and open happiness, and only the reversed Moon would \
                        rather wait.")]
    pub text: String,
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum YesNo {
    Yes,
    No,
}

/// Summary of a reading of a spread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SpreadSummary {
    /// Number of cards.
    #[schema(minimum = 1, maximum = 78, example = 3)]
    pub cards: u8,
    /// Number of upright cards.
    #[schema(maximum = 78, example = 2)]
    pub upright: u8,
    /// Number of reversed cards.
    #[schema(maximum = 78, example = 1)]
    pub reversed: u8,
    /// Number of cards of each suit.
    pub suits: SuitCounts,
    /// Element of the suit with the most cards; null if tied.
    #[schema(required)]
    pub element: Option<Element>,
    /// Number of court cards.
    #[schema(maximum = 16, example = 1)]
    pub courts: u8,
    /// How neighbours in reading order bear on each other; empty if the reading needs care and shows no card.
    pub dignities: Vec<NeighbourDignity>,
    /// Summary in a few sentences; the first one answers the question.
    pub text: String,
}

impl SpreadCard {
    /// Its orientation as a disposition.
    pub const fn disposition(&self) -> Disposition {
        if self.reversed { Disposition::Ill } else { Disposition::Well }
    }

    /// Its name and orientation: `Two of Cups, reversed`.
    pub fn label(&self) -> String {
        label(self.name.clone(), self.reversed)
    }
}
