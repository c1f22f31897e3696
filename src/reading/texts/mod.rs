//! The texts of readings: data, one file for each version and language, none of which ever changes once published.
//!
//! A stored reading remembers its version, so it reads the same after newer texts exist.

mod english;
mod frame;

use std::{collections::BTreeMap, sync::LazyLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use crate::cards::{Card, Deck, PACK};

use super::{Choice, Disposition, Element, Place, Verdict};

pub use frame::{Frame, Slots};

/// A language of readings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReadingLanguage)]
pub enum Language {
    /// English.
    #[default]
    En,
}

/// The version of a reading's texts; a number on the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TextsVersion {
    /// The first.
    #[default]
    V1,
    /// The second: advice for each zone in several wordings, and the question taken up.
    V2,
}

/// All the texts of one version in one language.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    version: TextsVersion,
    language: Language,
    about: String,
    sources: BTreeMap<String, String>,
    pub(super) summary: SummaryTexts,
    places: BTreeMap<Place, PlaceTexts>,
    pub(super) partners_ninth: PartnersNinth,
    cards: BTreeMap<Card, CardTexts>,
}

/// What one card means, and where that comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CardTexts {
    /// Where the meaning comes from.
    #[schema(example = "after A. E. Waite, The Pictorial Key to the Tarot (1911)")]
    pub source: String,
    /// Meaning when well-disposed.
    pub well: Meaning,
    /// Meaning when ill-disposed.
    pub ill: Meaning,
}

/// Meaning of a card in its orientation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CardMeaning)]
pub struct Meaning {
    /// Three to five keywords.
    #[schema(example = json!(["vision", "planning", "boldness", "dominion"]))]
    pub keywords: Vec<String>,
    /// Meaning of the card, as a phrase within a sentence.
    #[schema(example = "a plan that looks beyond the horizon")]
    pub theme: String,
    /// Message to the querent.
    #[schema(example = "Choose your coast before you hire the ship.")]
    pub sentence: String,
}

/// The texts of a place.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlaceTexts {
    pub well: Frame,
    pub ill: Frame,
    pub empty: Frame,
}

/// A sentence for either disposition.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Frames {
    pub well: Frame,
    pub ill: Frame,
}

/// How the partner's ninth card is told: alone in the shared fate, or after the querent's.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PartnersNinth {
    pub alone: Frames,
    pub joined: Frames,
}

