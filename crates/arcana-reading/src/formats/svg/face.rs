//! A card's face and back, in an area of 100 by 140 units around its centre.

use std::fmt::Write;

use arcana_engine::cards::{Card, Deck, Rank};
use maud::{Markup, html};

use super::{
    Faces,
    ink::Ink,
    lettering::{self, Letter, centred},
    signs::{self, Emblem, STARS},
};
use crate::{Disposition, SuitOrStars};

/// Width of a card.
pub(super) const WIDTH: i32 = 100;
/// Height of a card.
pub(super) const HEIGHT: i32 = 140;

/// Maximum width of names on the faces.
const NAME_WIDTH: u32 = 88;

/// The card centred at (0, 0), rotated if ill-disposed.
pub(super) fn face(card: Card, deck: Deck, disposition: Disposition, faces: Faces<'_>) -> Markup {
    let (turn, ground) = match disposition {
        Disposition::Well => (None, Ink::Face),
        Disposition::Ill => (Some("rotate(180)"), Ink::TurnedFace),
    };
    html! {
        g transform=[turn] {
            @match faces.picture(card, deck, HEIGHT as f32) {
                Some(picture) => (picture),
                None => { (blank(ground)) (drawn(card, deck)) }
            }
        }
    }
}

fn drawn(card: Card, deck: Deck) -> Markup {
    match card.rank() {
        Some(rank) if rank.is_court() => court(card, rank, deck),
        Some(rank) => pip(card, rank, deck),
        None => star(card, deck),
    }
}

fn blank(ground: Ink) -> Markup {
    let (x, y) = (-WIDTH / 2, -HEIGHT / 2);
    html! {
        rect x=(x) y=(y) width=(WIDTH) height=(HEIGHT) rx="8" class={ (ground.fill()) " " (Ink::Edge.line()) }
            fill=(ground.light()) stroke=(Ink::Edge.light()) {}
        rect x=(x + 4) y=(y + 4) width=(WIDTH - 8) height=(HEIGHT - 8) rx="5" class=(Ink::Faint.line()) fill="none"
            stroke=(Ink::Faint.light()) {}
    }
}

fn pip(card: Card, rank: Rank, deck: Deck) -> Markup {
    let suit = SuitOrStars::of(card);
    let ink = Ink::of(suit, deck);
    let number = if rank == Rank::ACE { "A".to_owned() } else { rank.value().to_string() };
    html! {
        (drawing(card, deck, Paint::Ink(ink)))
        (centred(&number, (-35, -50), (17, Letter::Bold, ink)))
        (centred(suit.name(deck), (0, 63), (11, Letter::Bold, ink)))
    }
}

fn court(card: Card, rank: Rank, deck: Deck) -> Markup {
    let ink = Ink::of(SuitOrStars::of(card), deck);
    html! {
        (drawing(card, deck, Paint::Ink(ink)))
        (centred(deck.rank_name(rank), (0, 63), (14, Letter::Bold, ink)))
    }
}

fn star(card: Card, deck: Deck) -> Markup {
    let name = match deck {
        Deck::French => "Trump".to_owned(),
        Deck::Fortunes | Deck::WaiteSmith | Deck::Thoth => deck.card_name(card),
    };
    let lines = lettering::lines(&name, NAME_WIDTH, 12, Letter::Bold);
    html! {
        (drawing(card, deck, Paint::Ink(Ink::Stars)))
        (centred(card.roman().unwrap_or_default(), (0, -49), (16, Letter::Bold, Ink::Stars)))
        @for (part, place) in lines.iter().rev().zip(0..) {
            (centred(part, (0, 63 - 13 * place), (12, Letter::Bold, Ink::Stars)))
        }
    }
}

/// The colour of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    /// An ink of ours, which follows light and dark mode.
    Ink(Ink),
    /// Black, for a mask: the colour is that of the masked element.
    Mask,
}

impl Paint {
    fn fill(self) -> (Option<String>, Option<&'static str>) {
        match self {
            Paint::Ink(ink) => (Some(ink.fill()), Some(ink.light())),
            Paint::Mask => (None, None),
        }
    }

    fn line(self) -> (Option<String>, &'static str) {
        match self {
            Paint::Ink(ink) => (Some(ink.line()), ink.light()),
            Paint::Mask => (None, "black"),
        }
    }
}

/// A card's drawing, centred on the card.
pub(super) fn drawing(card: Card, deck: Deck, paint: Paint) -> Markup {
    match card.rank() {
        Some(rank) if rank.is_court() => court_drawing(card, rank, deck, paint),
        Some(rank) => pips(card, rank, deck, paint),
        None => emblem(emblem_of(card.index(), deck), paint, (-2, 95)),
    }
}

