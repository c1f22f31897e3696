//! A small map of a spread: its places before cards are drawn.

use maud::html;

use super::{
    super::{
        back, face,
        ink::Ink,
        lettering::{Letter, centred},
    },
    plan::{bounds, short},
};
use crate::SpreadPlace;

/// Minimum extent of a map, in card widths, so that the cards of small spreads are not larger than others.
const LEAST: (f64, f64) = (3.8, 2.9);

/// Margin around the cards, in card widths.
const MARGIN: f64 = 0.1;

/// Font size of the numbers, in units of a card.
const NUMBER: u32 = 46;

/// The places, each as a card face down with its number.
pub fn map(places: &[SpreadPlace]) -> String {
    let (left, right, top, bottom) = bounds(places.iter());
    let (width, height) = ((right - left).max(LEAST.0) + MARGIN, (bottom - top).max(LEAST.1) + MARGIN);
    let corner = ((left + right - width) / 2.0, (top + bottom - height) / 2.0);
    let unit = |length: f64| short(length * f64::from(face::WIDTH));
    let field = [corner.0, corner.1, width, height].map(|length| unit(length).to_string()).join(" ");
    let number =
        |number: usize| centred(&number.to_string(), (0, NUMBER as i32 / 3), (NUMBER, Letter::Bold, Ink::Stars));
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" class="arcana map" viewBox=(field) aria-hidden="true" {
            @for (index, place) in places.iter().enumerate() {
                g transform={ "translate(" (unit(place.x)) " " (unit(place.y)) ") rotate(" (place.rotation) ")" } {
                    (back::plain())
                    // Numbers are upright regardless of the card's rotation.
                    g transform=[(place.rotation != 0.0).then(|| format!("rotate({})", -place.rotation))] { (number(index + 1)) }
                }
            }
        }
    };
    picture.into_string()
}

#[cfg(test)]
mod tests {
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