/// The texts of the whole.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SummaryTexts {
    pub verdict: VerdictTexts,
    pub element: ElementTexts,
    pub no_element: Frame,
    pub stars: StarsTexts,
    pub courts: CourtsTexts,
    pub turned: TurnedTexts,
    pub bare: Frame,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VerdictTexts {
    fortune: Frame,
    doom: Frame,
    balance: Frame,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ElementTexts {
    fire: Frame,
    water: Frame,
    air: Frame,
    earth: Frame,
    spirit: Frame,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StarsTexts {
    pub none: Frame,
    pub one: Frame,
    pub several: Frame,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CourtsTexts {
    pub one: Frame,
    pub several: Frame,
    pub many: Frame,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnedTexts {
    pub none: Frame,
    pub few: Frame,
    pub half: Frame,
    pub most: Frame,
    pub all: Frame,
}

/// The texts of a version in a language.
pub fn texts(version: TextsVersion, language: Language) -> &'static Texts {
    static V1_EN: LazyLock<Texts> = LazyLock::new(|| {
        Texts::load(include_str!("v1/en.json")).expect("the file is part of the program, and a test loads it")
    });
    match (version, language) {
        (TextsVersion::V1 | TextsVersion::V2, Language::En) => &V1_EN,
    }
}

/// Keywords of a card as it lies.
pub(super) fn keywords(choice: Choice, card: Card, disposition: Disposition) -> &'static [String] {
    let texts = texts(choice.texts_version, choice.language);
    &texts.card(card, choice.deck).meaning(disposition).keywords
}

impl Texts {
    /// Reads a file of texts; nothing may be missing in it.
    fn load(file: &str) -> Result<Texts, String> {
        let mut texts: Texts = serde_json::from_str(file).map_err(|error| error.to_string())?;
        if let Some(card) = PACK.into_iter().find(|card| !texts.cards.contains_key(card)) {
            return Err(format!("{card} has no texts"));
        }
        if let Some(place) = Place::ALL.into_iter().find(|place| !texts.places.contains_key(place)) {
            return Err(format!("{place:?} has no texts"));
        }
        for (card, texts_of_card) in &mut texts.cards {
            let source = texts.sources.get(&texts_of_card.source);
            texts_of_card.source = source.ok_or_else(|| format!("{card} has an unknown source"))?.clone();
        }
        Ok(texts)
    }

    /// Their version.
    pub const fn version(&self) -> TextsVersion {
        self.version
    }

    /// Their language.
    pub const fn language(&self) -> Language {
        self.language
    }

    /// Where the meanings come from, as a sentence.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// What a card of a deck means.
    ///
    /// Thoth has Adjustment where other decks have Strength, and Lust where they have Justice: there the two
    /// meanings change places, as the names do (`reading.md`, "Texts").
    pub fn card(&self, card: Card, deck: Deck) -> &CardTexts {
        let (strength, justice) = (Card::trump(8), Card::trump(11));
        let meant = match deck {
            Deck::Thoth if card == strength => justice,
            Deck::Thoth if card == justice => strength,
            Deck::Fortunes | Deck::WaiteSmith | Deck::Thoth | Deck::French => card,
        };
        &self.cards[&meant]
    }

    pub(super) fn place(&self, place: Place) -> &PlaceTexts {
        &self.places[&place]
    }
}

impl CardTexts {
    /// What the card means as it lies.
    pub const fn meaning(&self, disposition: Disposition) -> &Meaning {
        match disposition {
            Disposition::Well => &self.well,
            Disposition::Ill => &self.ill,
        }
    }
}

impl Frames {
    pub(super) const fn of(&self, disposition: Disposition) -> &Frame {
        match disposition {
            Disposition::Well => &self.well,
            Disposition::Ill => &self.ill,
        }
    }
}

impl PlaceTexts {
    pub(super) const fn of(&self, disposition: Disposition) -> &Frame {
        match disposition {
            Disposition::Well => &self.well,
            Disposition::Ill => &self.ill,
        }
    }
}

impl VerdictTexts {
    pub(super) const fn of(&self, verdict: Verdict) -> &Frame {
        match verdict {
            Verdict::Fortune => &self.fortune,
            Verdict::Doom => &self.doom,
            Verdict::Balance => &self.balance,
        }
    }
}

impl ElementTexts {
    pub(super) const fn of(&self, element: Element) -> &Frame {
        match element {
            Element::Fire => &self.fire,
            Element::Water => &self.water,
            Element::Air => &self.air,
            Element::Earth => &self.earth,
            Element::Spirit => &self.spirit,
        }
    }
}

impl Language {
    /// All there are.
    pub const ALL: [Language; 1] = [Language::En];

    /// The language's tag, as in `en`.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::En => "en",
        }
    }

    /// A card's name as it stands within a sentence, as in `the Two of Wands`.
    pub fn card_within_sentence(self, card: Card, deck: Deck) -> String {
        match self {
            Language::En => english::card(card, deck),
        }
    }

    /// A number in words.
    pub fn count(self, number: u8) -> String {
        match self {
            Language::En => english::count(number),
        }
    }

    /// A number in an order, as in `2nd`.
    pub fn ordinal(self, number: u8) -> String {
        match self {
            Language::En => english::ordinal(number),
        }
    }
}

impl TextsVersion {
    /// All there are, the latest last.
    pub const ALL: [TextsVersion; 1] = [TextsVersion::V1];

    /// The version of new readings.
    pub const LATEST: TextsVersion = TextsVersion::V1;

    /// Its number, from 1.
    pub const fn number(self) -> u16 {
        match self {
            TextsVersion::V1 => 1,
            TextsVersion::V2 => 2,
        }
    }

    /// The version of this number; `None` when there is no such version.
    pub fn from_number(number: u16) -> Option<TextsVersion> {
        TextsVersion::ALL.into_iter().find(|version| version.number() == number)
    }
}

impl Serialize for TextsVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.number())
    }
}

impl<'de> Deserialize<'de> for TextsVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TextsVersion, D::Error> {
        let number = u16::deserialize(deserializer)?;
        TextsVersion::from_number(number).ok_or_else(|| de::Error::custom("unknown version of the texts"))
    }
}

impl PartialSchema for TextsVersion {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .enum_values(Some(TextsVersion::ALL.map(TextsVersion::number)))
            .description(Some("The version of the texts that a reading is told with."))
            .examples([TextsVersion::LATEST.number()])
            .build()
            .into()
    }
}

impl ToSchema for TextsVersion {}

#[cfg(test)]
mod tests;
