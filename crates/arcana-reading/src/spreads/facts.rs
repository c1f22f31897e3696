//! Facts about the cards of a spread as a whole.

use serde::Deserialize;
use strum::EnumCount;

use super::settled::Settled;
use crate::{Disposition, DrawnCard, Element, SuitCounts, SuitOrStars, element::Meeting};
use arcana_engine::cards::{Card, Rank};

/// Facts about the cards of a spread as a whole.
#[derive(Clone, Debug)]
pub struct SpreadFacts {
    /// Number of cards.
    pub cards: u8,
    /// Number of reversed cards.
    pub reversed: u8,
    /// Number of cards of each suit.
    pub suits: SuitCounts,
    /// Number of court cards.
    pub courts: u8,
    /// The ranks with at least three cards.
    alike: Vec<(Rank, u8)>,
    /// The first card and the last.
    pub ends: (Card, Card),
    /// What was settled before the cards were drawn.
    pub settled: Settled,
}

/// Suits of which none has more cards than the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tie {
    /// No suit has two cards.
    Once,
    /// No suit, nor the Stars, has two cards more than any other.
    Evenly,
    /// Two suits have the most cards.
    Two([SuitOrStars; 2], u8),
    /// Three suits or more have the most cards.
    Several(Vec<SuitOrStars>, u8),
}

/// What is told of suits, apart from the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    /// No suit has two cards.
    Once,
    /// No suit, nor the Stars, has two cards more than any other.
    Evenly,
    /// By suit: does it have the most cards?
    Most([bool; SuitOrStars::ALL.len()]),
}

/// How a yes-or-no question is answered by any spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, EnumCount)]
#[serde(rename_all = "snake_case")]
pub enum Leaning {
    /// More cards are upright.
    Yes,
    /// More cards are reversed.
    No,
    /// As many are upright as reversed.
    Even,
    /// The only card is upright.
    Upright,
    /// The only card is reversed.
    Reversed,
}

/// The proportion of reversed cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, EnumCount)]
#[serde(rename_all = "snake_case")]
pub enum Reversed {
    None,
    One,
    Fewer,
    Even,
    More,
    All,
}

/// A remarkable feature, besides the suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Striking {
    /// Several cards of a rank.
    Alike(Rank, u8),
    /// At least half of the cards are trumps.
    ManyMajors,
    /// No card is a trump.
    NoMajors,
    /// At least two of five cards are courts.
    ManyCourts,
}

/// With this many cards or more, three of a rank are not remarkable.
const MANY: u8 = 20;
/// With fewer cards than this, having no trump is not remarkable.
const SOME: u8 = 7;

impl SpreadFacts {
    /// The facts of these cards.
    ///
    /// # Panics
    /// Without cards.
    pub fn of(cards: &[DrawnCard], settled: Settled) -> SpreadFacts {
        let count = |fits: &dyn Fn(&DrawnCard) -> bool| cards.iter().filter(|card| fits(card)).count() as u8;
        let of_rank = |rank: Rank| (rank, count(&|drawn| drawn.card.rank() == Some(rank)));
        let (Some(first), Some(last)) = (cards.first(), cards.last()) else { panic!("a spread has a place") };
        SpreadFacts {
            cards: cards.len() as u8,
            reversed: count(&|drawn| drawn.disposition == Disposition::Ill),
            suits: SuitCounts::of(cards.iter().map(|drawn| drawn.card)),
            courts: count(&|drawn| drawn.card.rank().is_some_and(Rank::is_court)),
            alike: Rank::ALL.map(of_rank).into_iter().filter(|(_, cards)| *cards > 2).collect(),
            ends: (first.card, last.card),
            settled,
        }
    }

    /// Number of upright cards.
    pub const fn upright(&self) -> u8 {
        self.cards - self.reversed
    }

    /// The proportion of reversed cards.
    pub fn reversed(&self) -> Reversed {
        Reversed::of(self.reversed, self.cards)
    }

    /// Was it settled beforehand how many are reversed?
    pub fn reversed_is_settled(&self) -> bool {
        let told = |count| Reversed::of(count, self.cards) == self.reversed();
        self.settled.reversed_is_certain(self.cards, told)
    }

