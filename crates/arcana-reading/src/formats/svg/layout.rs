//! The table of a reading as seen by the querent: the zones from far to near, the spheres as a tree.

use maud::{Markup, html};

use super::{
    Faces,
    document::{Embedding, Root, document},
    face,
    ink::Ink,
    lettering::{self, Block, Letter, centred},
    signs,
};
use crate::{
    Disposition, Element, Heading, Layout, Place, PlaceReading, ReadCard, Reading, Sphere, Spot, SuitOrStars, Zone,
    ZoneReading, formats::presentation::Presentation,
};

/// Width of the picture.
const WIDTH: i32 = 760;
/// Margin of texts from its edges.
const MARGIN: i32 = 40;
/// Distance between neighbouring places.
const PITCH: i32 = 148;
/// Maximum width of a caption with four or five places in a row, and beside the tree.
const NARROW: u32 = 138;
const BROAD: u32 = 214;
/// Distance of a caption below its card.
const CAPTION_GAP: i32 = 6;
/// Distance between the captions of one row and the cards of the next.
const ROW_GAP: i32 = 16;

/// The paths of the tree of life.
const PATHS: [(u8, u8); 22] = [
    (1, 2),
    (1, 3),
    (1, 6),
    (2, 3),
    (2, 4),
    (2, 6),
    (3, 5),
    (3, 6),
    (4, 5),
    (4, 6),
    (4, 7),
    (5, 6),
    (5, 8),
    (6, 7),
    (6, 8),
    (6, 9),
    (7, 8),
    (7, 9),
    (7, 10),
    (8, 9),
    (8, 10),
    (9, 10),
];

/// All positions.
struct LayoutPicture<'a> {
    reading: &'a Reading,
    shown: &'a Presentation<'a>,
    /// The upper edge of the far row.
    top: i32,
    /// Height of half a row: half a card and half its caption.
    half_row: i32,
    embedding: Embedding,
    faces: Faces<'a>,
}

/// The reading as a picture.
pub(super) fn picture(reading: &Reading, heading: &Heading, embedding: Embedding, faces: Faces<'_>) -> String {
    let head = match embedding {
        Embedding::Standalone => head(reading, heading),
        Embedding::InPage | Embedding::Linked => Block::new(WIDTH, MARGIN),
    };
    let shown = &Presentation::of(reading, heading);
    let picture =
        LayoutPicture { reading, shown, top: head.height, half_row: half_row(reading, shown), embedding, faces };
    let foot = foot(reading, shown, embedding);
    let bottom = picture.top + picture.half_row * i32::from(reading.layout.depth());
    let id = reading.player.map_or_else(|| "reading".to_owned(), |player| format!("reading-{}", player.0));
    let root = Root {
        id: &id,
        language: reading.language.tag(),
        size: (WIDTH, bottom + foot.height),
        title: &heading.title(reading),
        description: &reading.summary.text,
        embedding,
    };
    let (width, height) = root.size;
    document(
        &root,
        &html! {
            rect width=(width) height=(height) class=(Ink::Table.fill()) fill=(Ink::Table.light()) {}
            (head.draw(0))
            (picture.tree())
            @match embedding {
                // Links are in the order of the text, for keyboard navigation.
                Embedding::Linked => @for zone in &reading.zones { "\n" (picture.zone(zone)) },
                Embedding::Standalone | Embedding::InPage => @for zone in reading.zones.iter().rev() { "\n" (picture.zone(zone)) },
            }
            "\n"
            (embedding.beside_links(html! { (foot.draw(bottom)) (counts(reading, bottom + 30)) }))
        },
    )
}

