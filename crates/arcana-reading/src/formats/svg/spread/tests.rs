use resvg::usvg::{Node, Rect};

use super::*;
use crate::{Draw, KnownSpread, OwnSpread, Spread, SpreadChoice, SpreadPlace, png::Fonts, read_spread};
use arcana_engine::chance::Chance;

fn reading(spread: Spread) -> SpreadReading {
    let cards: Vec<_> = Draw::new("arcana", "").take(spread.places().len()).collect();
    read_spread(SpreadChoice::of(spread), &cards).expect("a card for each place").told_for("", [])
}

fn heading() -> Heading {
    Heading { querent: Some("Ada".into()), question: Some("What comes of it?".into()), ..Heading::default() }
}

/// A caller's own spread: places anywhere, with any rotation and names of any length.
fn own(seed: u32, count: usize) -> Spread {
    let mut chance = Chance::of_table(&seed.to_string(), "");
    let far = [0, 1, 5, 24][seed as usize % 4] * 100 + 1;
    let places = (0..count).map(|n| SpreadPlace {
        id: n.to_string(),
        name: "A place with Wide Words ".repeat(3)[..1 + chance.below(64) as usize].trim().to_owned(),
        asks: String::new(),
        x: f64::from(chance.below(far)) / 100.0,
        y: f64::from(chance.below(far)) / 100.0,
        rotation: f64::from(chance.below(360)),
    });
    Spread::Own(OwnSpread::new("My own".into(), places.collect()).expect("within the limits"))
}

/// The bounding boxes of all texts outside the cards, as rendered.
fn texts(node: &resvg::usvg::Group, found: &mut Vec<Rect>) {
    for child in node.children() {
        match child {
            // Texts on the cards are scaled with the cards.
            Node::Group(group) if group.transform().is_identity() => texts(group, found),
            Node::Text(text) => found.push(text.flattened().abs_bounding_box()),
            Node::Group(_) | Node::Path(_) | Node::Image(_) => {}
        }
    }
}

fn overlap(one: &Rect, other: &Rect) -> bool {
    one.left() < other.right() && other.left() < one.right() && one.top() < other.bottom() && other.top() < one.bottom()
}

fn check(spread: Spread) {
    let reading = reading(spread);
    let tree = Fonts::default().tree(&picture(&reading, &heading(), Embedding::Standalone, Faces::Drawn));
    let mut found = Vec::new();
    texts(tree.root(), &mut found);
    // A number at the card, one in the list, the card's name, and its place.
    let least = if reading.places.len() > 1 { 4 * reading.places.len() } else { 2 };
    assert!(found.len() >= least, "{} texts", found.len());
    for (index, text) in found.iter().enumerate() {
        assert!(text.left() >= 0.0 && text.right() <= WIDTH as f32 && text.bottom() <= tree.size().height());
        let over = found[..index].iter().find(|other| overlap(text, other));
        assert!(over.is_none(), "{}: {text:?} over {over:?}", reading.spread.name);
    }
}

#[test]
fn captions_do_not_overlap_in_built_in_spreads() {
    KnownSpread::all().iter().for_each(|known| check(Spread::Known(known)));
}

#[test]
fn captions_do_not_overlap_in_spreads_of_callers() {
    for (seed, count) in [1, 2, 3, 10, 22, 40, 77, 78].into_iter().enumerate() {
        (0..4).for_each(|far| check(own(4 * seed as u32 + far, count)));
    }
}

#[test]
fn the_smallest_letters_are_ten_pixels_high_on_a_screen_360_wide() {
    let svg = picture(&reading(own(0, 78)), &heading(), Embedding::InPage, Faces::Drawn);
    let cards_away = svg.split("</g>").last().expect("a list");
    let sizes = cards_away.split("font-size=\"").skip(1).filter_map(|rest| rest.split('"').next()?.parse::<u32>().ok());
    let least = sizes.min().expect("letters");
    assert!(least * 360 / WIDTH as u32 >= 10, "{least}");
}

#[test]
fn cards_lie_as_the_spread_says_and_none_over_another_but_the_one_that_crosses() {
    for known in KnownSpread::all() {
        let plan = Plan::of(known.places.iter(), WIDTH);
        for (index, card) in plan.cards.iter().enumerate() {
            let unit = card.scale * f64::from(face::WIDTH);
            assert!(unit > 60.0, "{}: cards can be seen", known.id);
            for (other, place) in plan.cards[..index].iter().zip(&known.places) {
                let apart = (card.x - other.x).abs() > unit || (card.y - other.y).abs() > unit * 1.4;
                let crosses = known.id == "celtic-cross" && index == 1 && place.id == "present";
                assert!(apart || crosses, "{}: {index} lies over {}", known.id, place.id);
            }
        }
    }
}
