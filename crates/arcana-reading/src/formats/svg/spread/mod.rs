//! The cards of a spread in their places, each with its number; below, a list that explains the numbers.
//!
//! Captions beside the cards would overlap in many spreads of callers, and would be unreadable on small screens.
//! Numbers always fit, and the list below is as wide as the picture.

use maud::{Markup, html};

use super::{
    Faces,
    document::{Embedding, Root, document},
    face,
    ink::Ink,
    lettering::{self, Block, Letter, centred},
};
use crate::{Heading, PlaceOfSpread, SpreadPlace, SpreadReading};

/// Width of the picture.
const WIDTH: i32 = 640;

/// Width of a picture in pixels, where nothing else is asked for.
const USUAL_WIDTH: f64 = 1000.0;

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
            @if embedding == Embedding::Linked { defs { g #card-back { (faces.back(reading.deck)) } } }
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
    let faces = faces.of_width(lying.scale * f64::from(face::WIDTH) * USUAL_WIDTH / f64::from(WIDTH));
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

/// Diameter of a number's disc.
const BADGE: i32 = 32;

/// Distance of a disc's centre from the corner of its card.
const OUTSIDE: f64 = 5.0;

/// Margin of the cards from the edges of the picture.
const CARDS_MARGIN: f64 = 26.0;

/// Maximum width of a card.
const WIDEST: f64 = 150.0;

/// Maximum height of all cards, with the discs at their edges.
const HIGHEST: f64 = 900.0;

/// Height of a card, in card widths.
const HEIGHT: f64 = face::HEIGHT as f64 / face::WIDTH as f64;

/// All positions.
#[derive(Debug)]
pub struct Plan {
    /// The cards, in the order of the places.
    pub cards: Vec<Lying>,
    /// The centres of their numbers; empty for a single card.
    pub badges: Vec<(i32, i32)>,
    /// The total height.
    pub height: i32,
}

/// A card's position: its centre and its scale.
#[derive(Clone, Copy, Debug)]
pub struct Lying {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// Its size.
    pub scale: f64,
}

/// A number with at most two decimals.
fn short(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// Half the width and half the height of a card's bounding box after rotation, in card widths.
fn reach(place: &SpreadPlace) -> (f64, f64) {
    let (sin, cos) = place.rotation.to_radians().sin_cos();
    let (sin, cos) = (sin.abs(), cos.abs());
    ((cos + HEIGHT * sin) / 2.0, (sin + HEIGHT * cos) / 2.0)
}

/// Left, right, upper and lower edge of all cards, in card widths.
fn bounds<'a>(places: impl Iterator<Item = &'a SpreadPlace> + Clone) -> (f64, f64, f64, f64) {
    let edge = |side: fn(&SpreadPlace, (f64, f64)) -> f64| places.clone().map(move |it| side(it, reach(it)));
    let (left, right) = (edge(|it, (x, _)| it.x - x), edge(|it, (x, _)| it.x + x));
    let (top, bottom) = (edge(|it, (_, y)| it.y - y), edge(|it, (_, y)| it.y + y));
    let (left, right) = (left.fold(f64::MAX, f64::min), right.fold(f64::MIN, f64::max));
    (left, right, top.fold(f64::MAX, f64::min), bottom.fold(f64::MIN, f64::max))
}

impl Plan {
    /// The plan of these places in a picture of this width.
    pub fn of<'a>(places: impl Iterator<Item = &'a SpreadPlace> + Clone, width: i32) -> Plan {
        let (left, right, top, bottom) = bounds(places.clone());
        let width = f64::from(width);
        let unit = WIDEST.min((width - 2.0 * CARDS_MARGIN) / (right - left)).min(HIGHEST / (bottom - top));
        let start = (width - (right - left) * unit) / 2.0;
        let lying = |it: &SpreadPlace| Lying {
            x: start + (it.x - left) * unit,
            y: CARDS_MARGIN + (it.y - top) * unit,
            scale: unit / f64::from(face::WIDTH),
        };
        let cards = places.clone().map(lying).collect::<Vec<_>>();
        let height = ((bottom - top) * unit + 2.0 * CARDS_MARGIN).ceil() as i32;
        let field = (width as i32, height);
        let mut badges = Vec::new();
        if cards.len() > 1 {
            for (card, place) in cards.iter().zip(places) {
                let (x, y) = reach(place);
                badges.push(badge_spot(card, (x * unit, y * unit), &badges, field));
            }
        }
        Plan { cards, badges, height }
    }
}

/// The centre of a card's number: at one of its corners if that is free, else at the nearest free spot.
fn badge_spot(card: &Lying, (x, y): (f64, f64), taken: &[(i32, i32)], (width, height): (i32, i32)) -> (i32, i32) {
    let half = BADGE / 2;
    let within = |(x, y): (f64, f64)| {
        ((x as i32).clamp(half, (width - half).max(half)), (y as i32).clamp(half, (height - half).max(half)))
    };
    let free =
        |spot: &(i32, i32)| taken.iter().all(|it| (it.0 - spot.0).abs() >= BADGE || (it.1 - spot.1).abs() >= BADGE);
    // Slightly outside, so that the corner of the card stays visible.
    let (x, y) = (x + OUTSIDE, y + OUTSIDE);
    let corners = [(-x, -y), (x, -y), (-x, y), (x, y)].map(|(x, y)| within((card.x + x, card.y + y)));
    let everywhere = || {
        let columns = (half..=width - half).step_by(half as usize);
        columns.flat_map(move |x| (half..=height - half).step_by(half as usize).map(move |y| (x, y)))
    };
    let far = |spot: &(i32, i32)| {
        let (x, y) = (f64::from(spot.0) - card.x, f64::from(spot.1) - card.y);
        (x * x + y * y) as u64
    };
    corners.into_iter().find(free).or_else(|| everywhere().filter(free).min_by_key(far)).unwrap_or(corners[0])
}

/// End of the numbers, and start of the names.
const NUMBERS: i32 = 62;
const NAMES: i32 = 76;

/// Margin of texts from the right edge.
const LIST_MARGIN: i32 = 28;

/// Font sizes; the smaller letters are ten pixels high on a screen 360 pixels wide.
const CARD: u32 = 22;
const PLACE: u32 = 18;

/// Line height of a font size.
const fn line(size: u32) -> i32 {
    size as i32 * 4 / 3
}

/// Distance between two places.
const GAP: i32 = 8;

/// A line of the list.
#[derive(Debug)]
struct Line {
    text: String,
    y: i32,
    size: u32,
    letter: Letter,
    ink: Ink,
    /// The number of the place, at its first line.
    number: Option<usize>,
}

/// The list.
#[derive(Debug)]
pub struct List {
    lines: Vec<Line>,
    /// Its height.
    pub height: i32,
}

impl List {
    /// The list of these places, in a picture of this width.
    pub fn of(places: &[PlaceOfSpread], width: i32) -> List {
        let most = (width - NAMES - LIST_MARGIN) as u32;
        let mut list = List { lines: Vec::new(), height: GAP };
        for (index, place) in places.iter().enumerate() {
            let ink = if place.card.reversed { Ink::Turned } else { Ink::Text };
            let number = (places.len() > 1).then_some(index + 1);
            list.add(&place.card.label(), most, (CARD, Letter::Bold, ink), number);
            list.add(&place.place.name, most, (PLACE, Letter::Plain, Ink::Muted), None);
            list.height += GAP;
        }
        list
    }

    fn add(&mut self, text: &str, most: u32, (size, letter, ink): (u32, Letter, Ink), mut number: Option<usize>) {
        for text in lettering::lines(text, most, size, letter) {
            self.height += line(size);
            self.lines.push(Line { text, y: self.height, size, letter, ink, number: number.take() });
        }
    }

    /// Draws it below this height.
    pub fn draw(&self, top: i32) -> Markup {
        html! {
            g font-size=(CARD) font-weight="700" text-anchor="end" class=(Ink::Muted.fill()) fill=(Ink::Muted.light()) {
                @for line in &self.lines {
                    @if let Some(number) = line.number { text x=(NUMBERS) y=(top + line.y) { (number) } }
                }
            }
            @for Line { text, y, size, letter, ink, .. } in &self.lines {
                text x=(NAMES) y=(top + y) font-size=(size) font-weight=[letter.weight()] class=(ink.fill())
                    fill=(ink.light()) { (text) }
            }
        }
    }
}

/// Minimum extent of a map, in card widths, so that the cards of small spreads are not larger than others.
const MAP_LEAST: (f64, f64) = (3.8, 2.9);

/// Margin around the cards, in card widths.
const MAP_MARGIN: f64 = 0.1;

/// Font size of the numbers, in units of a card.
const NUMBER: u32 = 46;

/// The layout of a spread, each place as a card face down with its number; decorative and hidden from screen readers.
pub fn map(places: &[SpreadPlace]) -> String {
    let (left, right, top, bottom) = bounds(places.iter());
    let (width, height) = ((right - left).max(MAP_LEAST.0) + MAP_MARGIN, (bottom - top).max(MAP_LEAST.1) + MAP_MARGIN);
    let corner = ((left + right - width) / 2.0, (top + bottom - height) / 2.0);
    let unit = |length: f64| short(length * f64::from(face::WIDTH));
    let field = [corner.0, corner.1, width, height].map(|length| unit(length).to_string()).join(" ");
    let number =
        |number: usize| centred(&number.to_string(), (0, NUMBER as i32 / 3), (NUMBER, Letter::Bold, Ink::Stars));
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" class="arcana map" viewBox=(field) aria-hidden="true" {
            @for (index, place) in places.iter().enumerate() {
                g transform={ "translate(" (unit(place.x)) " " (unit(place.y)) ") rotate(" (place.rotation) ")" } {
                    (face::plain_back())
                    // Numbers are upright regardless of the card's rotation.
                    g transform=[(place.rotation != 0.0).then(|| format!("rotate({})", -place.rotation))] { (number(index + 1)) }
                }
            }
        }
    };
    picture.into_string()
}

