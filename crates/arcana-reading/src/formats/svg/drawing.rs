//! A card's drawing without its lettering: pips, a court's emblem over its suit, a Star's emblem.

use maud::{Markup, html};

use super::{
    ink::Ink,
    signs::{self, Emblem},
    stars::STARS,
};
use crate::SuitOrStars;
use arcana_engine::cards::{Card, Deck, Rank};

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
        Some(rank) if rank.is_court() => court(card, rank, deck, paint),
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

fn court(card: Card, rank: Rank, deck: Deck, paint: Paint) -> Markup {
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
