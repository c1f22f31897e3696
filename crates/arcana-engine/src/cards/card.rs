//! A card, stored as one byte: its index in the pack.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::enum_index::enum_index;

/// One of the 78 cards: its index in the order of `chance.md` (trumps, Wands, Cups, Swords, Pentacles).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// A suit of the fifty-six minor cards, in pack order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Suit {
    Wands,
    Cups,
    Swords,
    Pentacles,
}

/// The rank of a minor card, 1 (ace) to 14 (`ki`); the ace is low in every game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

/// The part of a card's id for its rank, from the ace up.
const RANK_IDS: [&str; 14] = ["ac", "02", "03", "04", "05", "06", "07", "08", "09", "10", "pa", "kn", "qu", "ki"];

enum_index!(pub Suit);

impl Suit {
    /// All suits, in pack order.
    pub const ALL: [Suit; 4] = [Suit::Wands, Suit::Cups, Suit::Swords, Suit::Pentacles];

    /// Prefix of the ids of this suit's cards.
    pub const fn id(self) -> &'static str {
        match self {
            Suit::Wands => "wa",
            Suit::Cups => "cu",
            Suit::Swords => "sw",
            Suit::Pentacles => "pe",
        }
    }

    /// The suit with this prefix.
    pub fn from_id(id: &str) -> Option<Suit> {
        Suit::ALL.into_iter().find(|suit| suit.id() == id)
    }
}

impl Rank {
    /// The ace.
    pub const ACE: Rank = Rank(1);
    /// Page, Herald, Princess or Jack.
    pub const PAGE: Rank = Rank(11);
    /// Knight, Prince or Cavalier.
    pub const KNIGHT: Rank = Rank(12);
    /// Queen or Riga.
    pub const QUEEN: Rank = Rank(13);
    /// King, Righ or Knight.
    pub const KING: Rank = Rank(14);
    /// All ranks, from the ace up.
    pub const ALL: [Rank; 14] = {
        let mut all = [Rank::ACE; 14];
        let mut value = 1;
        while value <= 14 {
            all[value as usize - 1] = Rank(value);
            value += 1;
        }
        all
    };

    /// The rank with this value, 1 … 14.
    pub const fn new(value: u8) -> Option<Rank> {
        if value >= 1 && value <= 14 { Some(Rank(value)) } else { None }
    }

    /// The value, 1 (ace) … 14 (king).
    pub const fn value(self) -> u8 {
        self.0
    }

    /// Suffix of the ids of this rank's cards.
    pub const fn id(self) -> &'static str {
        RANK_IDS[self.0 as usize - 1]
    }

    /// The rank with this suffix.
    pub fn from_id(id: &str) -> Option<Rank> {
        Rank::ALL.into_iter().find(|rank| rank.id() == id)
    }

    /// Whether it is a court (`pa`, `kn`, `qu`, `ki`).
    pub const fn is_court(self) -> bool {
        self.0 >= Rank::PAGE.0
    }
}

impl Card {
    /// Number of cards in a pack.
    pub const COUNT: usize = 78;
    /// Number of trumps. They come first in the pack.
    pub const TRUMPS: usize = 22;
    /// The Fool, `ar00`.
    pub const FOOL: Card = Card(0);

    /// The card with this index in the pack, 0 … 77.
    pub const fn new(index: u8) -> Option<Card> {
        if (index as usize) < Card::COUNT { Some(Card(index)) } else { None }
    }

    /// The trump (Major, Star) with this number.
    ///
    /// If the number is above 21; for use in constants.
    pub const fn trump(number: u8) -> Card {
        assert!(number < Card::TRUMPS as u8, "there are 22 trumps");
        Card(number)
    }

    /// The minor card of this suit and rank.
    pub const fn minor(suit: Suit, rank: Rank) -> Card {
        Card(Card::TRUMPS as u8 + suit as u8 * 14 + rank.0 - 1)
    }

    /// The index in the pack, 0 … 77.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The index as a byte.
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// Whether it is a trump (Major, Star).
    pub const fn is_trump(self) -> bool {
        self.0 < Card::TRUMPS as u8
    }

    /// The trump's number, 0 … 21; `None` for a minor card.
    pub const fn number(self) -> Option<u8> {
        if self.is_trump() { Some(self.0) } else { None }
    }

    /// The minor card's suit; `None` for a trump.
    pub const fn suit(self) -> Option<Suit> {
        if self.is_trump() {
            return None;
        }
        Some(Suit::ALL[(self.0 as usize - Card::TRUMPS) / 14])
    }

    /// The minor card's rank; `None` for a trump.
    pub const fn rank(self) -> Option<Rank> {
        if self.is_trump() {
            return None;
        }
        Some(Rank((self.0 - Card::TRUMPS as u8) % 14 + 1))
    }

    /// The card's id, as in `ar00` or `cupa`.
    pub fn id(self) -> String {
        self.text().to_owned()
    }
}

/// Length of a card's id.
const ID_LENGTH: usize = 4;