    /// The answer to a yes-or-no question.
    pub fn leaning(&self) -> Leaning {
        match (self.cards, self.upright().cmp(&self.reversed)) {
            (1, std::cmp::Ordering::Less) => Leaning::Reversed,
            (1, std::cmp::Ordering::Equal | std::cmp::Ordering::Greater) => Leaning::Upright,
            (_, std::cmp::Ordering::Less) => Leaning::No,
            (_, std::cmp::Ordering::Equal) => Leaning::Even,
            (_, std::cmp::Ordering::Greater) => Leaning::Yes,
        }
    }

    /// The same, unless how every card lies was settled beforehand: then they cannot answer.
    pub fn answer(&self) -> Option<Leaning> {
        self.settled.disposition().is_none().then(|| self.leaning())
    }

    /// Was it settled beforehand which suits come?
    pub fn suits_are_settled(&self) -> bool {
        self.settled.suits_are_certain(self.cards, |suits| Lead::of(suits) == Lead::of(self.suits))
    }

    /// Was it settled beforehand which element a card has?
    pub fn element_is_settled(&self) -> bool {
        let of_first = |card| SuitOrStars::of(card) == SuitOrStars::of(self.ends.0);
        self.settled.count_is_certain(1, of_first, |count| count == 1)
    }

    /// Was it settled beforehand how the elements of two cards meet?
    pub fn meeting_is_settled(&self) -> bool {
        let (one, other) = self.elements();
        let told = |first: SuitOrStars, last: SuitOrStars| {
            Meeting::of(first.element(), last.element()) == Meeting::of(one, other)
        };
        self.settled.pair_is_certain(told)
    }

    /// How the suits are level; `None` if one leads.
    pub fn tie(&self) -> Option<Tie> {
        let counts = SuitOrStars::ALL.map(|suit| self.suits.get(suit));
        let (most, least) = (counts.into_iter().max()?, counts.into_iter().min()?);
        match self.suits.with_most().as_slice() {
            [] | [_] => None,
            _ if most == 1 => Some(Tie::Once),
            _ if most - least < 2 => Some(Tie::Evenly),
            [one, other] => Some(Tie::Two([*one, *other], most)),
            several => Some(Tie::Several(several.to_vec(), most)),
        }
    }

    /// The elements of the first card and the last.
    pub const fn elements(&self) -> (Element, Element) {
        (SuitOrStars::of(self.ends.0).element(), SuitOrStars::of(self.ends.1).element())
    }

    /// The most remarkable feature that was not settled beforehand, if any.
    pub fn striking(&self) -> Option<Striking> {
        let majors = self.suits.stars;
        let alike = self.alike.iter().filter(|_| self.cards < MANY).map(|(rank, cards)| (*cards, *rank));
        let alike = alike.filter(|(cards, rank)| !self.is_settled(Striking::Alike(*rank, *cards)));
        let alike = alike.max_by_key(|(cards, _)| *cards).map(|(cards, rank)| Striking::Alike(rank, cards));
        // If they lead, that was mentioned before.
        let many_majors = self.are_many_majors(majors) && self.suits.element() != Some(Element::Spirit);
        let no_majors = majors == 0 && self.cards >= SOME;
        let found = [
            many_majors.then_some(Striking::ManyMajors),
            no_majors.then_some(Striking::NoMajors),
            self.are_many_courts(self.courts).then_some(Striking::ManyCourts),
        ];
        alike.or_else(|| found.into_iter().flatten().find(|striking| !self.is_settled(*striking)))
    }

    /// Are so many of the cards at least half?
    const fn are_many_majors(&self, majors: u8) -> bool {
        majors > 1 && majors * 2 >= self.cards
    }

    /// Are so many of the cards at least two of five?
    const fn are_many_courts(&self, courts: u8) -> bool {
        courts > 1 && courts as u16 * 5 >= self.cards as u16 * 2
    }

    /// Was this settled beforehand?
    fn is_settled(&self, striking: Striking) -> bool {
        let is_court = |card: Card| card.rank().is_some_and(Rank::is_court);
        let certain = |fits: &dyn Fn(Card) -> bool, told: &dyn Fn(u8) -> bool| {
            self.settled.count_is_certain(self.cards, fits, told)
        };
        match striking {
            Striking::Alike(rank, _) => certain(&|card| card.rank() == Some(rank), &|count| count > 2),
            Striking::ManyMajors => certain(&Card::is_trump, &|count| self.are_many_majors(count)),
            Striking::NoMajors => certain(&Card::is_trump, &|count| count == 0),
            Striking::ManyCourts => certain(&is_court, &|count| self.are_many_courts(count)),
        }
    }
}

