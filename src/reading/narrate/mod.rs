//! How a reading is put into sentences (`reading.md`, "Texts"): a narrator for each version of the texts.

mod first;
mod second;

use super::{Reading, TextsVersion, Variants};

/// Tells a reading whose cards are laid out.
pub(super) fn tell(reading: &mut Reading, variants: Variants) {
    match reading.texts_version {
        TextsVersion::V1 => first::tell(reading),
        TextsVersion::V2 => second::tell(reading, variants),
    }
}
