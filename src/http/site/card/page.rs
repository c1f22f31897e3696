//! The page of a card: upright and reversed, its names, its meanings, its role in the games.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::{Markup, PreEscaped, html};

use super::{TRUMPS, deck_of, list_address, of_suit};
use crate::{
    cards::{Card, Deck, PACK},
    http::{
        extract::{path, query::Query},
        site::{
            error::{PageError, PageResult},
            layout::{self, Section},
            learn, look, urls,
        },
    },
    reading::{
        Disposition, Language, Zone,
        art::Size,
        correspondence,
        svg::{Embedding, Faces, scene},
        texts::{Advice, Texts, texts},
    },
    service::Service,
};

/// A card by its id. A card's name redirects to its id.
pub async fn page(request: HttpRequest, service: web::Data<Service>, name: web::Path<String>) -> PageResult {
    let mut query = Query::filled(&request);
    let deck = deck_of(&mut query);
    let look = look::chosen(&mut query, &service);
    query.finish()?;
    let card = path::card(&name, deck).map_err(|detail| PageError::new(StatusCode::NOT_FOUND, detail))?;
    if card.id() != *name {
        return Ok(layout::see_other(urls::card(card, deck)));
    }
    Ok(shown(card, deck, service.pictures().linked(look, Size::Large)))
}

fn shown(card: Card, deck: Deck, faces: Faces<'_>) -> HttpResponse {
    let name = deck.card_name(card);
    let texts = texts(Language::default());
    let body = html! {
        nav.pages aria-label="Cards" {
            ul {
                li { a href="/cards" { "All cards" } }
                li { a href=(list_address(kind(card), deck)) { "All " (kind_name(card, deck)) } }
            }
        }
        article.card-page {
            h1 { (name) }
            (names(card, deck))
            @if deck != Deck::French { p.hint { "The picture: " (scene::shown(deck.counterpart(card))) " " a href=(urls::DECK) { "All 78" } } }
            div.ways-up { @for way in Disposition::ALL { (side(card, deck, way, texts, faces)) } }
            (corresponds(card, deck))
            (in_games(card, deck))
            section aria-labelledby="source" {
                h2 #source { "Where these texts are from" }
                p { (texts.about(deck)) }
                p {
                    "The decks differ in their names and pictures, and some have meanings of their own. Here the meanings are Waite’s "
                    "in every deck. The zones are the parts of a " a href="/rules/reading#places" { "layout" } "."
                    @if deck.counterpart(card) != card {
                        " They go with the names: Adjustment has that of Justice, and Lust that of Strength."
                    }
                }
            }
        }
        (neighbours(card, deck))
    };
    layout::page(StatusCode::OK, Section::Cards.within(&name), &["guide.css"], &body)
}

/// The list filter for the card's suit.
fn kind(card: Card) -> &'static str {
    card.suit().map_or(TRUMPS, of_suit)
}

fn kind_name(card: Card, deck: Deck) -> &'static str {
    card.suit().map_or(deck.trumps_name(), |suit| deck.suit_name(suit))
}

/// The card's name in each deck, with links to the pages with these names.
fn names(card: Card, shown: Deck) -> Markup {
    html! {
        dl.pairs.names {
            @for deck in Deck::ALL {
                dt { a href=(urls::card(card, deck)) aria-current=[(deck == shown).then_some("true")] { (deck.name()) } }
                dd {
                    (deck.card_name(card))
                    @if let Some(title) = deck.card_title(card) { ", " q { (title) } }
                    // The name of a French-suited trump is its number.
                    @if let Some(number) = card.roman().filter(|_| deck != Deck::French) { ", " (number) }
                }
            }
        }
    }
}