fn pips(card: Card, rank: Rank, deck: Deck, paint: Paint) -> Markup {
    let (size, places) = signs::pips(rank);
    let scale = f32::from(size) / 10.0;
    let (class, fill) = paint.fill();
    html! {
        g class=[class] fill=[fill] {
            @for (x, y) in places {
                path transform={ "translate(" (x) " " (y) ") scale(" (scale) ")" }
                    d=(signs::suit(SuitOrStars::of(card), deck)) {}
            }
        }
    }
}

fn court_drawing(card: Card, rank: Rank, deck: Deck, paint: Paint) -> Markup {
    let (class, fill) = paint.fill();
    html! {
        @if let Some(court) = signs::court(rank, deck) { (emblem(court, paint, (-18, 100))) }
        path class=[class] fill=[fill] transform="translate(0 29) scale(1.3)"
            d=(signs::suit(SuitOrStars::of(card), deck)) {}
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

/// An emblem at this height of the card, in hundredths of its size.
fn emblem(emblem: &Emblem, paint: Paint, (y, size): (i32, u32)) -> Markup {
    let ((fill_class, fill), (line_class, line)) = (paint.fill(), paint.line());
    html! {
        g transform={ "translate(0 " (y) ") scale(" (size as f32 / 100.0) ")" } {
            @if !emblem.fill.is_empty() { path class=[fill_class] fill=[fill] d=(emblem.fill) {} }
            @if !emblem.line.is_empty() {
                path class=[line_class] fill="none" stroke=(line) stroke-width="2.4" stroke-linecap="round"
                    stroke-linejoin="round" d=(emblem.line) {}
            }
        }
    }
}

/// Distance of the pattern from the edges.
const RIM: i32 = 8;
/// Number of lozenges in a row, and in a column.
const LOZENGES: i32 = 6;

/// The star in the middle: eight rays.
const STAR: &str =
    "M0 -17L3 -7.2L12 -12L7.2 -3L17 0L7.2 3L12 12L3 7.2L0 17L-3 7.2L-12 12L-7.2 3L-17 0L-7.2 -3L-12 -12L-3 -7.2Z";

/// The back about (0, 0).
pub(super) fn back() -> Markup {
    html! {
        (plain_back())
        path class=(Ink::Faint.line()) fill="none" stroke=(Ink::Faint.light()) d=(lattice()) {}
        circle r="25" class={ (Ink::Face.fill()) " " (Ink::Faint.line()) } fill=(Ink::Face.light()) stroke=(Ink::Faint.light()) {}
        path class=(Ink::Stars.fill()) fill=(Ink::Stars.light()) d=(STAR) {}
    }
}

/// The same without its pattern, for very small cards.
pub(super) fn plain_back() -> Markup {
    let (x, y) = (-WIDTH / 2, -HEIGHT / 2);
    html! {
        rect x=(x) y=(y) width=(WIDTH) height=(HEIGHT) rx="8" class={ (Ink::Face.fill()) " " (Ink::Edge.line()) }
            fill=(Ink::Face.light()) stroke=(Ink::Edge.light()) {}
        rect x=(x + RIM) y=(y + RIM) width=(WIDTH - 2 * RIM) height=(HEIGHT - 2 * RIM) rx="4" class=(Ink::Stars.line())
            fill="none" stroke=(Ink::Stars.light()) {}
    }
}

/// The sides of the lozenges, from edge to edge.
fn lattice() -> String {
    let spot = |column: i32, row: i32| {
        let along = |at: i32, size: i32| at * (size - 2 * RIM) / LOZENGES - (size - 2 * RIM) / 2;
        (along(column, WIDTH), along(row, HEIGHT))
    };
    let mut path = String::new();
    for sum in 1..2 * LOZENGES {
        let (least, most) = ((sum - LOZENGES).max(0), sum.min(LOZENGES));
        for (one, other) in
            [(spot(least, most), spot(most, least)), (spot(least, LOZENGES - most), spot(most, LOZENGES - least))]
        {
            write!(path, "M{} {}L{} {}", one.0, one.1, other.0, other.1).expect("a text takes more");
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pattern_ends_at_the_rim() {
        let path = lattice();
        let numbers: Vec<i32> = path.split(['M', 'L', ' ']).filter_map(|number| number.parse().ok()).collect();
        assert_eq!(numbers.len(), 4 * 2 * (2 * LOZENGES as usize - 1));
        for spot in numbers.chunks(2) {
            assert!(spot[0].abs() == 42 || spot[1].abs() == 62, "{spot:?} lies on an edge");
            assert!(spot[0].abs() <= 42 && spot[1].abs() <= 62, "{spot:?}");
        }
    }
}