#[cfg(test)]
mod map_tests {
    use super::*;
    use crate::KnownSpread;

    fn drawn(id: &str) -> String {
        map(&KnownSpread::find(id, None).expect("a spread").places)
    }

    #[test]
    fn every_place_lies_within_its_map() {
        for known in KnownSpread::each() {
            let picture = map(&known.places);
            let parsed = roxmltree::Document::parse(&picture).expect("well-formed");
            let field = parsed.root_element().attribute("viewBox").expect("a field");
            let field: Vec<f64> = field.split(' ').map(|length| length.parse().expect("a number")).collect();
            assert_eq!(parsed.root_element().children().count(), known.places.len());
            for place in &known.places {
                let (x, y) = (place.x * 100.0 - field[0], place.y * 100.0 - field[1]);
                assert!(
                    x >= 50.0 && x + 50.0 <= field[2] && y >= 50.0 && y + 50.0 <= field[3],
                    "{}: {}",
                    known.id,
                    place.id
                );
            }
        }
    }

    #[test]
    fn a_number_is_upright_on_a_card_that_lies_across() {
        assert!(drawn("celtic-cross").contains("rotate(90)\"><rect"));
        assert_eq!(drawn("celtic-cross").matches("rotate(-90)").count(), 1);
        assert!(drawn("one-card").contains("viewBox=\"-195 -150 390 300\""), "{}", drawn("one-card"));
    }
}

#[cfg(all(test, feature = "pictures"))]
mod tests;
