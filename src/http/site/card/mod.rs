//! The cards: a list of all, and a page for each.

mod deck;
mod page;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use maud::{Markup, html};

use super::{
    assets,
    board::{Look, face},
    error::{PageResult, faults},
    form::{Field, Form},
    layout::{self, Section},
    urls,
};
use crate::{
    cards::{Card, Deck, Rank, Suit},
    http::{api::cards, extract::query::Query},
    reading::{CardSearch, Disposition, Language, texts::texts},
    service::Question,
};

pub use self::{deck::deck, page::page};

/// The filter for trumps.
const TRUMPS: &str = "arcana=major";

/// Lists shorter than this show the cards' meanings.
const COMPACT_FROM: usize = 15;

const WORDS: Field<'_> = Field { limit: Some(Question::LIMIT), ..Field::text("q", "q", "Words") };
const SUIT: Field<'_> = Field::text("suit", "suit", "Suit");
const ARCANA: Field<'_> = Field::text("arcana", "arcana", "Arcana");
const RANK: Field<'_> = Field::text("rank", "rank", "Rank");
const DECK: Field<'_> = Field::text("deck", "deck", "Names of");

/// The filter for a suit.
const fn of_suit(suit: Suit) -> &'static str {
    match suit {
        Suit::Wands => "suit=wands",
        Suit::Cups => "suit=cups",
        Suit::Swords => "suit=swords",
        Suit::Pentacles => "suit=pentacles",
    }
}

/// The URL of a filtered list, with the names of a deck.
fn list_address(filter: &str, deck: Deck) -> String {
    let deck = (deck != Deck::default()).then(|| format!("deck={}", deck.id()));
    let query: Vec<_> = [filter].into_iter().chain(deck.as_deref()).filter(|part| !part.is_empty()).collect();
    if query.is_empty() { "/cards".to_owned() } else { format!("/cards?{}", query.join("&")) }
}

/// The cards that match the query; all by default.
pub async fn list(request: HttpRequest) -> PageResult {
    let mut query = Query::filled(&request);
    let search = cards::search(&mut query);
    let mut form = Form::from(query.pairs().to_vec());
    if let Err(problem) = query.finish() {
        form.wrong = faults(&problem);
    }
    Ok(shown(&search, &form))
}

fn shown(search: &CardSearch, form: &Form) -> HttpResponse {
    let deck = search.deck;
    let cards: Vec<_> = if form.wrong.is_empty() { search.found().collect() } else { Vec::new() };
    let status = if form.wrong.is_empty() { StatusCode::OK } else { StatusCode::BAD_REQUEST };
    let body = html! {
        h1 { "The cards" }
        p.lead {
            "Each with what it means upright and reversed, in every layout, and what it does in the games. "
            a href=(urls::DECK) { "All 78 pictures" } ", or get to know them: " a href=(urls::PATH) { "a card a day" } "."
        }
        (quick(deck))
        (filters(deck, form))
        @if form.wrong.is_empty() {
            p.count { (count(cards.len())) }
            @if cards.len() < COMPACT_FROM { (with_meanings(&cards, deck)) } @else {
                @for of in [None].into_iter().chain(Suit::ALL.map(Some)) { (suit(of, &cards, deck)) }
            }
        }
    };
    let files = ["guide.css", "table.css", assets::deck_style(deck)];
    let title = form.titled("The cards");
    layout::page(status, Section::Cards.top(&title), &files, &body)
}

fn count(cards: usize) -> String {
    match cards {
        0 => "No card matches. Fewer words find more.".to_owned(),
        1 => "1 card".to_owned(),
        cards => format!("{cards} cards"),
    }
}

/// Links for the most common filters.
fn quick(deck: Deck) -> Markup {
    let suits = Suit::ALL.map(|suit| (of_suit(suit), deck.suit_name(suit)));
    html! {
        nav.choice aria-label="Which cards" {
            ul.inline {
                @for (filter, name) in [("", "All 78"), (TRUMPS, deck.trumps_name())].into_iter().chain(suits) {
                    li { a href=(list_address(filter, deck)) { (name) } }
                }
            }
        }
    }
}

fn filters(deck: Deck, form: &Form) -> Markup {
    let any = |choices: &[(&'static str, &'static str)]| [&[("", "Any")], choices].concat();
    let suits = Suit::ALL.map(|suit| (of_suit(suit).trim_start_matches("suit="), deck.suit_name(suit)));
    let ranks = Rank::ALL.map(|rank| (rank.id(), deck.rank_name(rank)));
    let decks = Deck::ALL.map(|deck| (deck.id(), deck.name()));
    html! {
        (form.faults([WORDS, SUIT, ARCANA, RANK, DECK]))
        search {
            form.filters method="get" action="/cards" {
                (form.line(&WORDS))
                (form.choice(&SUIT, &any(&suits)))
                (form.choice(&ARCANA, &any(&[("major", "Major: the 22 trumps"), ("minor", "Minor: the four suits")])))
                (form.choice(&RANK, &any(&ranks)))
                (form.choice(&DECK, &decks))
                p { button type="submit" { "Find cards" } }
            }
            p.hint { "Words of their names, keywords and meanings, such as peace or journey; a beginning is enough." }
        }
    }
}

/// The cards of one suit, or the trumps.
fn suit(of: Option<Suit>, found: &[Card], deck: Deck) -> Markup {
    let cards: Vec<_> = found.iter().copied().filter(|card| card.suit() == of).collect();
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

/// A short list of cards with their meanings.
fn with_meanings(found: &[Card], deck: Deck) -> Markup {
    let texts = texts(Language::default());
    html! {
        ul.found.french[deck == Deck::French] {
            @for card in found {
                @let meaning = texts.card(*card, deck);
                li {
                    a href=(urls::card(*card, deck)) { (face(*card, deck, Look::default())) }
                    strong { (deck.card_name(*card)) }
                    @for (way, label) in [(Disposition::Well, "Upright"), (Disposition::Ill, "Reversed")] {
                        p { span.label { (label) ": " } (meaning.meaning(way).keywords.join(", ")) }
                    }
                }
            }
        }
    }
}

/// The deck in the query.
fn deck_of(query: &mut Query) -> Deck {
    query.word("deck", &Deck::ALL.map(|deck| (deck.id(), deck))).unwrap_or_default()
}
