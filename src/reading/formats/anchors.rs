//! The ids that join the text and the picture of a reading within one page.

use std::fmt;

use serde::Serialize;

use crate::reading::{Place, SpreadPlace};

/// The place's slug.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl Place {
    /// The id of the place's text.
    pub fn anchor(self) -> String {
        format!("place-{self}")
    }

    /// The id of the place in the picture.
    pub fn picture_anchor(self) -> String {
        format!("picture-{self}")
    }
}

impl SpreadPlace {
    /// The id of the place's text.
    pub fn anchor(&self) -> String {
        format!("place-{}", self.id)
    }

    /// The id of the place in the picture.
    pub fn picture_anchor(&self) -> String {
        format!("picture-{}", self.id)
    }
}
