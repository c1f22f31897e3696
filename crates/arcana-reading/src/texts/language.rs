//! The languages of readings.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::english;
use arcana_engine::cards::{Card, Deck};

/// A language of readings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReadingLanguage)]
pub enum Language {
    /// English.
    #[default]
    En,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 1] = [Language::En];

    /// The language's tag, as in `en`.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::En => "en",
        }
    }

    /// A card's name within a sentence, as in `the Two of Wands`.
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

    /// An ordinal number, as in `2nd`.
    pub fn ordinal(self, number: u8) -> String {
        match self {
            Language::En => english::ordinal(number),
        }
    }

    /// A list within a sentence, as in `the Self, the Astral and the House of Magic`.
    pub fn list(self, things: &[&str]) -> String {
        match self {
            Language::En => english::list(things),
        }
    }

    /// A list of which any is meant, as in `the Self, the Astral or the House of Magic`.
    pub fn list_or(self, things: &[&str]) -> String {
        match self {
            Language::En => english::list_or(things),
        }
    }

    /// The plural of a rank, as in `Kings`.
    pub fn several(self, rank: &str) -> String {
        match self {
            Language::En => english::several(rank),
        }
    }

    /// A part of all cards, as in `five of the nine cards`.
    pub fn part(self, cards: u8, total: u8) -> String {
        match self {
            Language::En => english::part(cards, total),
        }
    }
}
