//! Readings and cards as SVG: drawn by us, without external files, with text as text.
//!
//! A standalone picture contains its style sheet and follows light or dark mode; another is for a page without inline
//! styles that links [`style_sheet`]. Without any style sheet a picture is light, and the scenes of cards are black.

mod document;
mod face;
mod ink;
mod layout;
mod lettering;
mod preview;
pub mod scene;
mod signs;
mod spread;

use arcana_engine::cards::{Card, Deck, Suit};
use maud::{Markup, html};

use self::{
    document::{Root, document},
    face::{Paint, drawing},
    ink::Ink,
    lettering::{Block, Letter},
};
use super::{
    Heading,
    presentation::{CareForm, UNTOLD},
};
use crate::{
    Disposition, DrawnCard, Reading, SpreadReading, SuitOrStars,
    art::{self, Art, Size},
};

pub use self::{
    document::Embedding,
    ink::suit_colours,
    preview::{Preview, PreviewContent, SHOWN},
    spread::map,
};

/// The style sheet of the pictures, for a page that links it.
pub fn style_sheet() -> String {
    ink::style_sheet() + scene::COLOURS
}

/// The least width of a card with a scene, in pixels.
const SCENES_FROM: f64 = 90.0;

/// The appearance of the cards in a picture.
#[derive(Clone, Copy, Debug, Default)]
pub enum Faces<'a> {
    /// The Arcana deck: a scene for each card. French cards have the signs of their suits.
    #[default]
    Drawn,
    /// Drawn signs, for cards that are so small that their scenes could not be made out.
    Signs,
    /// Pictures of this size, embedded in the document; cards without one are drawn.
    Held(&'a Art, Size),
    /// Pictures linked by their URLs; cards without one are drawn.
    Linked(&'a Art, Size),
}

impl Faces<'_> {
    /// The cards of a spread in their places, with their names below.
    pub fn spread(self, reading: &SpreadReading, heading: &Heading, embedding: Embedding) -> String {
        match CareForm::of_spread(reading) {
            Some(form) => words(&form, embedding),
            None => spread::picture(reading, heading, embedding, self),
        }
    }

    /// The reading as the querent sees it on the table.
    pub fn reading(self, reading: &Reading, heading: &Heading, embedding: Embedding) -> String {
        match CareForm::of(reading, heading) {
            Some(form) => words(&form, embedding),
            None => layout::picture(reading, heading, embedding, self),
        }
    }

    /// One card of a deck, upright or reversed. A page can contain both.
    pub fn card(self, card: Card, deck: Deck, disposition: Disposition, embedding: Embedding) -> String {
        let id = match (embedding, disposition) {
            (Embedding::Standalone, _) => "card",
            (Embedding::InPage | Embedding::Linked, Disposition::Well) => "upright",
            (Embedding::InPage | Embedding::Linked, Disposition::Ill) => "reversed",
        };
        let title = DrawnCard { card, disposition }.label(deck);
        let description = match disposition {
            Disposition::Well => format!("{title}, upright: well-disposed."),
            Disposition::Ill => format!("{title}: ill-disposed."),
        };
        let size = (face::WIDTH + 4, face::HEIGHT + 4);
        let root = Root { id, language: "en", size, title: &title, description: &description, embedding };
        let (x, y) = (face::WIDTH / 2 + 2, face::HEIGHT / 2 + 2);
        document(
            &root,
            &html! {
                g transform={ "translate(" (x) " " (y) ")" } { (face::face(card, deck, disposition, self)) }
            },
        )
    }

    /// A card face down, as large as [`card`](Faces::card). It says nothing to screen readers.
    pub fn card_back(self, deck: Deck) -> String {
        let (width, height) = (face::WIDTH + 4, face::HEIGHT + 4);
        let (x, y) = (width / 2, height / 2);
        let picture = html! {
            svg.arcana viewBox={ "0 0 " (width) " " (height) } aria-hidden="true" {
                g transform={ "translate(" (x) " " (y) ")" } { (self.back(deck)) }
            }
        };
        picture.into_string()
    }

    /// The same for cards of this width, in pixels of a picture of the usual size.
    fn of_width(self, pixels: f64) -> Self {
        match self {
            Faces::Drawn if pixels < SCENES_FROM => Faces::Signs,
            Faces::Drawn | Faces::Signs | Faces::Held(..) | Faces::Linked(..) => self,
        }
    }

    /// The back of the cards, centred at (0, 0).
    fn back(self, deck: Deck) -> Markup {
        match (self, deck) {
            (Faces::Drawn, Deck::Fortunes | Deck::WaiteSmith | Deck::Thoth) => scene::back(),
            (Faces::Drawn, Deck::French) | (Faces::Signs | Faces::Held(..) | Faces::Linked(..), _) => face::back(),
        }
    }

    /// The card's picture centred at (0, 0), with this height, if there is one.
    fn picture(self, card: Card, deck: Deck, height: f32) -> Option<Markup> {
        let shown = art::stands_for(card, deck)?;
        let (picture, address) = match self {
            Faces::Drawn => return Some(scene::scene(shown)),
            Faces::Signs => return None,
            Faces::Held(art, size) => {
                let picture = art.picture(shown, size);
                (picture, picture.data_url())
            }
            Faces::Linked(art, size) => {
                let picture = art.picture(shown, size);
                (picture, art::address(shown, size, picture))
            }
        };
        let width = height / picture.ratio();
        let (x, y) = (-width / 2.0, -height / 2.0);
        Some(html! {
            image x=(x) y=(y) width=(width) height=(height) href=(address) preserveAspectRatio="none" {}
            rect x=(x) y=(y) width=(width) height=(height) rx="2" fill="none" class=(Ink::Edge.line())
                stroke=(Ink::Edge.light()) {}
        })
    }
}

