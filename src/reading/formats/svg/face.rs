//! A card's face, in a field of 100 by 140 units about its middle.

use maud::{Markup, html};

use super::{
    ink::Ink,
    lettering::{self, Letter, centred},
    signs::{self, Emblem},
    stars::STARS,
};
use crate::{
    cards::{Card, Deck, Rank},
    reading::{Disposition, SuitOrStars},
};

/// How wide a card is.
pub(super) const WIDTH: i32 = 100;
/// How high a card is.
pub(super) const HEIGHT: i32 = 140;

/// How wide the names on the faces may be.
const NAME_WIDTH: u32 = 88;

/// The card about (0, 0), turned about when ill-disposed.
pub(super) fn face(card: Card, deck: Deck, disposition: Disposition) -> Markup {
    let (turn, ground) = match disposition {
        Disposition::Well => (None, Ink::Face),
        Disposition::Ill => (Some("rotate(180)"), Ink::TurnedFace),
    };
    html! {
        g transform=[turn] {
            (blank(ground))
            @match card.rank() {
                Some(rank) if rank.is_court() => (court(card, rank, deck)),
                Some(rank) => (pip(card, rank, deck)),
                None => (star(card, deck)),
            }
        }
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
    let ink = Ink::of(suit);
    let (size, places) = signs::pips(rank);
    let scale = f32::from(size) / 10.0;
    let number = if rank == Rank::ACE { "A".to_owned() } else { rank.value().to_string() };
    html! {
        g class=(ink.fill()) fill=(ink.light()) {
            @for (x, y) in places {
                path transform={ "translate(" (x) " " (y) ") scale(" (scale) ")" } d=(signs::suit(suit, deck)) {}
            }
        }
        (centred(&number, (-35, -50), (17, Letter::Bold, ink)))
        (centred(suit.name(deck), (0, 63), (11, Letter::Bold, ink)))
    }
}

fn court(card: Card, rank: Rank, deck: Deck) -> Markup {
    let suit = SuitOrStars::of(card);
    let ink = Ink::of(suit);
    html! {
        @if let Some(court) = signs::court(rank, deck) { (emblem(court, ink, (-18, 100))) }
        path class=(ink.fill()) fill=(ink.light()) transform="translate(0 29) scale(1.3)" d=(signs::suit(suit, deck)) {}
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
        (emblem(emblem_of(card.index(), deck), Ink::Stars, (-2, 95)))
        (centred(card.roman().unwrap_or_default(), (0, -49), (16, Letter::Bold, Ink::Stars)))
        @for (part, place) in lines.iter().rev().zip(0..) {
            (centred(part, (0, 63 - 13 * place), (12, Letter::Bold, Ink::Stars)))
        }
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
fn emblem(emblem: &Emblem, ink: Ink, (y, size): (i32, u32)) -> Markup {
    html! {
        g transform={ "translate(0 " (y) ") scale(" (size as f32 / 100.0) ")" } {
            @if !emblem.fill.is_empty() { path class=(ink.fill()) fill=(ink.light()) d=(emblem.fill) {} }
            @if !emblem.line.is_empty() {
                path class=(ink.line()) fill="none" stroke=(ink.light()) stroke-width="2.4" stroke-linecap="round"
                    stroke-linejoin="round" d=(emblem.line) {}
            }
        }
    }
}
