//! Draws in a browser: choose a spread, then turn its cards one by one. Nothing is stored unless the reader saves it.
//! The URL of a draw contains its seed and always gives the same reading.

mod drawn;
mod form;
mod parameters;

use actix_web::{HttpRequest, http::StatusCode};
use maud::{Markup, PreEscaped, html};

use self::parameters::{MAX_PLACES, own_spread};
use super::{
    error::{PageError, PageResult},
    layout::{self, Section},
};
use crate::{
    http::extract::query,
    reading::{KnownSpread, OwnSpread, SpreadPlace, svg},
    service::Name,
};

pub use self::{
    drawn::{back, download, reading, store},
    form::form,
};

/// Example for the map of a reader's own spread.
const EXAMPLE: &str = "A\nB\n\nC\nD\nE";

/// The list of spreads.
pub async fn list(request: HttpRequest) -> PageResult {
    query::none(&request)?;
    let body = html! {
        h1 { "Draw cards" }
        p.lead {
            "Choose a spread: how many cards, and what each place asks. They are drawn from a shuffled pack, lie face down \
             and are turned one by one."
        }
        ul.spreads { @for chosen in Chosen::all() { li { (shown(chosen)) } } }
        section aria-labelledby="won" {
            h2 #won { "Or win your cards" }
            p {
                "A reading of Fortunes is not drawn: four players play for it, and the tricks that you and your partner win \
                 are laid out. " a href="/" { "Ask for one" } ", or draw "
                a href="/daily" { "the card of the day" } "."
            }
            p.hint { "For programs: " a href="/docs/#/spreads" { "the interface" } " draws the same cards from the same seed." }
        }
    };
    Ok(layout::page(StatusCode::OK, Section::Spreads.top("Draw cards"), &["spread.css"], &body))
}

fn shown(chosen: Chosen) -> Markup {
    let ways = chosen.ways().len();
    html! {
        a.card-like href=(chosen.page()) {
            (map(chosen))
            strong { (chosen.name()) }
            span.count {
                @match chosen.places().len() {
                    0 => { "up to " (MAX_PLACES) " cards" },
                    1 => "1 card",
                    cards => { (cards) " cards" },
                }
                @if ways > 1 { ", " (ways) " ways to ask" }
            }
            span { (chosen.about()) }
        }
    }
}

/// The map of a spread.
fn map(chosen: Chosen) -> Markup {
    let places = match chosen {
        Chosen::Known(known) => svg::map(&known.places),
        Chosen::Own => svg::map(example().places()),
    };
    PreEscaped(places)
}

fn example() -> OwnSpread {
    let name = Name::new(Chosen::Own.name()).expect("letters are a name");
    own_spread(&name, EXAMPLE).expect("a test reads it")
}

/// The URL segment of readers' own spreads.
const OWN: &str = "own";

/// A built-in spread, or a reader's own.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Chosen {
    /// A built-in spread, with its first frame.
    Known(&'static KnownSpread),
    /// A reader's own spread.
    Own,
}

impl Chosen {
    /// All choices, in list order.
    fn all() -> impl Iterator<Item = Chosen> {
        KnownSpread::each().map(Chosen::Known).chain([Chosen::Own])
    }

    /// Parses a URL segment.
    ///
    /// # Errors
    /// `NotFound` for an unknown spread.
    fn named(part: &str) -> Result<Chosen, PageError> {
        Chosen::all().find(|chosen| chosen.word() == part).ok_or_else(|| PageError::not_found("spread"))
    }

    /// Its URL segment.
    fn word(self) -> &'static str {
        match self {
            Chosen::Known(known) => &known.id,
            Chosen::Own => OWN,
        }
    }

    /// Its name.
    fn name(self) -> &'static str {
        match self {
            Chosen::Known(known) => &known.name,
            Chosen::Own => "A spread of your own",
        }
    }

    /// Its purpose.
    fn about(self) -> &'static str {
        match self {
            Chosen::Known(known) => &known.about,
            Chosen::Own => "Name the places, and lay them in rows as you like.",
        }
    }

    /// Its positions, if known.
    fn places(self) -> &'static [SpreadPlace] {
        match self {
            Chosen::Known(known) => &known.places,
            Chosen::Own => &[],
        }
    }

    /// All its frames.
    fn ways(self) -> Vec<&'static KnownSpread> {
        match self {
            Chosen::Known(known) => KnownSpread::frames(&known.id).collect(),
            Chosen::Own => Vec::new(),
        }
    }

    /// The URL of its form.
    fn page(self) -> String {
        format!("/spreads/{}", self.word())
    }

    /// The URL of its readings.
    fn readings(self) -> String {
        format!("{}/reading", self.page())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spread_has_a_map() {
        for chosen in Chosen::all() {
            assert!(map(chosen).into_string().contains("class=\"arcana map\""), "{}", chosen.word());
        }
        assert_eq!(example().places().len(), 5);
    }

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
