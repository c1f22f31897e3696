//! Texts for cards at positions, for zones and for their empty positions.

use serde::Deserialize;

use super::{ByDisposition, Each, Frame, Slot};
use crate::{Place, Zone};

/// Sentences about a card at a position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Places {
    places: Each<Place, ByDisposition<Vec<Frame>>>,
    pub partners_ninth: PartnersNinth,
}

/// The texts for the partner's ninth card: alone in the shared fate, or after the querent's.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartnersNinth {
    pub alone: ByDisposition<Vec<Frame>>,
    pub joined: ByDisposition<Vec<Frame>>,
}

impl Places {
    /// Checks that each sentence names its card and its theme.
    pub(super) fn checked(self) -> Result<Places, String> {
        let ninth = [&self.partners_ninth.alone, &self.partners_ninth.joined];
        for wordings in self.places.iter().map(|(_, wordings)| wordings).chain(ninth) {
            for frames in [&wordings.well, &wordings.ill] {
                if frames.len() < 3 {
                    return Err(format!("fewer than three sentences: {frames:?}"));
                }
                frames.iter().try_for_each(|frame| frame.check(&[Slot::Card, Slot::Theme], &[Slot::Matter]))?;
            }
        }
        Ok(self)
    }

    /// The sentences of a position.
    pub fn of(&self, place: Place) -> &ByDisposition<Vec<Frame>> {
        self.places.of(place)
    }
}

/// Sentences about zones.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zones {
    zones: Each<Zone, ZoneTexts>,
    places: Each<Place, String>,
    /// Explains the houses, shown with the first zone that has any.
    pub houses: String,
    /// Explains the spheres, shown with the first zone that has any.
    pub spheres: String,
}

/// Sentences about a zone.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneTexts {
    /// Its topic.
    pub about: String,
    pub empty: EmptyTexts,
}

/// Texts for the empty positions of a zone.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmptyTexts {
    /// If all are empty.
    pub all: Vec<Frame>,
    /// If some are empty.
    pub some: Vec<Frame>,
}

impl Zones {
    /// Checks the sentences about empty positions.
    pub(super) fn checked(self) -> Result<Zones, String> {
        for EmptyTexts { all, some } in self.zones.iter().map(|(_, zone)| &zone.empty) {
            if all.len() < 2 || some.len() < 2 {
                return Err(format!("fewer than two sentences: {all:?} {some:?}"));
            }
            all.iter().try_for_each(|frame| frame.check(&[], &[]))?;
            let names =
                |frame: &Frame| frame.check(&[Slot::Places], &[]).or_else(|_| frame.check(&[Slot::Either], &[]));
            some.iter().try_for_each(names)?;
        }
        Ok(self)
    }

    /// The sentences of a zone.
    pub fn of(&self, zone: Zone) -> &ZoneTexts {
        self.zones.of(zone)
    }

    /// A position's name within a sentence.
    pub fn place_name(&self, place: Place) -> &str {
        self.places.of(place)
    }
}
