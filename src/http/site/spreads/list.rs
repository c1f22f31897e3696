//! The list of spreads, each with a map of its positions.

use actix_web::{HttpRequest, http::StatusCode};
use maud::{Markup, PreEscaped, html};

use super::{
    chosen::Chosen,
    own::{self, MAX_PLACES},
};
use crate::{
    http::{
        extract::query,
        site::{
            error::PageResult,
            layout::{self, Section},
        },
    },
    reading::{OwnSpread, svg},
    service::Name,
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
pub fn map(chosen: Chosen) -> Markup {
    let places = match chosen {
        Chosen::Known(known) => svg::map(&known.places),
        Chosen::Own => svg::map(example().places()),
    };
    PreEscaped(places)
}

fn example() -> OwnSpread {
    let name = Name::new(Chosen::Own.name()).expect("letters are a name");
    own::spread(&name, EXAMPLE).expect("a test reads it")
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
}
