//! Writes the texts of a reading (`reading.md`, "Texts"), with a narrator for each version of the texts.

mod first;
mod second;

use super::{
    Reading, TextsVersion, Variants,
    texts::second::{edition, fourth_edition, third_edition},
};

/// Writes the texts of a reading whose cards are in position.
pub(super) fn narrate(reading: &mut Reading, variants: Variants) {
    match reading.texts_version {
        TextsVersion::V1 => first::narrate(reading),
        TextsVersion::V2 => second::narrate(reading, edition(reading.language), variants),
        TextsVersion::V3 => second::narrate(reading, third_edition(reading.language), variants),
        TextsVersion::V4 => second::narrate(reading, fourth_edition(reading.language), variants),
    }
}
