//! The exchange: who gives what to whom (foolery.md, "Turn structure", 2), and what may be wished for before (`request`).

use std::fmt;

use arrayvec::ArrayVec;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Each, Title};
use crate::{
    cards::{Card, Hand, PACK, Rank, Suit},
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

/// One wish: a card, a rank, a suit, or a trump; or a text that is none of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// This card.
    Card(Card),
    /// Any card of this rank.
    Rank(Rank),
    /// Any card of this suit.
    Suit(Suit),
    /// Any trump.
    Trump,
    /// Not a wish: `unknown_card` when its turn comes.
    Unknown,
}

/// The wish for a trump.
const TRUMP_ID: &str = "ar";

impl Wish {
    /// Number of distinct wishes, including those for the Fool.
    pub const COUNT: u8 = (Rank::ALL.len() + Suit::ALL.len() + 1 + Card::COUNT) as u8;

    /// The wish of this number: the ranks, the suits, a trump, then the cards in pack order.
    pub fn new(number: u8) -> Option<Wish> {
        let mut at = usize::from(number);
        if let Some(rank) = Rank::ALL.get(at) {
            return Some(Wish::Rank(*rank));
        }
        at -= Rank::ALL.len();
        if let Some(suit) = Suit::ALL.get(at) {
            return Some(Wish::Suit(*suit));
        }
        at -= Suit::ALL.len();
        if at == 0 {
            return Some(Wish::Trump);
        }
        PACK.get(at - 1).copied().map(Wish::Card)
    }

    /// The number of this wish; `None` if it is not valid.
    pub fn number(self) -> Option<u8> {
        let (ranks, suits) = (Rank::ALL.len() as u8, Suit::ALL.len() as u8);
        match self {
            Wish::Rank(rank) => Some(rank.value() - 1),
            Wish::Suit(suit) => Some(ranks + suit as u8),
            Wish::Trump => Some(ranks + suits),
            Wish::Card(card) => Some(ranks + suits + 1 + card.byte()),
            Wish::Unknown => None,
        }
    }

    /// Whether this card fulfils the wish.
    pub fn is_met_by(self, card: Card) -> bool {
        match self {
            Wish::Card(expected) => card == expected,
            Wish::Rank(rank) => card.rank() == Some(rank),
            Wish::Suit(suit) => card.suit() == Some(suit),
            Wish::Trump => card.is_trump() && card != Card::FOOL,
            Wish::Unknown => false,
        }
    }

    fn parse(text: &str) -> Wish {
        let card = || text.parse().ok().map(Wish::Card);
        let rank = || Rank::from_id(text).map(Wish::Rank);
        let suit = || Suit::from_id(text).map(Wish::Suit);
        let trump = || (text == TRUMP_ID).then_some(Wish::Trump);
        card().or_else(rank).or_else(suit).or_else(trump).unwrap_or(Wish::Unknown)
    }
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wish::Card(card) => card.fmt(f),
            Wish::Rank(rank) => f.write_str(rank.id()),
            Wish::Suit(suit) => f.write_str(suit.id()),
            Wish::Trump => f.write_str(TRUMP_ID),
            Wish::Unknown => f.write_str("(unknown)"),
        }
    }
}

impl Serialize for Wish {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Wish {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Wish, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Wish;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a card, a rank or a suit")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Wish, E> {
                Ok(Wish::parse(text))
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}

/// One wish or two, in the order sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Aligned, a move is copied in parts that do not overlap: overlapping ones make the processor wait for the part before.
#[repr(align(4))]
pub struct Wants {
    /// The first.
    pub first: Wish,
    /// The second, if there is one.
    pub second: Option<Wish>,
}

impl Wants {
    /// The wishes.
    pub fn iter(self) -> impl Iterator<Item = Wish> + Clone {
        [Some(self.first), self.second].into_iter().flatten()
    }
}

impl Serialize for Wants {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Wants {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Wants, D::Error> {
        let wishes = ArrayVec::<Wish, 2>::deserialize(deserializer)?;
        match wishes[..] {
            [] => Err(de::Error::invalid_length(0, &"one wish or two")),
            [first, ..] => Ok(Wants { first, second: wishes.get(1).copied() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wish_has_a_number_and_a_spelling() {
        for number in 0..Wish::COUNT {
            let wish = Wish::new(number).expect("a number under the count");
            assert_eq!(wish.number(), Some(number));
            assert_eq!(Wish::parse(&wish.to_string()), wish);
        }
        assert_eq!(Wish::new(Wish::COUNT), None);
        assert_eq!(Wish::COUNT, 97);
    }

    #[test]
    fn unknown_texts_are_not_wishes() {
        for text in ["", "1", "01", "11", "AC", "waa", "ar22", "king", " ki", "(unknown)"] {
            assert_eq!(Wish::parse(text), Wish::Unknown, "{text}");
        }
    }

    #[test]
    fn the_fool_is_not_a_trump_to_wish_for() {
        assert!(!Wish::Trump.is_met_by(Card::FOOL));
        assert!(Wish::Trump.is_met_by(Card::trump(1)));
        assert!(Wish::Rank(Rank::KING).is_met_by(Card::minor(Suit::Cups, Rank::KING)));
    }
}
