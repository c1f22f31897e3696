//! The spread named in a page's URL.

use crate::{
    http::site::error::PageError,
    reading::{KnownSpread, SpreadPlace},
};

/// The URL segment of readers' own spreads.
const OWN: &str = "own";

/// A built-in spread, or a reader's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chosen {
    /// A built-in spread, with its first frame.
    Known(&'static KnownSpread),
    /// A reader's own spread.
    Own,
}

impl Chosen {
    /// All choices, in list order.
    pub fn all() -> impl Iterator<Item = Chosen> {
        KnownSpread::each().map(Chosen::Known).chain([Chosen::Own])
    }

    /// Parses a URL segment.
    ///
    /// # Errors
    /// `NotFound` for an unknown spread.
    pub fn named(part: &str) -> Result<Chosen, PageError> {
        Chosen::all().find(|chosen| chosen.word() == part).ok_or_else(|| PageError::not_found("spread"))
    }

    /// Its URL segment.
    pub fn word(self) -> &'static str {
        match self {
            Chosen::Known(known) => &known.id,
            Chosen::Own => OWN,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Chosen::Known(known) => &known.name,
            Chosen::Own => "A spread of your own",
        }
    }

    /// Its purpose.
    pub fn about(self) -> &'static str {
        match self {
            Chosen::Known(known) => &known.about,
            Chosen::Own => "Name the places, and lay them in rows as you like.",
        }
    }

    /// Its positions, if known.
    pub fn places(self) -> &'static [SpreadPlace] {
        match self {
            Chosen::Known(known) => &known.places,
            Chosen::Own => &[],
        }
    }

    /// All its frames.
    pub fn ways(self) -> Vec<&'static KnownSpread> {
        match self {
            Chosen::Known(known) => KnownSpread::frames(&known.id).collect(),
            Chosen::Own => Vec::new(),
        }
    }

    /// The URL of its form.
    pub fn page(self) -> String {
        format!("/spreads/{}", self.word())
    }

    /// The URL of its readings.
    pub fn readings(self) -> String {
        format!("{}/reading", self.page())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spread_has_a_word_of_its_own() {
        let words: Vec<_> = Chosen::all().map(Chosen::word).collect();
        assert_eq!(words.iter().filter(|word| **word == OWN).count(), 1);
        for chosen in Chosen::all() {
            assert_eq!(Chosen::named(chosen.word()).ok(), Some(chosen));
        }
        assert!(Chosen::named("none").is_err());
    }
}