/// A suit's symbol as one filled path, in an area of 24 units around its centre.
pub const fn sign(suit: Suit, deck: Deck) -> &'static str {
    let suit = match suit {
        Suit::Wands => SuitOrStars::Wands,
        Suit::Cups => SuitOrStars::Cups,
        Suit::Swords => SuitOrStars::Swords,
        Suit::Pentacles => SuitOrStars::Pentacles,
    };
    signs::suit(suit, deck)
}

/// A card's drawing without lettering and colour, in an area of 64 by 96 units: a mask for pages that colour it.
pub fn mask(card: Card, deck: Deck) -> String {
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -48 64 96" { (drawing(card, deck, Paint::Mask)) }
    };
    picture.into_string()
}

/// Width of the picture, and its margin above and below.
const WORDS_WIDTH: i32 = 640;
const WORDS_MARGIN: i32 = 40;

/// A reading that needs care: whom to turn to, and the list of its places.
fn words(form: &CareForm<'_>, embedding: Embedding) -> String {
    let (title, said) = (UNTOLD, &form.said);
    let mut block = Block::new(WORDS_WIDTH, WORDS_MARGIN);
    block.add(title, (40, Letter::Bold, Ink::Text));
    block.height += 20;
    for line in said {
        block.add(line, (24, Letter::Plain, Ink::Text));
        block.height += 8;
    }
    block.height += 16;
    for line in form.list() {
        block.add(&line, (20, Letter::Plain, Ink::Muted));
        block.height += 4;
    }
    let size = (WORDS_WIDTH, block.height + WORDS_MARGIN);
    let description = said.join(" ");
    let root = Root { id: "words", language: form.language.tag(), size, title, description: &description, embedding };
    document(
        &root,
        &html! {
            rect width=(size.0) height=(size.1) class=(Ink::Table.fill()) fill=(Ink::Table.light()) {}
            (block.draw(0))
        },
    )
}

/// Distance of the cards' centres from the centre of rotation.
const RADIUS: f32 = 560.0;
/// Angle between neighbouring cards, in degrees.
const STEP: f32 = 9.0;
/// Space for the cards' outlines beyond their edges.
const RIM: f32 = 3.0;

/// The upright cards as a fan, the middle one highest. It is decorative and hidden from screen readers.
pub fn fan(cards: &[Card], deck: Deck, faces: Faces<'_>) -> String {
    let middle = cards.len().saturating_sub(1) as f32 / 2.0;
    let angles = (0..cards.len()).map(|place| (place as f32 - middle) * STEP);
    let (width, top, bottom) = extent(middle * STEP);
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" class="arcana fan" viewBox={ (-width) " " (top) " " (2.0 * width) " " (bottom - top) }
            width=(2.0 * width) height=(bottom - top) aria-hidden="true" {
            @for (card, angle) in cards.iter().zip(angles) { (held(*card, deck, angle, faces)) }
        }
    };
    picture.into_string()
}

fn held(card: Card, deck: Deck, angle: f32, faces: Faces<'_>) -> Markup {
    html! {
        g transform={ "rotate(" (angle) " 0 " (RADIUS) ")" } { (face::face(card, deck, Disposition::Well, faces)) }
    }
}

/// Half the width of a fan whose last card has this angle, its upper and its lower edge, in whole units.
fn extent(angle: f32) -> (f32, f32, f32) {
    let (half_width, half_height) = (face::WIDTH as f32 / 2.0, face::HEIGHT as f32 / 2.0);
    let (sin, cos) = angle.to_radians().sin_cos();
    // The outer upper corner is furthest to the side, the inner lower corner of the last card lowest.
    let x = half_width * cos + (RADIUS + half_height) * sin;
    let y = RADIUS + half_width * sin - (RADIUS - half_height) * cos;
    ((x + RIM).ceil(), (-half_height - RIM).floor(), (y + RIM).ceil())
}

/// The icon in an area of 32 units: a star on the table at night, with a mark in the corner where something waits.
pub fn icon(waits: bool) -> String {
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" {
            rect width="32" height="32" fill=(Ink::Table.dark()) {}
            rect x="7" y="3" width="18" height="26" rx="2.5" fill="none" stroke=(Ink::Stars.dark()) stroke-width="2" {}
            path transform="translate(16 16) scale(.62 .82)" fill=(Ink::Stars.dark())
                d=(signs::suit(SuitOrStars::Stars, Deck::Fortunes)) {}
            @if waits { circle cx="25" cy="7" r="6" fill=(Ink::Face.light()) stroke=(Ink::Table.dark()) stroke-width="1.5" {} }
        }
    };
    picture.into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_card_fills_its_fan() {
        assert_eq!(extent(0.0), (53.0, -73.0, 73.0));
    }

    #[test]
    fn a_fan_has_each_card_once_and_is_hidden_from_screen_readers() {
        let cards = ["wakn", "ar18", "ar10"].map(|id| id.parse().expect("a card"));
        let picture = fan(&cards, Deck::WaiteSmith, Faces::Drawn);
        let parsed = roxmltree::Document::parse(&picture).expect("well-formed");
        let turned: Vec<_> = parsed.root_element().children().filter_map(|node| node.attribute("transform")).collect();
        assert_eq!(turned, ["rotate(-9 0 560)", "rotate(0 0 560)", "rotate(9 0 560)"]);
        assert_eq!(parsed.root_element().attribute("aria-hidden"), Some("true"));
    }
}
