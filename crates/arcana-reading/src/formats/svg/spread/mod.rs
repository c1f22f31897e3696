//! The cards of a spread in their places, each with its number; below, a list that explains the numbers.
//!
//! Captions beside the cards would overlap in many spreads of callers, and would be unreadable on small screens.
//! Numbers always fit, and the list below is as wide as the picture.

mod list;
mod map;
mod plan;

use maud::{Markup, html};

use super::{
    back,
    block::Block,
    document::{Embedding, Root, document},
    face,
    faces::Faces,
    ink::Ink,
    lettering::{Letter, centred},
};
use crate::{Heading, PlaceOfSpread, SpreadPlace, SpreadReading};

pub(super) use map::map;

use list::List;
use plan::{BADGE, Lying, Plan, short};

/// Width of the picture.
const WIDTH: i32 = 640;

/// Margin above a picture without a heading, and below any picture.
const MARGIN: i32 = 28;

/// The spread as a picture.
pub(super) fn picture(reading: &SpreadReading, heading: &Heading, embedding: Embedding, faces: Faces<'_>) -> String {
    let head = match embedding {
        Embedding::Standalone => head(reading, heading),
        Embedding::InPage | Embedding::Linked => Block::new(WIDTH, MARGIN),
    };
    let plan = Plan::of(reading.places.iter().map(|it| &it.place), WIDTH);
    let list = match embedding {
        Embedding::Standalone | Embedding::InPage => List::of(&reading.places, WIDTH),
        Embedding::Linked => List::of(&[], WIDTH),
    };
    let size = (WIDTH, head.height + plan.height + list.height + MARGIN);
    let root = Root {
        id: "spread",
        language: reading.language.tag(),
        size,
        title: &heading.title_of_spread(reading),
        description: &reading.summary.text,
        embedding,
    };
    document(
        &root,
        &html! {
            rect width=(size.0) height=(size.1) class=(Ink::Table.fill()) fill=(Ink::Table.light()) {}
            @if embedding == Embedding::Linked { defs { g #card-back { (back::back()) } } }
            (head.draw(0))
            g transform={ "translate(0 " (head.height) ")" } {
                @for (place, lying) in reading.places.iter().zip(&plan.cards) { "\n" (card(reading, place, lying, (embedding, faces))) }
            }
            "\n"
            (embedding.beside_links(html! {
                @for (number, (x, y)) in plan.badges.iter().enumerate() { (badge(number + 1, (*x, head.height + y))) }
            }))
            "\n"
            (list.draw(head.height + plan.height))
        },
    )
}

fn head(reading: &SpreadReading, heading: &Heading) -> Block {
    let mut head = Block::new(WIDTH, MARGIN);
    head.add(&heading.title_of_spread(reading), (40, Letter::Bold, Ink::Text));
    head.height += 10;
    for line in heading.lines() {
        head.add(&line, (21, Letter::Italic, Ink::Muted));
    }
    if let Some(care) = reading.care {
        head.add(care.sentence(), (20, Letter::Plain, Ink::Text));
    }
    head.height += 20;
    head
}

fn card(
    reading: &SpreadReading,
    it: &PlaceOfSpread,
    lying: &Lying,
    (embedding, faces): (Embedding, Faces<'_>),
) -> Markup {
    let PlaceOfSpread { place, card, .. } = it;
    let face = face::face(card.id, reading.deck, card.disposition(), faces);
    let label = format!("{}: {}", place.name, card.label());
    match embedding {
        Embedding::Standalone | Embedding::InPage => {
            html! { g transform=(there(place, lying)) { title { (label) } (face) } }
        }
        Embedding::Linked => html! {
            a id=(place.picture_anchor()) href={ "#" (place.anchor()) } aria-label=(label) {
                g transform=(there(place, lying)) aria-hidden="true" { g.face { (face) use.back href="#card-back" {} } }
            }
        },
    }
}

/// A card's position, as an SVG transformation.
fn there(place: &SpreadPlace, Lying { x, y, scale }: &Lying) -> String {
    format!("translate({} {}) rotate({}) scale({})", short(*x), short(*y), place.rotation, short(*scale))
}

/// A place's number in a disc.
fn badge(number: usize, (x, y): (i32, i32)) -> Markup {
    html! {
        circle cx=(x) cy=(y) r=(BADGE / 2 - 1) class={ (Ink::Table.fill()) " " (Ink::Edge.line()) }
            fill=(Ink::Table.light()) stroke=(Ink::Edge.light()) {}
        (centred(&number.to_string(), (x, y + 7), (19, Letter::Bold, Ink::Text)))
    }
}

#[cfg(test)]
mod tests;
