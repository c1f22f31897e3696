//! What pictures are made with: fonts.

use super::{Heading, png, svg};
use crate::reading::Reading;

/// What pictures are made with, loaded once for all of them. The default is what the program carries itself.
#[derive(Debug, Default)]
pub struct Pictures {
    /// What PNG pictures are lettered with.
    pub fonts: png::Fonts,
}

impl Pictures {
    /// A reading as a PNG file.
    pub fn png(&self, reading: &Reading, heading: &Heading, width: png::Width) -> Vec<u8> {
        png::drawn(&svg::picture(reading, heading), width, &self.fonts)
    }

    /// A preview picture as a PNG file.
    pub fn preview(&self, preview: &svg::Preview) -> Vec<u8> {
        png::drawn(&preview.picture(), png::Width::PREVIEW, &self.fonts)
    }
}
