//! Cards as a fan: the picture of pages without a reading.

use maud::{Markup, html};

use super::{face, faces::Faces};
use crate::Disposition;
use arcana_engine::cards::{Card, Deck};

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
