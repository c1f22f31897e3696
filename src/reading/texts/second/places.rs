//! How a card is told in a place.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::reading::{
    Disposition, Place,
    texts::frame::{Frame, Slot},
};

/// Sentences about a card in a place.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Places {
    places: BTreeMap<Place, Wordings>,
    pub partners_ninth: PartnersNinth,
}

/// How the partner's ninth card is told: alone in the shared fate, or after the querent's.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartnersNinth {
    pub alone: Wordings,
    pub joined: Wordings,
}

/// The sentences for either disposition, of which a reading uses one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wordings {
    well: Vec<Frame>,
    ill: Vec<Frame>,
}

impl Places {
    /// No place may be missing, and each sentence names its card and what that stands for.
    pub(super) fn checked(self) -> Result<Places, String> {
        if let Some(place) = Place::ALL.into_iter().find(|place| !self.places.contains_key(place)) {
            return Err(format!("{place:?} has no texts"));
        }
        let ninth = [&self.partners_ninth.alone, &self.partners_ninth.joined];
        for wordings in self.places.values().chain(ninth) {
            for frames in [&wordings.well, &wordings.ill] {
                if frames.len() < 3 {
                    return Err(format!("fewer than three sentences: {frames:?}"));
                }
                frames.iter().try_for_each(|frame| frame.check(&[Slot::Card, Slot::Theme], &[Slot::Matter]))?;
            }
        }
        Ok(self)
    }

    /// The sentences of a place.
    pub fn of(&self, place: Place) -> &Wordings {
        &self.places[&place]
    }
}

impl Wordings {
    /// Those for a card that lies so.
    pub fn of(&self, disposition: Disposition) -> &[Frame] {
        match disposition {
            Disposition::Well => &self.well,
            Disposition::Ill => &self.ill,
        }
    }
}
