//! A card's face, in a field of 100 by 140 units about its middle.

use super::{Emblem, Ink, Letter, lettering, signs, stars::STARS};
use crate::{
    cards::{Card, Deck, Rank},
    reading::{Disposition, SuitOrStars, formats::markup::Markup},
};

/// How wide a card is.
pub(super) const WIDTH: i32 = 100;
/// How high a card is.
pub(super) const HEIGHT: i32 = 140;

/// How wide the names on the faces may be.
const NAME_WIDTH: u32 = 88;

/// Draws the card about (0, 0), turned about when ill-disposed.
pub(super) fn face(picture: &mut Markup, card: Card, deck: Deck, disposition: Disposition) {
    let (turn, ground) = match disposition {
        Disposition::Well => ("", Ink::Face),
        Disposition::Ill => (" transform=\"rotate(180)\"", Ink::TurnedFace),
    };
    picture.element(&format!("g{turn}"), |card_group| {
        blank(card_group, ground);
        match (card.rank(), card.suit()) {
            (Some(rank), Some(_)) if rank.is_court() => court(card_group, card, rank, deck),
            (Some(rank), Some(_)) => pip(card_group, card, rank, deck),
            _ => star(card_group, card, deck),
        }
    });
}

fn blank(picture: &mut Markup, ground: Ink) {
    let (x, y) = (-WIDTH / 2, -HEIGHT / 2);
    let paint = ground.edged(Ink::Edge);
    picture.empty(&format!("rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"8\" {paint}"));
    let (x, y, width, height) = (x + 4, y + 4, WIDTH - 8, HEIGHT - 8);
    let paint = Ink::Faint.line();
    picture.empty(&format!("rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"5\" {paint}"));
}

fn pip(picture: &mut Markup, card: Card, rank: Rank, deck: Deck) {
    let suit = SuitOrStars::of(card);
    let ink = Ink::of(suit);
    let (size, places) = signs::pips(rank);
    let sign = signs::suit(suit, deck);
    let scale = f32::from(size) / 10.0;
    picture.element(&format!("g {}", ink.fill()), |pips| {
        for (x, y) in places {
            pips.empty(&format!("path transform=\"translate({x} {y}) scale({scale})\" d=\"{sign}\""));
        }
    });
    let number = if rank == Rank::ACE { "A".to_owned() } else { rank.value().to_string() };
    line(picture, &number, -35, -50, 17, ink);
    line(picture, suit.name(deck), 0, 63, 11, ink);
}

fn court(picture: &mut Markup, card: Card, rank: Rank, deck: Deck) {
    let suit = SuitOrStars::of(card);
    let ink = Ink::of(suit);
    if let Some(court) = signs::court(rank, deck) {
        emblem(picture, court, ink, (-18, 100));
    }
    picture.empty(&format!(
        "path {} transform=\"translate(0 29) scale(1.3)\" d=\"{}\"",
        ink.fill(),
        signs::suit(suit, deck)
    ));
    line(picture, deck.rank_name(rank), 0, 63, 14, ink);
}

fn star(picture: &mut Markup, card: Card, deck: Deck) {
    let number = card.index();
    emblem(picture, emblem_of(number, deck), Ink::Stars, (-2, 95));
    line(picture, card.roman().unwrap_or_default(), 0, -49, 16, Ink::Stars);
    let name = match deck {
        Deck::French => "Trump".to_owned(),
        Deck::Fortunes | Deck::WaiteSmith | Deck::Thoth => deck.card_name(card),
    };
    let lines = lettering::lines(&name, NAME_WIDTH, 12, Letter::Bold);
    for (index, part) in lines.iter().rev().enumerate() {
        line(picture, part, 0, 63 - 13 * index as i32, 12, Ink::Stars);
    }
}

/// Thoth has Adjustment and Lust where other decks have Strength and Justice.
const fn emblem_of(number: usize, deck: Deck) -> &'static Emblem {
    match (deck, number) {
        (Deck::Thoth, 8) => &STARS[11],
        (Deck::Thoth, 11) => &STARS[8],
        _ => &STARS[number],
    }
}

/// An emblem so high on the card, in hundredths of its size.
fn emblem(picture: &mut Markup, emblem: &Emblem, ink: Ink, (y, size): (i32, u32)) {
    let scale = size as f32 / 100.0;
    picture.element(&format!("g transform=\"translate(0 {y}) scale({scale})\""), |group| {
        if !emblem.fill.is_empty() {
            group.empty(&format!("path {} d=\"{}\"", ink.fill(), emblem.fill));
        }
        if !emblem.line.is_empty() {
            let shape = "stroke-width=\"2.4\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
            group.empty(&format!("path {} {shape} d=\"{}\"", ink.line(), emblem.line));
        }
    });
}

fn line(picture: &mut Markup, text: &str, x: i32, y: i32, size: u32, ink: Ink) {
    let letter = Letter::Bold.attributes();
    let paint = ink.fill();
    picture
        .leaf(&format!("text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\"{letter} {paint}"), text);
}
