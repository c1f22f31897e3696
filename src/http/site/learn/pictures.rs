//! Pictures in lessons, with the markup of tables.

use maud::{Markup, html};

use super::lesson::{Lesson, Played, played};
use crate::{
    cards::{Card, Deck, Hand},
    games::{Face, GameStep},
    http::site::board::{Look, bricks, dice, face, row},
};

/// Parses card ids.
pub fn cards(ids: &str) -> Vec<Card> {
    ids.split(' ').map(|id| id.parse().expect("a test makes every picture of each lesson")).collect()
}

/// A picture with a caption.
pub fn figure(picture: &Markup, caption: &str) -> Markup {
    html! { figure.picture { (picture) figcaption { (caption) } } }
}

/// A row of cards.
pub fn laid(ids: &str, deck: Deck, caption: &str) -> Markup {
    figure(&row(cards(ids), deck, Hand::EMPTY, "Cards"), caption)
}

/// Cards side by side, each with a caption.
pub fn named<'a>(cards: impl IntoIterator<Item = (Card, &'a str)>, deck: Deck) -> Markup {
    html! {
        ul.cards.named {
            @for (card, name) in cards { li { (face(card, deck, Look::default())) span.by { (name) } } }
        }
    }
}

/// Cards played in turn, the winning one marked.
pub fn played_in_turn<'a>(cards: impl IntoIterator<Item = (Card, &'a str)>, winner: Card, deck: Deck) -> Markup {
    html! {
        ol.trick.in-line {
            @for (place, (card, player)) in cards.into_iter().enumerate() {
                li.winner[card == winner] {
                    (face(card, deck, Look::default()))
                    span.by { (player) @if place == 0 { " led" } @if card == winner { span.unseen { ", wins" } } }
                }
            }
        }
    }
}

/// Dice on the left, bricks on the right.
pub fn thrown(rolled: impl Iterator<Item = Face>, flipped: impl Iterator<Item = Face>) -> Markup {
    html! { div.thrown { (dice(rolled, "Dice")) (bricks(flipped)) } }
}

/// A stage of the example: name, picture and explanation.
fn stage<G: Lesson>(played: &Played<G>) -> Markup {
    html! {
        h3 { (played.stage.name) }
        div.table.scene { (G::picture(played)) }
        p { (played.stage.why) }
    }
}

/// The steps of a stage as sentences, with the cards that were moved.
pub fn step_list<G: Lesson>(played: &Played<G>) -> Markup {
    let deck = played.names().deck;
    html! {
        ol.told {
            @for (step, sentence) in played.sentences().filter(|(step, _)| step.player().is_some()) {
                li { p { (sentence) } (row(G::ORDER.sorted(G::moved(step).iter()), deck, Hand::EMPTY, "Cards played")) }
            }
        }
    }
}

/// The whole example.
pub fn example<G: Lesson>() -> Markup {
    html! {
        p { (G::EXAMPLE.start) }
        ol.stages { @for played in played::<G>() { li { (stage(&played)) } } }
        p.hint {
            "This was dealt from the seed " code { (G::EXAMPLE.seed) } ": "
            a href={ "/rules/chance?seed=" (G::EXAMPLE.seed) "#calculator" } { "check it in your browser" } "."
        }
    }
}
