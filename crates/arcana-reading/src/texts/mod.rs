//! The texts of readings: data files for each language.

mod cards;
mod language;
mod places;
mod questions;
mod synthesis_words;
mod wordings;

use std::{collections::BTreeMap, sync::LazyLock};

use serde::{Deserialize, de::DeserializeOwned};

use crate::Zone;
use arcana_engine::cards::Card;

pub use cards::{Advice, CardTexts, Meaning, Texts};
pub use language::Language;
pub use wordings::Variants;

pub(crate) use questions::asks;
pub(crate) use synthesis_words::{Answer, SummaryWords, When};
pub(crate) use wordings::{ByDisposition, Each, Frame, Slot, Wordings};

use cards::About;
use places::{Places, Zones};
use questions::Questions;

/// The number of these texts, which a reading keeps when it is stored. It is told by the texts of the release that is
/// asked, whatever its number.
pub const TEXTS_VERSION: u32 = 5;

/// The meanings of cards in a language.
pub fn texts(language: Language) -> &'static Texts {
    &edition(language).cards
}

/// All texts in one language.
#[derive(Debug)]
pub(super) struct Edition {
    pub cards: Texts,
    pub places: Places,
    pub zones: Zones,
    pub questions: Questions,
    /// The words of summaries.
    pub words: SummaryWords,
}

/// The files in the folder of a language.
#[derive(Clone, Copy)]
struct Files<'a> {
    sources: &'a str,
    cards: [&'a str; 5],
    places: &'a str,
    zones: &'a str,
    questions: &'a str,
    summary: &'a str,
}

/// The sources of the meanings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sources {
    about: String,
    about_thoth: String,
    sources: BTreeMap<String, String>,
}

const EN: Files<'static> = Files {
    sources: include_str!("en/sources.json"),
    cards: [
        include_str!("en/stars.json"),
        include_str!("en/wands.json"),
        include_str!("en/cups.json"),
        include_str!("en/swords.json"),
        include_str!("en/pentacles.json"),
    ],
    places: include_str!("en/places.json"),
    zones: include_str!("en/zones.json"),
    questions: include_str!("en/questions.json"),
    summary: include_str!("en/summary.json"),
};

/// The texts in a language.
pub(super) fn edition(language: Language) -> &'static Edition {
    static ENGLISH: LazyLock<Edition> = LazyLock::new(|| loaded(EN));
    match language {
        Language::En => &ENGLISH,
    }
}

fn loaded(files: Files<'_>) -> Edition {
    Edition::load(files).expect("the files are part of the program, and a test loads them")
}

impl Edition {
    /// Parses the files, which must be complete.
    fn load(files: Files<'_>) -> Result<Edition, String> {
        Ok(Edition {
            cards: cards(files)?,
            places: Places::checked(parse("places", files.places)?)?,
            zones: Zones::checked(parse("zones", files.zones)?)?,
            questions: parse("questions", files.questions)?,
            words: SummaryWords::checked(parse("summary", files.summary)?)?,
        })
    }
}

fn cards(files: Files<'_>) -> Result<Texts, String> {
    let mut cards = BTreeMap::new();
    for file in files.cards {
        for (card, texts) in parse::<BTreeMap<Card, CardTexts>>("cards", file)? {
            check_card(card, &texts)?;
            if cards.insert(card, texts).is_some() {
                return Err(format!("{card} stands in two files"));
            }
        }
    }
    let Sources { about, about_thoth, sources } = parse("sources", files.sources)?;
    let about = About { plain: about, thoth: about_thoth };
    Texts::new(Language::En, about, &sources, cards)
}

fn check_card(card: Card, texts: &CardTexts) -> Result<(), String> {
    for meaning in [&texts.well, &texts.ill] {
        let advice = Zone::ALL.map(|zone| meaning.advice.in_zone(zone));
        if advice.iter().any(|wordings| wordings.len() < 2) {
            return Err(format!("{card} has a zone with fewer than two pieces of advice"));
        }
    }
    Ok(())
}

fn parse<T: DeserializeOwned>(name: &str, file: &str) -> Result<T, String> {
    serde_json::from_str(file).map_err(|error| format!("{name}: {error}"))
}

#[cfg(test)]
mod tests;
