//! How a reading is put into sentences (`reading.md`, "Texts"): a narrator for each version of the texts.

mod first;

use super::{Reading, TextsVersion, Variants};

/// Tells a reading whose cards are laid out.
pub(super) fn tell(reading: &mut Reading, _variants: Variants) {
    match reading.texts_version {
        TextsVersion::V1 | TextsVersion::V2 => first::tell(reading),
    }
}