/// The ids of all cards in pack order, one after the other.
static IDS: &str = {
    const BYTES: [u8; ID_LENGTH * Card::COUNT] = {
        let (mut ids, mut index) = ([0; ID_LENGTH * Card::COUNT], 0);
        while index < Card::COUNT {
            let card = Card(index as u8);
            let digits = [b'0' + card.0 / 10, b'0' + card.0 % 10];
            let (head, tail) = match (card.suit(), card.rank()) {
                (Some(suit), Some(rank)) => (suit.id().as_bytes(), rank.id().as_bytes()),
                _ => ("ar".as_bytes(), digits.as_slice()),
            };
            let id = [head[0], head[1], tail[0], tail[1]];
            let mut letter = 0;
            while letter < ID_LENGTH {
                ids[ID_LENGTH * index + letter] = id[letter];
                letter += 1;
            }
            index += 1;
        }
        ids
    };
    match std::str::from_utf8(&BYTES) {
        Ok(ids) => ids,
        Err(_) => panic!("ids are ASCII"),
    }
};

impl Card {
    /// The id as a static string: JSON logs and results consist mostly of cards, and formatting each took half as long
    /// as all the rest.
    pub fn text(self) -> &'static str {
        let start = ID_LENGTH * self.index();
        &IDS[start..start + ID_LENGTH]
    }

    /// The card with the id of these letters.
    const fn of_letters([first, second, third, fourth]: [u8; ID_LENGTH]) -> Option<Card> {
        let suit = match &[first, second] {
            b"wa" => Suit::Wands,
            b"cu" => Suit::Cups,
            b"sw" => Suit::Swords,
            b"pe" => Suit::Pentacles,
            b"ar" if third.is_ascii_digit() && fourth.is_ascii_digit() => {
                let number = 10 * (third - b'0') + fourth - b'0';
                return if number < Card::TRUMPS as u8 { Some(Card(number)) } else { None };
            }
            _ => return None,
        };
        let rank = match &[third, fourth] {
            b"ac" => 1,
            [b'0', digit @ b'2'..=b'9'] => *digit - b'0',
            b"10" => 10,
            b"pa" => 11,
            b"kn" => 12,
            b"qu" => 13,
            b"ki" => 14,
            _ => return None,
        };
        Some(Card::minor(suit, Rank(rank)))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// No card has this id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownCard(pub String);

impl fmt::Display for UnknownCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a card", self.0)
    }
}

impl std::error::Error for UnknownCard {}

impl FromStr for Card {
    type Err = UnknownCard;

    fn from_str(id: &str) -> Result<Card, UnknownCard> {
        parse(id).ok_or_else(|| UnknownCard(id.to_owned()))
    }
}

/// The card with this id.
pub(super) fn parse(id: &str) -> Option<Card> {
    Card::of_letters(id.as_bytes().try_into().ok()?)
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        let spelled = std::borrow::Cow::<str>::deserialize(deserializer)?;
        spelled.parse().map_err(de::Error::custom)
    }
}

/// All 78 cards: `ar00` … `ar21`, then Wands, Cups, Swords, Pentacles, each from the ace to `ki`.
pub const PACK: [Card; Card::COUNT] = {
    let mut pack = [Card::FOOL; Card::COUNT];
    let mut index = 0;
    while index < Card::COUNT {
        pack[index] = match Card::new(index as u8) {
            Some(card) => card,
            None => panic!("under 78"),
        };
        index += 1;
    }
    pack
};

/// A card in a step of a log, or a text that names no card.
///
/// The rules pages check a step's form, turn and player before its cards, so unknown cards must get past the parser.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spelled(u8);

impl Spelled {
    /// A text that names no card.
    pub const UNKNOWN: Spelled = Spelled(u8::MAX);

    /// The card, if the text names one.
    pub const fn card(self) -> Option<Card> {
        Card::new(self.0)
    }
}

impl From<Card> for Spelled {
    fn from(card: Card) -> Spelled {
        Spelled(card.index() as u8)
    }
}

impl fmt::Debug for Spelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.card() {
            Some(card) => fmt::Display::fmt(&card, f),
            None => f.write_str("(unknown)"),
        }
    }
}

impl Serialize for Spelled {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.card() {
            Some(card) => card.serialize(serializer),
            None => serializer.serialize_str("(unknown)"),
        }
    }
}

impl<'de> Deserialize<'de> for Spelled {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Spelled, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Spelled;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a card id")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Spelled, E> {
                Ok(parse(text).map_or(Spelled::UNKNOWN, Spelled::from))
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_round_trip() {
        for index in 0..Card::COUNT as u8 {
            let card = Card::new(index).expect("under 78");
            assert_eq!(card.id().parse(), Ok(card));
        }
        assert_eq!(Card::new(78), None);
    }

    #[test]
    fn ids_are_exact() {
        for id in ["", "ar22", "ar+1", "ar7", "wa01", "wa1", "WA10", "wa10 ", "xx05", "aräö", "é10"] {
            assert!(id.parse::<Card>().is_err(), "{id}");
        }
    }

    #[test]
    fn suits_and_ranks_follow_the_pack_order() {
        let card: Card = "swqu".parse().expect("a card");
        assert_eq!((card.suit(), card.rank()), (Some(Suit::Swords), Some(Rank::QUEEN)));
        assert_eq!(card.index(), 22 + 2 * 14 + 12);
        assert_eq!(Card::trump(21).number(), Some(21));
    }
}
