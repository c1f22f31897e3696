//! Which spread the address of a page is of.

use crate::{
    http::site::error::PageError,
    reading::{Known, SpreadPlace},
};

/// The word of the address of spreads that people lay out themselves.
const OWN: &str = "own";

/// A spread that comes with the program, or one that people lay out themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chosen {
    /// One that comes with the program, in the first way to ask it.
    Known(&'static Known),
    /// One of their own.
    Own,
}

impl Chosen {
    /// All of them, as they are listed.
    pub fn all() -> impl Iterator<Item = Chosen> {
        Known::each().map(Chosen::Known).chain([Chosen::Own])
    }

    /// The one that this part of an address names.
    ///
    /// # Errors
    /// `NotFound` when there is none.
    pub fn named(part: &str) -> Result<Chosen, PageError> {
        Chosen::all().find(|chosen| chosen.word() == part).ok_or_else(|| PageError::not_found("spread"))
    }

    /// The word for it in addresses.
    pub fn word(self) -> &'static str {
        match self {
            Chosen::Known(known) => &known.id,
            Chosen::Own => OWN,
        }
    }

    /// What pages call it.
    pub fn name(self) -> &'static str {
        match self {
            Chosen::Known(known) => &known.name,
            Chosen::Own => "A spread of your own",
        }
    }

    /// What it is for.
    pub fn about(self) -> &'static str {
        match self {
            Chosen::Known(known) => &known.about,
            Chosen::Own => "Name the places, and lay them in rows as you like.",
        }
    }

    /// Its places, as far as they are known.
    pub fn places(self) -> &'static [SpreadPlace] {
        match self {
            Chosen::Known(known) => &known.places,
            Chosen::Own => &[],
        }
    }

    /// All the ways to ask it.
    pub fn ways(self) -> Vec<&'static Known> {
        match self {
            Chosen::Known(known) => Known::frames(&known.id).collect(),
            Chosen::Own => Vec::new(),
        }
    }

    /// Its page.
    pub fn page(self) -> String {
        format!("/spreads/{}", self.word())
    }

    /// The page of its readings.
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
