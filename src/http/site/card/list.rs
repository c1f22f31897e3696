//! All cards, or those of a suit, small enough to see many at once.

use actix_web::{HttpRequest, http::StatusCode};
use maud::{Markup, html};

use super::deck::deck_of;
use crate::{
    cards::{Card, Deck, PACK, Suit},
    http::{
        extract::query::Query,
        site::{
            assets,
            error::PageResult,
            layout::{self, Section},
            table::{Look, face},
            urls,
        },
    },
};

/// Which cards are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    All,
    Trumps,
    Minors,
    Of(Suit),
}

impl Shown {
    const ALL: [Shown; 7] = [
        Shown::All,
        Shown::Trumps,
        Shown::Minors,
        Shown::Of(Suit::Wands),
        Shown::Of(Suit::Cups),
        Shown::Of(Suit::Swords),
        Shown::Of(Suit::Pentacles),
    ];

    /// The word of an address for it.
    const fn word(self) -> &'static str {
        match self {
            Shown::All => "all",
            Shown::Trumps => "major",
            Shown::Minors => "minor",
            Shown::Of(Suit::Wands) => "wands",
            Shown::Of(Suit::Cups) => "cups",
            Shown::Of(Suit::Swords) => "swords",
            Shown::Of(Suit::Pentacles) => "pentacles",
        }
    }

    /// What a deck calls these cards.
    const fn name(self, deck: Deck) -> &'static str {
        match self {
            Shown::All => "All 78",
            Shown::Trumps => deck.trumps_name(),
            Shown::Minors => "All four suits",
            Shown::Of(suit) => deck.suit_name(suit),
        }
    }

    fn has(self, card: Card) -> bool {
        match self {
            Shown::All => true,
            Shown::Trumps => card.is_trump(),
            Shown::Minors => !card.is_trump(),
            Shown::Of(suit) => card.suit() == Some(suit),
        }
    }

    fn address(self, deck: Deck) -> String {
        let shown = (self != Shown::All).then(|| format!("show={}", self.word()));
        let deck = (deck != Deck::default()).then(|| format!("deck={}", deck.id()));
        let query: Vec<_> = shown.into_iter().chain(deck).collect();
        if query.is_empty() { "/cards".to_owned() } else { format!("/cards?{}", query.join("&")) }
    }
}

/// The cards.
pub async fn list(request: HttpRequest) -> PageResult {
    let mut query = Query::filled(&request);
    let deck = deck_of(&mut query);
    let shown = query.word("show", &Shown::ALL.map(|shown| (shown.word(), shown))).unwrap_or(Shown::All);
    query.finish()?;
    let body = html! {
        h1 { "The cards" }
        p.lead { "Each with what it means upright and turned, in every layout, and what it does in the games." }
        nav.choice aria-label="Which cards" {
            span.label { "Show:" }
            ul.inline {
                @for other in Shown::ALL {
                    li { a href=(other.address(deck)) aria-current=[(other == shown).then_some("true")] { (other.name(deck)) } }
                }
            }
        }
        (decks(deck, shown))
        @for of in [None].into_iter().chain(Suit::ALL.map(Some)) { (suit(of, shown, deck)) }
    };
    let files = ["guide.css", "table.css", assets::deck_style(deck)];
    Ok(layout::page(StatusCode::OK, Section::Cards.top("The cards"), &files, &body))
}

/// The cards of one suit, or the trumps, as far as they are shown.
fn suit(of: Option<Suit>, shown: Shown, deck: Deck) -> Markup {
    let cards: Vec<_> = PACK.into_iter().filter(|card| card.suit() == of && shown.has(*card)).collect();
    let name = of.map_or(deck.trumps_name(), |suit| deck.suit_name(suit));
    html! {
        @if !cards.is_empty() {
            h2 { (name) }
            ul.cards.gallery.french[deck == Deck::French] {
                @for card in cards { li { a href=(urls::card(card, deck)) { (face(card, deck, Look::default())) } } }
            }
        }
    }
}

/// The decks whose names can be shown.
fn decks(shown: Deck, cards: Shown) -> Markup {
    html! {
        nav.choice aria-label="Names of the cards" {
            span.label { "Names:" }
            ul.inline {
                @for deck in Deck::ALL {
                    li { a href=(cards.address(deck)) aria-current=[(deck == shown).then_some("true")] { (deck.name()) } }
                }
            }
        }
    }
}
