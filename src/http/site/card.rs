//! Cards as small faces, and dice.

use maud::{Markup, html};

use crate::{
    cards::{Card, Deck, Hand, Rank},
    games::Face,
};

/// One card: its sign and rank, or a trump's number and name.
pub fn face(card: Card, deck: Deck, fresh: bool) -> Markup {
    let name = deck.card_name(card);
    let suit = card.suit().map_or("ar", |suit| suit.id());
    html! {
        span class={ "card " (suit) @if fresh { " fresh" } } title=(name) {
            b aria-hidden="true" { (index(card, deck)) }
            @match card.suit() {
                Some(_) => i aria-hidden="true" {},
                None if deck == Deck::French => {},
                None => small aria-hidden="true" { (name.trim_start_matches("The ")) },
            }
            span.unseen { (name) }
        }
    }
}

/// What stands in a card's corner.
fn index(card: Card, deck: Deck) -> String {
    match card.rank() {
        Some(rank) if rank.is_court() => court(deck.rank_name(rank)).to_owned(),
        Some(Rank::ACE) => "A".to_owned(),
        Some(rank) => rank.value().to_string(),
        None => card.roman().unwrap_or_default().to_owned(),
    }
}

/// A court's name, short enough for a corner and unlike those of the others.
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

/// A hand or a pile, as a list.
pub fn row(cards: &[Card], deck: Deck, fresh: Hand, label: &str) -> Markup {
    html! {
        @if !cards.is_empty() {
            ul.cards aria-label=(label) {
                @for card in cards {
                    li { (face(*card, deck, fresh.contains(*card))) }
                }
            }
        }
    }
}

/// Dice or bricks, as they show.
pub fn dice(faces: impl Iterator<Item = Face>, label: &str) -> Markup {
    html! {
        ul.dice aria-label=(label) {
            @for Face(face) in faces {
                li { span class={ "die" @if face == 0 { " blank" } } {
                    @if face == 0 { span.unseen { "blank" } } @else { (face) }
                } }
            }
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
    fn a_face_says_what_it_is() {
        let shown = face("cu02".parse().expect("a card"), Deck::WaiteSmith, true).into_string();
        assert!(shown.contains("class=\"card cu fresh\""), "{shown}");
        assert!(shown.contains("Two of Cups"), "{shown}");
    }
}
