//! Texts for zones and their empty positions.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{
    Place, Zone,
    texts::{Frame, Slot},
};

/// Sentences about zones.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zones {
    zones: BTreeMap<Zone, ZoneTexts>,
    places: BTreeMap<Place, String>,
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
    /// Checks that no zone and no position is missing.
    pub(super) fn checked(self) -> Result<Zones, String> {
        if let Some(zone) = Zone::ALL.into_iter().find(|zone| !self.zones.contains_key(zone)) {
            return Err(format!("{zone:?} has no texts"));
        }
        if let Some(place) = Place::ALL.into_iter().find(|place| !self.places.contains_key(place)) {
            return Err(format!("{place:?} has no name"));
        }
        for EmptyTexts { all, some } in self.zones.values().map(|zone| &zone.empty) {
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
        &self.zones[&zone]
    }

    /// A position's name within a sentence.
    pub fn place_name(&self, place: Place) -> &str {
        &self.places[&place]
    }
}
