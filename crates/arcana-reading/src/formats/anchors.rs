//! Ids that link the text and the picture of a reading within a page.

use crate::{Place, SpreadPlace};

impl Place {
    /// Id of the position's text.
    pub fn anchor(self) -> String {
        format!("place-{self}")
    }

    /// Id of the position in the picture.
    pub fn picture_anchor(self) -> String {
        format!("picture-{self}")
    }
}

impl SpreadPlace {
    /// Id of the position's text.
    pub fn anchor(&self) -> String {
        format!("place-{}", self.id)
    }

    /// Id of the position in the picture.
    pub fn picture_anchor(&self) -> String {
        format!("picture-{}", self.id)
    }
}