impl LayoutPicture<'_> {
    /// The centre of a card at this place.
    fn middle(&self, place: Place) -> (i32, i32) {
        let layout = self.reading.layout;
        let spot = layout.spot(place).unwrap_or(Spot { column: 0, row: 0 });
        let rows_above = i32::from(layout.depth()) - i32::from(spot.row) - 2;
        let x = WIDTH / 2 + i32::from(spot.column) * PITCH / 2;
        (x, self.top + rows_above * self.half_row + face::HEIGHT / 2 + ROW_GAP / 2)
    }

    /// The paths between the spheres, behind the cards.
    fn tree(&self) -> Markup {
        let at = |number| {
            let there = |place: &Place| place.sphere() == Some(Sphere::Tree(number));
            self.reading.layout.places().find(there).map(|place| self.middle(place))
        };
        let lines = PATHS.into_iter().filter_map(|(one, other)| {
            let ((x1, y1), (x2, y2)) = (at(one)?, at(other)?);
            Some(format!("M{x1} {y1}L{x2} {y2}"))
        });
        html! {
            @if self.reading.layout.has_spheres() {
                path class=(Ink::Faint.line()) fill="none" stroke=(Ink::Faint.light()) stroke-width="3"
                    d=(lines.collect::<String>()) {}
            }
        }
    }

    fn zone(&self, zone: &ZoneReading) -> Markup {
        html! {
            g {
                title { (zone.zone.name()) }
                (self.border(zone.zone))
                @for it in &zone.places { (self.place(it)) }
            }
        }
    }

    /// The zone's name along the left edge, and a line that separates it from the next zone.
    fn border(&self, zone: Zone) -> Markup {
        let layout = self.reading.layout;
        let near = i32::from(layout.depth()) - i32::from(layout.near_edge(zone).unwrap_or(0));
        let depth = i32::from(zone.depth());
        let far_y = self.top + (near - depth) * self.half_row;
        let y = far_y + depth * self.half_row / 2;
        html! {
            text aria-hidden=[self.hidden()] transform={ "translate(22 " (y) ") rotate(-90)" } font-size="15" letter-spacing="4" text-anchor="middle"
                class=(Ink::Muted.fill()) fill=(Ink::Muted.light()) { (zone.name().to_uppercase()) }
            path class=(Ink::Faint.line()) fill="none" stroke=(Ink::Faint.light()) stroke-width="1.5"
                stroke-dasharray="2 6" d={ "M" (MARGIN) " " (far_y) "H" (WIDTH - MARGIN) } {}
        }
    }

    fn place(&self, place: &PlaceReading) -> Markup {
        let drawn = self.drawn(place);
        match self.embedding {
            Embedding::Linked if !place.cards.is_empty() => html! {
                a id=(place.place.picture_anchor()) href={ "#" (place.place.anchor()) } aria-label=(self.shown.label(place)) {
                    (drawn)
                }
            },
            Embedding::Linked => html! { g { (drawn) } },
            Embedding::Standalone | Embedding::InPage => html! { g { title { (self.shown.text(place)) } (drawn) } },
        }
    }

    /// A place: its cards, its sphere and its caption.
    fn drawn(&self, place: &PlaceReading) -> Markup {
        let (x, y) = self.middle(place.place);
        html! {
            @match &place.cards[..] {
                [] => (empty(x, y)),
                [card] => (self.card(card, (x, y, 0))),
                [first, others @ ..] => {
                    @for card in others { (self.card(card, (x + 17, y - 2, 6))) }
                    (self.card(first, (x - 17, y + 2, -6)))
                }
            }
            (self.embedding.beside_links(html! {
                @if let Some(sphere) = place.sphere {
                    (badge(sphere, x - face::WIDTH / 2 - 10, y - face::HEIGHT / 2 + 10))
                }
                (Caption::of(place, &self.shown.title(place.place), caption_width(self.reading.layout, place.place))
                    .draw(x, y + face::HEIGHT / 2 + CAPTION_GAP))
            }))
        }
    }

    /// Links have labels, and what is drawn in and beside them is not read out.
    fn hidden(&self) -> Option<&'static str> {
        (self.embedding == Embedding::Linked).then_some("true")
    }

    fn card(&self, card: &ReadCard, (x, y, tilt): (i32, i32, i32)) -> Markup {
        html! {
            g class=[(self.embedding == Embedding::Linked).then_some("face")] aria-hidden=[self.hidden()]
                transform={ "translate(" (x) " " (y) ")" @if tilt != 0 { " rotate(" (tilt) ")" } } {
                (face::face(card.id, self.reading.deck, card.disposition, self.faces))
            }
        }
    }
}