impl Reversed {
    /// The proportion of so many reversed cards among these.
    fn of(reversed: u8, cards: u8) -> Reversed {
        match (reversed, reversed.cmp(&(cards - reversed))) {
            (0, _) => Reversed::None,
            (reversed, _) if reversed == cards => Reversed::All,
            (_, std::cmp::Ordering::Equal) => Reversed::Even,
            (1, _) => Reversed::One,
            (_, std::cmp::Ordering::Less) => Reversed::Fewer,
            (_, std::cmp::Ordering::Greater) => Reversed::More,
        }
    }
}

impl Lead {
    /// What is told of these.
    fn of(suits: SuitCounts) -> Lead {
        let counts = SuitOrStars::ALL.map(|suit| suits.get(suit));
        let most = counts.into_iter().max().unwrap_or(0);
        let least = counts.into_iter().min().unwrap_or(0);
        let leading = counts.map(|count| count == most);
        match leading.into_iter().filter(|leads| *leads).count() {
            0 | 1 => Lead::Most(leading),
            _ if most == 1 => Lead::Once,
            _ if most - least < 2 => Lead::Evenly,
            _ => Lead::Most(leading),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(cards: &str) -> SpreadFacts {
        let drawn = |text: &str| text.parse::<DrawnCard>().expect("a card");
        SpreadFacts::of(&cards.split(' ').map(drawn).collect::<Vec<_>>(), Settled::default())
    }

    #[test]
    fn reversed_cards_are_counted_against_upright_ones() {
        let reversed = |cards| facts(cards).reversed();
        assert_eq!(reversed("wa02 wa03"), Reversed::None);
        assert_eq!(reversed("wa02' wa03'"), Reversed::All);
        assert_eq!(reversed("wa02' wa03"), Reversed::Even);
        assert_eq!(reversed("wa02' wa03 wa04"), Reversed::One);
        assert_eq!(reversed("wa02' wa03' wa04 wa05 wa06"), Reversed::Fewer);
        assert_eq!(reversed("wa02' wa03' wa04"), Reversed::More);
    }

    #[test]
    fn suits_are_even_only_if_none_has_two_cards_more() {
        use SuitOrStars::{Cups, Stars, Swords, Wands};
        let tie = |cards| facts(cards).tie();
        assert_eq!(tie("wa02 wa03 cu02"), None);
        assert_eq!(tie("wa02 cu02 ar01"), Some(Tie::Once));
        assert_eq!(tie("wa02 wa03 cu02 cu03 sw02"), Some(Tie::Two([Wands, Cups], 2)));
        assert_eq!(tie("wa02 wa03 cu02 cu03 sw02 pe02 ar01"), Some(Tie::Evenly));
        assert_eq!(tie("wa02 wa03 ar02 ar03 sw02 sw03"), Some(Tie::Several(vec![Wands, Swords, Stars], 2)));
    }

    #[test]
    fn what_the_pack_settles_does_not_strike() {
        let minors = Settled::of(crate::Shuffled::Pack(crate::Pack::Minors).cards(None), Default::default());
        let cards = "wa02 wa03 wa04 wapa wakn waqu waki";
        assert_eq!(facts(cards).striking(), Some(Striking::NoMajors));
        assert_eq!(SpreadFacts { settled: minors, ..facts(cards) }.striking(), Some(Striking::ManyCourts));
    }

    #[test]
    fn ranks_take_precedence_over_majors_and_majors_over_courts() {
        let striking = |cards| facts(cards).striking();
        assert_eq!(striking("wa05 cu05 sw05 ar00 ar01 ar02"), Some(Striking::Alike(Rank::ALL[4], 3)));
        assert_eq!(striking("ar00 ar01 wa02 wa03"), Some(Striking::ManyMajors));
        assert_eq!(striking("ar00 ar01 wa03"), None, "the majors lead, which is said by itself");
        assert_eq!(striking("wa02 wa03 wa04 wa05 wa06 wa07 wa08"), Some(Striking::NoMajors));
        assert_eq!(striking("wapa cuqu wa03 ar00 cu05"), Some(Striking::ManyCourts));
        assert_eq!(striking("wapa cu02 wa03 ar00 cu05"), None);
    }
}
