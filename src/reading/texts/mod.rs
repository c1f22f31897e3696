//! The texts of readings: data, files for each version and language, none of which ever changes once published.
//!
//! A stored reading remembers its version, so it reads the same after newer texts exist.

mod cards;
mod english;
pub(super) mod first;
mod frame;
mod language;
pub(super) mod second;
mod version;

pub use cards::{Advice, CardTexts, Meaning, Texts};
pub use frame::{Frame, Slots};
pub(super) use frame::{Slot, capital};
pub use language::Language;
pub use version::TextsVersion;

/// What the cards mean, in a version and a language.
pub fn texts(version: TextsVersion, language: Language) -> &'static Texts {
    match version {
        TextsVersion::V1 => &first::edition(language).cards,
        TextsVersion::V2 => &second::edition(language).cards,
    }
}

#[cfg(test)]
mod tests;