/// Places in rows of four or five are narrow; the tree has room on both sides.
fn caption_width(layout: Layout, place: Place) -> u32 {
    let spot = layout.spot(place);
    let neighbours = layout.places().filter(|other| layout.spot(*other).map(|it| it.row) == spot.map(|it| it.row));
    if neighbours.count() > 2 { NARROW } else { BROAD }
}

/// Half the height of the highest place: card and caption.
fn half_row(reading: &Reading, shown: &Presentation<'_>) -> i32 {
    let captions = reading.places().filter(|place| place.place != Place::SharedFate);
    let height = |place: &PlaceReading| {
        Caption::of(place, &shown.title(place.place), caption_width(reading.layout, place.place)).height()
    };
    let highest = captions.map(height).max().unwrap_or(0).max(4 * LINE);
    (face::HEIGHT + CAPTION_GAP + highest + ROW_GAP + 1) / 2
}

fn empty(x: i32, y: i32) -> Markup {
    html! {
        rect x=(x - face::WIDTH / 2) y=(y - face::HEIGHT / 2) width=(face::WIDTH) height=(face::HEIGHT) rx="8"
            stroke-dasharray="5 5" class={ (Ink::Table.fill()) " " (Ink::Edge.line()) } fill=(Ink::Table.light())
            stroke=(Ink::Edge.light()) {}
    }
}

/// A sphere's number, or an element's symbol, in a disc.
fn badge(sphere: Sphere, x: i32, y: i32) -> Markup {
    html! {
        circle cx=(x) cy=(y) r="14" class={ (Ink::Table.fill()) " " (Ink::Edge.line()) } fill=(Ink::Table.light())
            stroke=(Ink::Edge.light()) {}
        @match sphere {
            Sphere::Tree(number) => (centred(&number.to_string(), (x, y + 6), (17, Letter::Plain, Ink::Text))),
            Sphere::Element(element) => {
                path class=(Ink::Text.line()) fill="none" stroke=(Ink::Text.light()) stroke-width="1.8"
                    stroke-linejoin="round" transform={ "translate(" (x) " " (y) ")" } d=(element_sign(element)) {}
            }
        }
    }
}

/// The alchemical symbols of the elements: triangles up and down, open or crossed.
const fn element_sign(element: Element) -> &'static str {
    match element {
        Element::Fire => "M0 -8.5L8 5.5H-8Z",
        Element::Air => "M0 -8.5L8 5.5H-8ZM-6 -.5H6",
        Element::Water => "M0 8.5L8 -5.5H-8Z",
        Element::Earth => "M0 8.5L8 -5.5H-8ZM-6 .5H6",
        Element::Spirit => "M-8 0a8 8 0 1 0 16 0a8 8 0 1 0 -16 0Z",
    }
}

fn head(reading: &Reading, heading: &Heading) -> Block {
    let mut head = Block::new(WIDTH, 28);
    head.add(&heading.title(reading), (44, Letter::Bold, Ink::Text));
    head.height += 10;
    for line in heading.lines() {
        head.add(&line, (21, Letter::Italic, Ink::Muted));
    }
    if let Some(care) = reading.care {
        head.add(care.sentence(), (20, Letter::Plain, Ink::Text));
    }
    head.height += 34;
    head
}

/// Cards without a place, below the counts of the suits, and the rarity; a page has these in its text.
fn foot(reading: &Reading, shown: &Presentation<'_>, embedding: Embedding) -> Block {
    let mut foot = Block::new(WIDTH, 50);
    for (title, cards) in reading.leftovers() {
        let labels = cards.iter().map(ReadCard::label).collect::<Vec<_>>().join(", ");
        foot.add(&format!("{title}: {labels}"), (18, Letter::Plain, Ink::Muted));
    }
    if let Some(rarity) = shown.rarity().filter(|_| embedding == Embedding::Standalone) {
        foot.height += 10;
        foot.add(rarity, (18, Letter::Italic, Ink::Muted));
    }
    if let Some(word) = shown.rules_word().filter(|_| embedding == Embedding::Standalone) {
        foot.add(word, (18, Letter::Italic, Ink::Muted));
    }
    foot.height += 34;
    foot
}

