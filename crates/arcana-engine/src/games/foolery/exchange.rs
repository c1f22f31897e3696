//! The exchange: who gives what to whom (foolery.md, "Turn structure", 2).

use super::{Each, Title};
use crate::{
    cards::{Card, Hand, Rank},
    games::Player,
};

/// One give of the exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Give {
    /// The giver, by title from the previous deal.
    pub from: Title,
    /// The recipient.
    pub to: Title,
    /// Number of cards.
    pub count: usize,
    /// Whether they are the giver's highest, with a request allowed before; else any cards.
    pub highest: bool,
}

/// The gives in their order; three players make the first two only.
const GIVES: [Give; MOST_GIVES] = [
    Give { from: Title::Peasant, to: Title::King, count: 2, highest: true },
    Give { from: Title::King, to: Title::Peasant, count: 2, highest: false },
    Give { from: Title::Merchant, to: Title::Prince, count: 1, highest: true },
    Give { from: Title::Prince, to: Title::Merchant, count: 1, highest: false },
];

/// Maximum number of gives in an exchange.
pub const MOST_GIVES: usize = 4;

/// The gives of an exchange among this number of players.
pub fn gives(players: usize) -> &'static [Give] {
    if players > 3 { &GIVES } else { &GIVES[..2] }
}

impl Give {
    /// Giver and recipient, from the finishing order of the previous deal.
    pub fn between(self, before: &Each<Player>) -> (Player, Player) {
        (holder(self.from, before), holder(self.to, before))
    }
}

/// The player with a title that only one player has.
fn holder(title: Title, before: &Each<Player>) -> Player {
    let last = before.len() - 1;
    match title {
        Title::King => before[0],
        Title::Prince | Title::Noble => before[1],
        Title::Merchant => before[last - 1],
        Title::Peasant => before[last],
    }
}

/// What may be given: everything but the Fool.
pub fn givable(hand: Hand) -> Hand {
    hand - Hand::of(Card::FOOL)
}

/// Rank of a card in the exchange: any trump is above any suit card.
fn height(card: Card) -> u8 {
    match card.rank() {
        Some(rank) => rank.value(),
        None => Rank::KING.value() + card.byte(),
    }
}

/// Whether the given cards are the highest of the hand, without the Fool.
pub fn are_highest(given: Hand, hand: Hand) -> bool {
    let lowest_given = given.iter().map(height).min();
    let highest_kept = (givable(hand) - given).iter().map(height).max();
    lowest_given >= highest_kept
}

/// The cards that must be given, and those of one rank from which the giver chooses the rest.
pub fn highest(hand: Hand, count: usize) -> (Hand, Hand) {
    let mut given = Hand::EMPTY;
    loop {
        let rest = givable(hand) - given;
        let top = rest.iter().map(height).max();
        let tied: Hand = rest.iter().filter(|card| Some(height(*card)) == top).collect();
        if tied.is_empty() || given.len() + tied.len() > count {
            return (given, tied);
        }
        given = given | tied;
        if given.len() == count {
            return (given, Hand::EMPTY);
        }
    }
}
