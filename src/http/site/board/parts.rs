//! Parts of a board: hands, seats, labelled rows.

use std::fmt::Display;

use maud::{Markup, html};

use crate::cards::{Card, Rank};

/// Order of the cards in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By suit, in games where suit must be followed.
    Suits,
    /// By rank, in games with sets of a rank.
    Ranks,
}

impl Order {
    /// Sorts cards, trumps last.
    pub fn sorted(self, cards: impl IntoIterator<Item = Card>) -> Vec<Card> {
        let mut cards: Vec<_> = cards.into_iter().collect();
        cards.sort_by_key(|card| {
            let rank = card.rank().map(Rank::value);
            (card.is_trump(), rank.filter(|_| self == Order::Ranks), card.index())
        });
        cards
    }
}

/// A hand as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeenHand {
    /// The visible cards.
    Open(Vec<Card>),
    /// The number of hidden cards.
    Closed(usize),
}

/// Details at a player's seat, beside name and hand.
#[derive(Default)]
pub struct Seat {
    /// Labels such as a team or a title.
    pub marks: Vec<&'static str>,
    /// Names and values.
    pub figures: Vec<(&'static str, String)>,
    /// What lies in front of the player.
    pub before: Option<Markup>,
    /// What is left of the round before, below the hand or the player's form.
    pub after: Option<Markup>,
}

impl Seat {
    /// Adds a figure.
    pub fn figure(&mut self, name: &'static str, value: impl Display) {
        self.figures.push((name, value.to_string()));
    }

    /// Adds an optional figure.
    pub fn figure_if(&mut self, name: &'static str, value: Option<impl Display>) {
        if let Some(value) = value {
            self.figure(name, value);
        }
    }

    /// Adds a label if it applies.
    pub fn mark(&mut self, mark: &'static str, applies: bool) {
        if applies {
            self.marks.push(mark);
        }
    }
}

/// A labelled row in the middle of the board.
pub fn line(label: &str, what: &Markup) -> Markup {
    html! { div.line { p.label { (label) } (what) } }
}

/// A labelled row of text.
pub fn words(label: &str, text: impl Display) -> Markup {
    html! { div.line { p.label { (label) } p { (text) } } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(ids: &[&str]) -> Vec<Card> {
        ids.iter().map(|id| id.parse().expect("a card")).collect()
    }

    #[test]
    fn a_hand_is_in_the_order_of_its_game() {
        let hand = cards(&["ar05", "cu02", "wa10", "wa03", "cuki"]);
        assert_eq!(Order::Suits.sorted(hand.clone()), cards(&["wa03", "wa10", "cu02", "cuki", "ar05"]));
        assert_eq!(Order::Ranks.sorted(hand), cards(&["cu02", "wa03", "wa10", "cuki", "ar05"]));
    }
}