/// The suits' symbols in a row, each with its number.
fn counts(reading: &Reading, y: i32) -> Markup {
    html! {
        @for (suit, place) in SuitOrStars::ALL.into_iter().zip(-2..) {
            @let (x, ink, number) = (WIDTH / 2 + place * 84 - 12, Ink::of(suit, reading.deck), reading.summary.suits.get(suit));
            g {
                title { (suit.name(reading.deck)) ": " (number) }
                path class=(ink.fill()) fill=(ink.light()) transform={ "translate(" (x) " " (y) ")" }
                    d=(signs::suit(suit, reading.deck)) {}
                text x=(x + 18) y=(y + 7) font-size="20" class=(Ink::Text.fill()) fill=(Ink::Text.light()) { (number) }
            }
        }
    }
}

/// Distance between lines.
const LINE: i32 = 22;

/// Font sizes.
const TITLE: u32 = 18;
const NAME: u32 = 20;

/// Follows the name of a reversed card.
const TURNED: &str = "turned";

/// A line of a caption: a text, and whether its card is reversed.
struct Line {
    text: String,
    size: u32,
    letter: Letter,
    ink: Ink,
    turned: bool,
}

/// The lines below a place.
pub(super) struct Caption(Vec<Line>);

impl Caption {
    /// The caption of a place with this title, its lines no wider than `most`.
    pub fn of(place: &PlaceReading, title: &str, most: u32) -> Caption {
        let mut caption = Caption(Vec::new());
        caption.add(title, most, (TITLE, Letter::Plain, Ink::Muted));
        for (index, card) in place.cards.iter().enumerate() {
            let and = if index > 0 { "and " } else { "" };
            caption.add(&format!("{and}{}", card.name), most, (NAME, Letter::Bold, Ink::Text));
            if card.disposition == Disposition::Ill {
                caption.turn(most);
            }
        }
        caption
    }

    fn add(&mut self, text: &str, most: u32, (size, letter, ink): (u32, Letter, Ink)) {
        let lines = lettering::lines(text, most, size, letter);
        self.0.extend(lines.into_iter().map(|text| Line { text, size, letter, ink, turned: false }));
    }

    /// Marks the last card as reversed: after its name if there is room, else below.
    fn turn(&mut self, most: u32) {
        let needed = lettering::width(&format!(" {TURNED}"), TITLE, Letter::Italic);
        match self.0.last_mut() {
            Some(line) if lettering::width(&line.text, line.size, line.letter) + needed <= most => line.turned = true,
            _ => self.add(TURNED, most, (TITLE, Letter::Italic, Ink::Turned)),
        }
    }

    /// Its height.
    pub fn height(&self) -> i32 {
        self.0.len() as i32 * LINE
    }

    /// Draws it centred at `x`, its upper edge at `y`, with a rim that separates the letters from the tree's paths.
    pub fn draw(&self, x: i32, y: i32) -> Markup {
        html! {
            g class=(Ink::Table.line()) fill="none" stroke=(Ink::Table.light()) stroke-width="5" stroke-linejoin="round"
                paint-order="stroke" text-anchor="middle" {
                @for (line, place) in self.0.iter().zip(1..) { (line.draw(x, y + LINE * place - 5)) }
            }
        }
    }
}

impl Line {
    fn draw(&self, x: i32, y: i32) -> Markup {
        let Line { text, size, letter, ink, turned } = self;
        html! {
            text x=(x) y=(y) font-size=(size) font-style=[letter.style()] font-weight=[letter.weight()]
                class=(ink.fill()) fill=(ink.light()) {
                (text)
                @if *turned {
                    tspan dx="6" font-size=(TITLE) font-weight="400" font-style=[Letter::Italic.style()]
                        class=(Ink::Turned.fill()) fill=(Ink::Turned.light()) { (TURNED) }
                }
            }
        }
    }
}
