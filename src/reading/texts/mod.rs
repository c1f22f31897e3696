//! The texts of readings: data files for each version and language. Published files never change.
//!
//! A stored reading records its version, so it remains the same when newer texts exist.

mod cards;
mod english;
pub(super) mod first;
mod frame;
mod language;
pub(super) mod second;
mod version;

pub use cards::{Advice, CardTexts, Meaning, Texts};
pub(super) use frame::Slot;
pub use frame::{Frame, Slots};
pub use language::Language;
pub use version::TextsVersion;

/// The meanings of cards in a version and language.
pub fn texts(version: TextsVersion, language: Language) -> &'static Texts {
    match version {
        TextsVersion::V1 => &first::edition(language).cards,
        TextsVersion::V2 => &second::edition(language).cards,
        TextsVersion::V3 => &second::third_edition(language).cards,
        TextsVersion::V4 => &second::fourth_edition(language).cards,
    }
}

#[cfg(test)]
mod tests;
