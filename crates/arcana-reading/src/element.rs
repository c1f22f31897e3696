//! The five suits of a reading and their elements (`reading.md`, "Output"), and how elements meet.

use arcana_engine::cards::{Card, Deck, Suit};
use serde::{Deserialize, Serialize};
use strum::{EnumCount, EnumString, IntoStaticStr};
use utoipa::ToSchema;

/// Suit of a card; the Stars count as a fifth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema, EnumCount)]
#[serde(rename_all = "snake_case")]
#[schema(as = Suit)]
#[expect(missing_docs, reason = "the names say it")]
pub enum SuitOrStars {
    Wands,
    Cups,
    Swords,
    Pentacles,
    Stars,
}

/// Element that a suit stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, EnumString, IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schema(as = ReadingElement)]
pub enum Element {
    /// Wands.
    Fire,
    /// Cups.
    Water,
    /// Swords.
    Air,
    /// Pentacles.
    Earth,
    /// Stars.
    Spirit,
}

/// Number of cards of each suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReadingSuits, example = json!({"wands": 3, "cups": 2, "swords": 2, "pentacles": 1, "stars": 1}))]
#[expect(missing_docs, reason = "the names say it")]
pub struct SuitCounts {
    pub wands: u8,
    pub cups: u8,
    pub swords: u8,
    pub pentacles: u8,
    pub stars: u8,
}

impl SuitOrStars {
    /// All suits and the Stars, in counting order.
    pub const ALL: [SuitOrStars; 5] =
        [SuitOrStars::Wands, SuitOrStars::Cups, SuitOrStars::Swords, SuitOrStars::Pentacles, SuitOrStars::Stars];

    /// The suit of a card.
    pub const fn of(card: Card) -> SuitOrStars {
        match card.suit() {
            Some(Suit::Wands) => SuitOrStars::Wands,
            Some(Suit::Cups) => SuitOrStars::Cups,
            Some(Suit::Swords) => SuitOrStars::Swords,
            Some(Suit::Pentacles) => SuitOrStars::Pentacles,
            None => SuitOrStars::Stars,
        }
    }

    /// Its element.
    pub const fn element(self) -> Element {
        match self {
            SuitOrStars::Wands => Element::Fire,
            SuitOrStars::Cups => Element::Water,
            SuitOrStars::Swords => Element::Air,
            SuitOrStars::Pentacles => Element::Earth,
            SuitOrStars::Stars => Element::Spirit,
        }
    }

    /// The deck's name for it, as in `Disks`.
    pub const fn name(self, deck: Deck) -> &'static str {
        match self {
            SuitOrStars::Wands => deck.suit_name(Suit::Wands),
            SuitOrStars::Cups => deck.suit_name(Suit::Cups),
            SuitOrStars::Swords => deck.suit_name(Suit::Swords),
            SuitOrStars::Pentacles => deck.suit_name(Suit::Pentacles),
            SuitOrStars::Stars => deck.trumps_name(),
        }
    }
}

impl Element {
    /// The element's id, as in `fire`.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

impl SuitCounts {
    /// Counts the cards.
    pub fn of(cards: impl IntoIterator<Item = Card>) -> SuitCounts {
        let mut counts = SuitCounts::default();
        for card in cards {
            *counts.slot(SuitOrStars::of(card)) += 1;
        }
        counts
    }

    /// The number of cards of one suit.
    pub const fn get(self, suit: SuitOrStars) -> u8 {
        match suit {
            SuitOrStars::Wands => self.wands,
            SuitOrStars::Cups => self.cups,
            SuitOrStars::Swords => self.swords,
            SuitOrStars::Pentacles => self.pentacles,
            SuitOrStars::Stars => self.stars,
        }
    }

    /// The element of the suit with the most cards; `None` if tied or without cards.
    pub fn element(self) -> Option<Element> {
        self.leading().map(SuitOrStars::element)
    }

