//! Facts about the cards of a spread as a whole.

use crate::{
    cards::{Card, Rank},
    reading::{Disposition, DrawnCard, Element, SuitCounts, SuitOrStars},
};

/// Facts about the cards of a spread as a whole.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Number of cards.
    pub cards: u8,
    /// Number of reversed cards.
    pub reversed: u8,
    /// Number of cards of each suit.
    pub suits: SuitCounts,
    /// Number of court cards.
    pub courts: u8,
    /// The rank with the most cards, if at least three.
    pub alike: Option<(Rank, u8)>,
    /// The first card and the last.
    pub ends: (Card, Card),
}

/// The proportion of reversed cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Facts {
    /// The facts of these cards.
    ///
    /// # Panics
    /// Without cards.
    pub fn of(cards: &[DrawnCard]) -> Facts {
        let count = |fits: &dyn Fn(&DrawnCard) -> bool| cards.iter().filter(|card| fits(card)).count() as u8;
        let of_rank = |rank: Rank| (rank, count(&|drawn| drawn.card.rank() == Some(rank)));
        let (Some(first), Some(last)) = (cards.first(), cards.last()) else { panic!("a spread has a place") };
        Facts {
            cards: cards.len() as u8,
            reversed: count(&|drawn| drawn.disposition == Disposition::Ill),
            suits: SuitCounts::of(cards.iter().map(|drawn| drawn.card)),
            courts: count(&|drawn| drawn.card.rank().is_some_and(Rank::is_court)),
            alike: Rank::ALL.map(of_rank).into_iter().filter(|(_, cards)| *cards > 2).max_by_key(|(_, cards)| *cards),
            ends: (first.card, last.card),
        }
    }

    /// Number of upright cards.
    pub const fn upright(&self) -> u8 {
        self.cards - self.reversed
    }

    /// The proportion of reversed cards.
    pub fn reversed(&self) -> Reversed {
        match (self.reversed, self.reversed.cmp(&self.upright())) {
            (0, _) => Reversed::None,
            (reversed, _) if reversed == self.cards => Reversed::All,
            (_, std::cmp::Ordering::Equal) => Reversed::Even,
            (1, _) => Reversed::One,
            (_, std::cmp::Ordering::Less) => Reversed::Fewer,
            (_, std::cmp::Ordering::Greater) => Reversed::More,
        }
    }

    /// The elements of the first card and the last.
    pub const fn elements(&self) -> (Element, Element) {
        (SuitOrStars::of(self.ends.0).element(), SuitOrStars::of(self.ends.1).element())
    }

    /// The most remarkable feature, if any.
    pub fn striking(&self) -> Option<Striking> {
        let majors = self.suits.stars;
        match self.alike {
            Some((rank, cards)) if self.cards < MANY => Some(Striking::Alike(rank, cards)),
            // If they lead, that was mentioned before.
            _ if majors > 1 && majors * 2 >= self.cards && self.suits.element() != Some(Element::Spirit) => {
                Some(Striking::ManyMajors)
            }
            _ if majors == 0 && self.cards >= SOME => Some(Striking::NoMajors),
            _ if self.courts > 1 && u16::from(self.courts) * 5 >= u16::from(self.cards) * 2 => {
                Some(Striking::ManyCourts)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(cards: &str) -> Facts {
        let drawn = |text: &str| text.parse::<DrawnCard>().expect("a card");
        Facts::of(&cards.split(' ').map(drawn).collect::<Vec<_>>())
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
