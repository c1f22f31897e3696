//! A card's face, in an area of 100 by 140 units around its centre.

use maud::{Markup, html};

use super::{
    drawing::{Paint, drawing},
    faces::Faces,
    ink::Ink,
    lettering::{self, Letter, centred},
};
use crate::{Disposition, SuitOrStars};
use arcana_engine::cards::{Card, Deck, Rank};

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
    let ink = Ink::of(suit);
    let number = if rank == Rank::ACE { "A".to_owned() } else { rank.value().to_string() };
    html! {
        (drawing(card, deck, Paint::Ink(ink)))
        (centred(&number, (-35, -50), (17, Letter::Bold, ink)))
        (centred(suit.name(deck), (0, 63), (11, Letter::Bold, ink)))
    }
}

fn court(card: Card, rank: Rank, deck: Deck) -> Markup {
    let ink = Ink::of(SuitOrStars::of(card));
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
