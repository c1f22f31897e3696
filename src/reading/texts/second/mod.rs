//! The texts as they are loaded: advice for each zone in several wordings, places, zones, questions and the synthesis.

mod kinds;
mod phrase;
mod places;
mod questions;
mod zones;

use std::{collections::BTreeMap, sync::LazyLock};

use serde::{Deserialize, de::DeserializeOwned};

pub use self::{
    places::Places,
    questions::{KindTexts, Questions},
    zones::Zones,
};
use super::{
    Language,
    cards::{About, CardTexts, Texts},
};
use crate::{
    cards::Card,
    reading::{Zone, synthesis::SynthesisWords},
};

/// All texts in one language.
#[derive(Debug)]
pub struct Edition {
    pub cards: Texts,
    pub places: Places,
    pub zones: Zones,
    pub questions: Questions,
    /// The words of the synthesis.
    pub words: SynthesisWords,
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
    sources: include_str!("../v2/en/sources.json"),
    cards: [
        include_str!("../v2/en/stars.json"),
        include_str!("../v2/en/wands.json"),
        include_str!("../v2/en/cups.json"),
        include_str!("../v2/en/swords.json"),
        include_str!("../v2/en/pentacles.json"),
    ],
    places: include_str!("../v2/en/places.json"),
    zones: include_str!("../v3/en/zones.json"),
    questions: include_str!("../v3/en/questions.json"),
    summary: include_str!("../v4/en/summary.json"),
};

/// The texts in a language.
pub fn edition(language: Language) -> &'static Edition {
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
            questions: Questions::checked(parse("questions", files.questions)?)?,
            words: parse("summary", files.summary)?,
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
