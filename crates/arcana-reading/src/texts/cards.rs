//! The meanings of cards.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Language;
use crate::{Disposition, Zone};
use arcana_engine::cards::{Card, Deck, PACK};

/// The meanings of cards in one language.
#[derive(Debug, PartialEq)]
pub struct Texts {
    language: Language,
    about: About,
    cards: BTreeMap<Card, CardTexts>,
}

/// The sources of the meanings, as a sentence.
#[derive(Debug, PartialEq)]
pub(super) struct About {
    /// For decks that use the names of the source, or similar ones.
    pub plain: String,
    /// For the Thoth deck, which has different names.
    pub thoth: String,
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
    /// Meaning of the card, as three phrases within a sentence; a reading uses one in each place.
    #[schema(min_items = 3, max_items = 3, example = json!(["a plan that looks beyond the horizon",
        "ambition with a map in front of it", "a good position to choose from"]))]
    pub themes: [String; 3],
    /// Messages to the querent, any of which says it.
    #[schema(min_items = 3, max_items = 3, example = json!(["Choose your coast before you hire the ship.",
        "Look further than this month before you decide.",
        "Write down two destinations, and ask which one keeps you awake gladly."]))]
    pub sentences: [String; 3],
    /// Messages to the querent from the zones of a layout.
    pub advice: Advice,
}

/// What a card advises, by the zone that it lies in: a reading says one of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CardAdvice)]
#[expect(missing_docs, reason = "they are the zones")]
pub struct Advice {
    pub man: Vec<String>,
    pub clan: Vec<String>,
    pub future: Vec<String>,
    pub realm: Vec<String>,
    pub universe: Vec<String>,
    pub fate: Vec<String>,
}

impl Texts {
    /// Assembles the cards. All must be present, and each must name a source by its id.
    pub(super) fn new(
        language: Language,
        about: About,
        sources: &BTreeMap<String, String>,
        mut cards: BTreeMap<Card, CardTexts>,
    ) -> Result<Texts, String> {
        if let Some(card) = PACK.into_iter().find(|card| !cards.contains_key(card)) {
            return Err(format!("{card} has no texts"));
        }
        for (card, texts) in &mut cards {
            let source = sources.get(&texts.source);
            texts.source = source.ok_or_else(|| format!("{card} has an unknown source"))?.clone();
        }
        Ok(Texts { language, about, cards })
    }

    /// Their language.
    pub const fn language(&self) -> Language {
        self.language
    }

    /// The sources of the meanings, for this deck.
    pub fn about(&self, deck: Deck) -> &str {
        match deck {
            Deck::Thoth => &self.about.thoth,
            Deck::Fortunes | Deck::WaiteSmith | Deck::French => &self.about.plain,
        }
    }

    /// The texts of a card in a deck: they go with its name (`reading.md`, "Texts").
    pub fn card(&self, card: Card, deck: Deck) -> &CardTexts {
        &self.cards[&deck.counterpart(card)]
    }
}

impl CardTexts {
    /// The meaning in this orientation.
    pub const fn meaning(&self, disposition: Disposition) -> &Meaning {
        match disposition {
            Disposition::Well => &self.well,
            Disposition::Ill => &self.ill,
        }
    }
}

impl Advice {
    /// Its advice for a zone.
    pub fn in_zone(&self, zone: Zone) -> &[String] {
        match zone {
            Zone::Man => &self.man,
            Zone::Clan => &self.clan,
            Zone::Future => &self.future,
            Zone::Realm => &self.realm,
            Zone::Universe => &self.universe,
            Zone::Fate => &self.fate,
        }
    }
}
