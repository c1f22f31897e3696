//! Texts for cards at positions.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{
    Disposition, Place,
    texts::{Frame, Slot},
};

/// Sentences about a card at a position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Places {
    places: BTreeMap<Place, Wordings>,
    pub partners_ninth: PartnersNinth,
}

/// The texts for the partner's ninth card: alone in the shared fate, or after the querent's.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartnersNinth {
    pub alone: Wordings,
    pub joined: Wordings,
}

/// Alternative sentences for either disposition.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wordings {
    well: Vec<Frame>,
    ill: Vec<Frame>,
}

impl Places {
    /// Checks that no position is missing, and that each sentence names its card and its theme.
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

    /// The sentences of a position.
    pub fn of(&self, place: Place) -> &Wordings {
        &self.places[&place]
    }
}

impl Wordings {
    /// The sentences for a disposition.
    pub fn of(&self, disposition: Disposition) -> &[Frame] {
        match disposition {
            Disposition::Well => &self.well,
            Disposition::Ill => &self.ill,
        }
    }
}