    /// The suit with the most cards, or the Stars; `None` if tied or without cards.
    pub fn leading(self) -> Option<SuitOrStars> {
        match self.with_most().as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The suits, and the Stars, of which there are as many cards as of any; none without cards.
    pub fn with_most(self) -> Vec<SuitOrStars> {
        let counts = SuitOrStars::ALL.map(|suit| self.get(suit));
        let most = counts.into_iter().max().filter(|most| *most > 0);
        SuitOrStars::ALL.into_iter().filter(|suit| Some(self.get(*suit)) == most).collect()
    }

    const fn slot(&mut self, suit: SuitOrStars) -> &mut u8 {
        match suit {
            SuitOrStars::Wands => &mut self.wands,
            SuitOrStars::Cups => &mut self.cups,
            SuitOrStars::Swords => &mut self.swords,
            SuitOrStars::Pentacles => &mut self.pentacles,
            SuitOrStars::Stars => &mut self.stars,
        }
    }
}

/// How the elements of two cards bear on each other, after the Golden Dawn: fire and air strengthen each other, so do
/// water and earth; fire and water weaken each other, so do air and earth; the other two pairs do neither. The Stars are
/// above the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema, EnumCount)]
#[serde(rename_all = "snake_case")]
pub enum Dignity {
    /// They strengthen each other.
    Strengthens,
    /// They weaken each other.
    Weakens,
    /// They are of one element, and each is the stronger for it.
    Alike,
    /// They do neither.
    Neutral,
    /// One of them is a Star.
    Spirit,
}

/// How two neighbours in reading order bear on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NeighbourDignity {
    /// The two cards.
    #[schema(value_type = [Card; 2], min_items = 2, max_items = 2)]
    pub cards: [Card; 2],
    /// How their elements bear on each other.
    pub dignity: Dignity,
}

impl Dignity {
    /// How these elements bear on each other.
    pub const fn of(one: Element, other: Element) -> Dignity {
        match (one, other) {
            (Element::Spirit, _) | (_, Element::Spirit) => Dignity::Spirit,
            (Element::Fire, Element::Air)
            | (Element::Air, Element::Fire)
            | (Element::Water, Element::Earth)
            | (Element::Earth, Element::Water) => Dignity::Strengthens,
            (Element::Fire, Element::Water)
            | (Element::Water, Element::Fire)
            | (Element::Air, Element::Earth)
            | (Element::Earth, Element::Air) => Dignity::Weakens,
            (Element::Fire, Element::Fire)
            | (Element::Water, Element::Water)
            | (Element::Air, Element::Air)
            | (Element::Earth, Element::Earth) => Dignity::Alike,
            (Element::Fire, Element::Earth)
            | (Element::Earth, Element::Fire)
            | (Element::Water, Element::Air)
            | (Element::Air, Element::Water) => Dignity::Neutral,
        }
    }

    /// How two cards bear on each other.
    pub const fn between(one: Card, other: Card) -> Dignity {
        Dignity::of(SuitOrStars::of(one).element(), SuitOrStars::of(other).element())
    }

    /// How the neighbours among these cards bear on each other.
    pub(crate) fn of_neighbours(cards: impl IntoIterator<Item = Card>) -> Vec<NeighbourDignity> {
        let cards = cards.into_iter().collect::<Vec<_>>();
        let dignity = |pair: &[Card]| match *pair {
            [one, other] => Some(NeighbourDignity { cards: [one, other], dignity: Dignity::between(one, other) }),
            _ => None,
        };
        cards.windows(2).filter_map(dignity).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(ids: &[&str]) -> Option<Element> {
        SuitCounts::of(ids.iter().map(|id| id.parse().expect("a card"))).element()
    }

    #[test]
    fn the_suit_with_the_most_cards_gives_the_element() {
        assert_eq!(element(&["wa02", "wa03", "cu02"]), Some(Element::Fire));
        assert_eq!(element(&["cu02"]), Some(Element::Water));
        assert_eq!(element(&["sw02"]), Some(Element::Air));
        assert_eq!(element(&["pe02"]), Some(Element::Earth));
        assert_eq!(element(&["ar00", "ar21", "wa02"]), Some(Element::Spirit));
    }

    #[test]
    fn a_tie_has_no_element_nor_has_an_empty_reading() {
        assert_eq!(element(&["wa02", "cu02"]), None);
        assert_eq!(element(&["wa02", "cu02", "wa03", "cu03", "sw02"]), None);
        assert_eq!(element(&[]), None);
    }
}