/// The card in one orientation, with its meaning.
fn side(card: Card, deck: Deck, way: Disposition, texts: &'static Texts, faces: Faces<'_>) -> Markup {
    let meaning = texts.card(card, deck).meaning(way);
    let (id, heading) = match way {
        Disposition::Well => ("upright-side", "Upright: well-disposed"),
        Disposition::Ill => ("reversed-side", "Reversed: ill-disposed"),
    };
    html! {
        section aria-labelledby=(id) {
            figure.large { (PreEscaped(faces.card(card, deck, way, Embedding::InPage))) }
            h2 #(id) { (heading) }
            ul.keywords { @for keyword in &meaning.keywords { li { (keyword) } } }
            p { "It stands for " (list_or(&meaning.themes)) "." }
            @for sentence in &meaning.sentences { p.advice { (sentence) } }
            (by_zone(&meaning.advice))
        }
    }
}

/// What it corresponds to.
fn corresponds(card: Card, deck: Deck) -> Markup {
    let Some(found) = correspondence(card, deck) else { return Markup::default() };
    let element = match (found.element, found.part) {
        (Some(element), Some(part)) => Some(format!("{} of {}", part.id(), element.id())),
        (element, _) => element.map(|element| element.id().to_owned()),
    };
    let number = if card.is_trump() { "Path on the tree of life" } else { "Sphere on the tree of life" };
    let decan = found.planet.zip(found.sign).map(|(planet, sign)| format!("{planet} in {sign}"));
    let heaven = decan.or_else(|| found.planet.or(found.sign).map(str::to_owned));
    let rows = [
        ("Element", element),
        ("Planet or sign", heaven),
        ("Hebrew letter", found.letter.map(str::to_owned)),
        (number, found.number.map(|number| number.to_string())),
    ];
    html! {
        section aria-labelledby="correspondences" {
            h2 #correspondences { "Correspondences" }
            dl.pairs {
                @for (name, value) in rows.iter().filter_map(|(name, value)| Some((name, value.as_ref()?))) {
                    dt { (name) } dd.corresponds { (value) }
                }
            }
            p.hint { "By " (found.source) ". The meanings above do not depend on them." }
        }
    }
}

/// `a, b or c`.
fn list_or([one, other, third]: &[String; 3]) -> Markup {
    html! { em { (one) } ", " em { (other) } " or " em { (third) } }
}

/// Its advice in each zone of a layout. A reading uses one of these sentences.
fn by_zone(advice: &Advice) -> Markup {
    let zones = Zone::ALL.map(|zone| (zone, advice.in_zone(zone)));
    html! {
        @if zones.iter().any(|(_, wordings)| !wordings.is_empty()) {
            p.hint { "A reading says one of these sentences, by the zone in which the card lies:" }
            dl.zones {
                @for (zone, wordings) in zones {
                    dt { "In " (zone.name()) }
                    @for wording in wordings { dd { (wording) } }
                }
            }
        }
    }
}

/// Its role in each game.
fn in_games(card: Card, deck: Deck) -> Markup {
    let rules: Vec<_> = learn::rules_of_card(card).collect();
    html! {
        section aria-labelledby="games" {
            h2 #games { "In the games" }
            @if rules.is_empty() {
                p { "In the games it counts by suit and rank, as the others of its suit do." }
            }
            dl.games {
                @for (ruleset, rule) in rules {
                    @let name = ruleset.info().deck.map(|deck| deck.card_name(card)).filter(|name| *name != deck.card_name(card));
                    dt { a href={ "/rules/" (ruleset.id()) "#" (rule.section) } { (ruleset.info().name) } }
                    dd { @if let Some(name) = name { "As " strong { (name) } ". " } (rule.text) }
                }
            }
        }
    }
}

/// Links to the previous and next card of the pack.
fn neighbours(card: Card, deck: Deck) -> Markup {
    let before = card.index().checked_sub(1).and_then(|place| PACK.get(place));
    html! {
        nav.paging.neighbours aria-label="Other cards" {
            @if let Some(before) = before { a rel="prev" href=(urls::card(*before, deck)) { "← " (deck.card_name(*before)) } }
            @if let Some(next) = PACK.get(card.index() + 1) {
                a.next rel="next" href=(urls::card(*next, deck)) { (deck.card_name(*next)) " →" }
            }
        }
    }
}
