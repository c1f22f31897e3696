//! The texts of readings: data files for each language.

mod cards;
mod english;
mod frame;
mod language;
pub(super) mod second;

pub use cards::{Advice, CardTexts, Meaning, Texts};
pub(super) use frame::Slot;
pub use frame::{Frame, Slots};
pub use language::Language;

/// The number of these texts, which a reading keeps when it is stored. It is told by the texts of the release that is
/// asked, whatever its number.
pub const TEXTS_VERSION: u32 = 4;

/// The meanings of cards in a language.
pub fn texts(language: Language) -> &'static Texts {
    &second::edition(language).cards
}

#[cfg(test)]
mod tests;
