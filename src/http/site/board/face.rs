//! Cards as faces and backs, dice, bricks and marbles.
//!
//! The picture of a card is a CSS mask in the deck's style sheet (`site/assets`), which keeps pages small.

use maud::{Markup, html};

use crate::{
    cards::{Card, Deck, Hand, Rank, Suit},
    games::Face,
};

/// Maximum number of marbles drawn for a player.
const MARBLES_DRAWN: u8 = 40;

/// Attributes of a card on the page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look<'a> {
    /// Was it just moved?
    pub fresh: bool,
    /// Is it playable?
    pub playable: bool,
    /// Why it is not playable.
    pub reason: Option<&'a str>,
}

/// A card: rank and suit, or a trump's number and name, over its picture.
pub fn face(card: Card, deck: Deck, look: Look<'_>) -> Markup {
    let name = deck.card_name(card);
    let suit = card.suit().map_or("ar", Suit::id);
    let title = match look.reason {
        None => name.clone(),
        Some(reason) if names(reason, &name) => reason.to_owned(),
        Some(reason) => format!("{name}: {reason}"),
    };
    let corner = index(card, deck);
    // In letters: more than a small card has room for at the usual size.
    let is_long = corner.len() > if card.is_trump() { 4 } else { 2 };
    html! {
        span class={
            "card " (suit) " " (card) @if is_long { " long" }
            @if look.fresh { " fresh" } @if look.playable { " playable" } @if look.reason.is_some() { " barred" }
        } title=(title) {
            b aria-hidden="true" { (corner) }
            @if card.is_trump() && deck != Deck::French { small aria-hidden="true" { (name.trim_start_matches("The ")) } }
            span.unseen { (title) @if look.playable { ", playable" } }
        }
    }
}

/// Does a sentence contain this name? `Trump X` is not in `Trump XVII`.
fn names(sentence: &str, name: &str) -> bool {
    let ends =
        |(at, _): (usize, &str)| sentence[at + name.len()..].chars().next().is_none_or(|next| !next.is_alphanumeric());
    sentence.match_indices(name).any(ends)
}

/// Hidden cards: one back with their number.
pub fn back(count: usize) -> Markup {
    html! { span.closed { b { (count) } " " span { @if count == 1 { "card" } @else { "cards" } } } }
}

/// The text in a card's corner.
fn index(card: Card, deck: Deck) -> String {
    match card.rank() {
        Some(rank) if rank.is_court() => court(deck.rank_name(rank)).to_owned(),
        Some(Rank::ACE) => "A".to_owned(),
        Some(rank) => rank.value().to_string(),
        None => card.roman().unwrap_or_default().to_owned(),
    }
}

/// A court's name, abbreviated so that it remains unique.
fn court(name: &str) -> &str {
    match name {
        "Knight" => "Kn",
        "Riga" => "Rga",
        "Righ" => "Rgh",
        "Princess" => "Pss",
        "Prince" => "Pr",
        _ => name.get(..1).unwrap_or(name),
    }
}

/// Cards as a list.
pub fn row(cards: impl IntoIterator<Item = Card>, deck: Deck, fresh: Hand, label: &str) -> Markup {
    let mut cards = cards.into_iter().peekable();
    html! {
        @if cards.peek().is_some() {
            ul.cards aria-label=(label) {
                @for card in cards {
                    li { (face(card, deck, Look { fresh: fresh.contains(card), ..Look::default() })) }
                }
            }
        }
    }
}

/// Dice.
pub fn dice(faces: impl Iterator<Item = Face>, label: &str) -> Markup {
    html! {
        ul.dice aria-label=(label) {
            @for Face(face) in faces { li { span class={ "die d" (face) } { span.unseen { (face) } } } }
        }
    }
}

/// Gold bricks.
pub fn bricks(faces: impl Iterator<Item = Face>) -> Markup {
    html! {
        ul.dice aria-label="Bricks" {
            @for Face(face) in faces {
                li { span.brick.blank[face == 0] { @if face == 0 { span.unseen { "blank" } } @else { (face) } } }
            }
        }
    }
}

/// Marbles and their number, which screen readers read. A track of fixed length has empty places as well.
pub fn marbles(held: u8, places: Option<u8>) -> Markup {
    html! {
        p.marbles aria-hidden="true" {
            @for place in 0..places.unwrap_or(held).min(MARBLES_DRAWN) { span.marble.empty[place >= held] {} }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_of_every_deck_has_a_corner_of_its_own() {
        for deck in Deck::ALL {
            let corners: std::collections::BTreeSet<_> = (0..78)
                .filter_map(Card::new)
                .map(|card| (card.suit().map(|suit| suit.id()), index(card, deck)))
                .collect();
            assert_eq!(corners.len(), Card::COUNT, "{deck:?}");
        }
    }

    #[test]
    fn a_face_has_a_text_alternative() {
        let shown = face("cu02".parse().expect("a card"), Deck::WaiteSmith, Look { playable: true, ..Look::default() })
            .into_string();
        assert!(shown.contains("class=\"card cu cu02 playable\""), "{shown}");
        assert!(shown.contains("Two of Cups"), "{shown}");
    }

    #[test]
    fn an_unplayable_card_has_a_reason() {
        let look = Look { reason: Some("Follow suit."), ..Look::default() };
        let shown = face("wa10".parse().expect("a card"), Deck::Fortunes, look).into_string();
        assert_eq!(shown.matches("Ten of Wands: Follow suit.").count(), 2, "{shown}");
        // A sentence that names the card needs no name before it.
        assert!(names("Trump X does not beat Trump XVII.", "Trump X") && !names("Beat Trump XVII.", "Trump X"));
    }
}
