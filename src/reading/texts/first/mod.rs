//! The first version of the texts: one file, with a sentence for each position and each part of the summary.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use super::{
    Frame, Language, TextsVersion,
    cards::{About, CardTexts, Texts},
};
use crate::{
    cards::Card,
    reading::{Disposition, Element, Place, Verdict},
};

/// The first version of the texts in one language.
#[derive(Debug, PartialEq)]
pub struct Edition {
    pub cards: Texts,
    pub summary: SummaryTexts,
    places: BTreeMap<Place, PlaceTexts>,
    pub partners_ninth: PartnersNinth,
}

/// The structure of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: TextsVersion,
    language: Language,
    about: String,
    sources: BTreeMap<String, String>,
    summary: SummaryTexts,
    places: BTreeMap<Place, PlaceTexts>,
    partners_ninth: PartnersNinth,
    cards: BTreeMap<Card, CardTexts>,
}

/// The texts of a position.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceTexts {
    pub well: Frame,
    pub ill: Frame,
    pub empty: Frame,
}

/// A sentence for either disposition.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frames {
    pub well: Frame,
    pub ill: Frame,
}

/// The texts for the partner's ninth card: alone in the shared fate, or after the querent's.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartnersNinth {
    pub alone: Frames,
    pub joined: Frames,
}

/// The texts of the summary.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SummaryTexts {
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
pub struct VerdictTexts {
    fortune: Frame,
    doom: Frame,
    balance: Frame,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ElementTexts {
    fire: Frame,
    water: Frame,
    air: Frame,
    earth: Frame,
    spirit: Frame,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StarsTexts {
    pub none: Frame,
    pub one: Frame,
    pub several: Frame,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CourtsTexts {
    pub one: Frame,
    pub several: Frame,
    pub many: Frame,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnedTexts {
    pub none: Frame,
    pub few: Frame,
    pub half: Frame,
    pub most: Frame,
    pub all: Frame,
}

/// The edition of a language.
pub fn edition(language: Language) -> &'static Edition {
    static EN: LazyLock<Edition> = LazyLock::new(|| {
        Edition::load(include_str!("../v1/en.json")).expect("the file is part of the program, and a test loads it")
    });
    match language {
        Language::En => &EN,
    }
}

impl Edition {
    /// Parses the file, which must be complete.
    fn load(file: &str) -> Result<Edition, String> {
        let file: File = serde_json::from_str(file).map_err(|error| error.to_string())?;
        let about = About { thoth: file.about.clone(), plain: file.about };
        let cards = Texts::new(file.version, file.language, about, &file.sources, file.cards)?;
        if let Some(place) = Place::ALL.into_iter().find(|place| !file.places.contains_key(place)) {
            return Err(format!("{place:?} has no texts"));
        }
        Ok(Edition { cards, summary: file.summary, places: file.places, partners_ninth: file.partners_ninth })
    }

    pub fn place(&self, place: Place) -> &PlaceTexts {
        &self.places[&place]
    }
}

impl Frames {
    pub const fn of(&self, disposition: Disposition) -> &Frame {
        match disposition {
            Disposition::Well => &self.well,
            Disposition::Ill => &self.ill,
        }
    }
}

impl PlaceTexts {
    pub const fn of(&self, disposition: Disposition) -> &Frame {
        match disposition {
            Disposition::Well => &self.well,
            Disposition::Ill => &self.ill,
        }
    }
}

impl VerdictTexts {
    pub const fn of(&self, verdict: Verdict) -> &Frame {
        match verdict {
            Verdict::Fortune => &self.fortune,
            Verdict::Doom => &self.doom,
            Verdict::Balance => &self.balance,
        }
    }
}

impl ElementTexts {
    pub const fn of(&self, element: Element) -> &Frame {
        match element {
            Element::Fire => &self.fire,
            Element::Water => &self.water,
            Element::Air => &self.air,
            Element::Earth => &self.earth,
            Element::Spirit => &self.spirit,
        }
    }
}

#[cfg(test)]
mod tests;
