//! What is settled about cards before they are drawn.

use crate::{Disposition, Reversals, Shuffled, SuitCounts, SuitOrStars};
use arcana_engine::cards::{Card, Hand};

/// What was settled before the cards of a spread were drawn. The summary does not tell it as found in the cards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Settled {
    /// The cards that were shuffled; without any, nothing is settled about them.
    pack: Hand,
    /// Those of them that were seen before.
    seen: Hand,
    /// How likely each card was reversed; not known of cards drawn by hand.
    reversals: Option<Reversals>,
}

/// What at least this share of all draws would show is not told as found.
const NEARLY_CERTAIN: f64 = 0.95;

impl Settled {
    /// What is settled about cards drawn from this pack.
    pub fn of(pack: impl IntoIterator<Item = Card>, reversals: Reversals) -> Settled {
        Settled { pack: pack.into_iter().collect(), seen: Hand::EMPTY, reversals: Some(reversals) }
    }

    /// What is settled about cards drawn by hand: they come from one pack.
    pub fn by_hand(significator: Option<Card>) -> Settled {
        Settled { reversals: None, ..Settled::of(Shuffled::default().cards(significator), Reversals::default()) }
    }

    /// The same after these cards of the pack were seen.
    pub fn after(self, seen: impl IntoIterator<Item = Card>) -> Settled {
        Settled { seen: seen.into_iter().collect(), ..self }
    }

    /// How every card was to lie, if that was settled.
    pub fn disposition(self) -> Option<Disposition> {
        match self.reversals?.share() {
            share if share <= 0.0 => Some(Disposition::Well),
            share if share >= 1.0 => Some(Disposition::Ill),
            _ => None,
        }
    }

    /// Is it nearly certain that of so many drawn cards, the number for which this is so is among those told?
    pub(crate) fn count_is_certain(self, drawn: u8, fits: impl Fn(Card) -> bool, told: impl Fn(u8) -> bool) -> bool {
        let (left, fitting) = (self.left(), self.left().iter().filter(|card| fits(*card)).count());
        let ways = |count: u8| choose(fitting, count.into()) * choose(left.len() - fitting, (drawn - count).into());
        self.is_certain(drawn, (0..=drawn).filter(|count| told(*count)).map(ways).sum())
    }

    /// Is it nearly certain that the suits of so many drawn cards are among those told?
    pub(crate) fn suits_are_certain(self, drawn: u8, told: impl Fn(SuitCounts) -> bool) -> bool {
        let pack = SuitCounts::of(self.left().iter());
        let mut ways = 0.0;
        for wands in 0..=pack.wands.min(drawn) {
            for cups in 0..=pack.cups.min(drawn - wands) {
                for swords in 0..=pack.swords.min(drawn - wands - cups) {
                    for pentacles in 0..=pack.pentacles.min(drawn - wands - cups - swords) {
                        let stars = drawn - wands - cups - swords - pentacles;
                        let suits = SuitCounts { wands, cups, swords, pentacles, stars };
                        if stars <= pack.stars && told(suits) {
                            ways += SuitOrStars::ALL
                                .map(|suit| choose(pack.get(suit).into(), suits.get(suit).into()))
                                .iter()
                                .product::<f64>();
                        }
                    }
                }
            }
        }
        self.is_certain(drawn, ways)
    }

    /// Is it nearly certain that the suits of two drawn cards are among those told, in either order?
    pub(crate) fn pair_is_certain(self, told: impl Fn(SuitOrStars, SuitOrStars) -> bool) -> bool {
        let pack = SuitCounts::of(self.left().iter());
        let pairs = SuitOrStars::ALL.into_iter().flat_map(|one| SuitOrStars::ALL.map(|other| (one, other)));
        let ways = |(one, other): (SuitOrStars, SuitOrStars)| {
            f64::from(pack.get(one)) * (f64::from(pack.get(other)) - f64::from(u8::from(one == other)))
        };
        self.is_certain(2, pairs.filter(|(one, other)| told(*one, *other)).map(ways).sum::<f64>() / 2.0)
    }

    /// The cards that could come.
    fn left(self) -> Hand {
        self.pack - self.seen
    }

    /// Are so many ways to draw these cards nearly all ways?
    fn is_certain(self, drawn: u8, ways: f64) -> bool {
        !self.pack.is_empty() && ways >= NEARLY_CERTAIN * choose(self.left().len(), drawn.into())
    }
}

/// Number of ways to choose some of the cards.
fn choose(cards: usize, some: usize) -> f64 {
    if some > cards {
        return 0.0;
    }
    (0..some.min(cards - some)).fold(1.0, |ways, at| ways * (cards - at) as f64 / (at + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(shuffled: &Shuffled, reversals: f64) -> Settled {
        Settled::of(shuffled.cards(None), Reversals::new(reversals).expect("a share"))
    }

    fn listed(ids: &str) -> Shuffled {
        Shuffled::Listed(ids.split(' ').map(|id| id.parse::<Card>().expect("a card")).collect())
    }

    #[test]
    fn reversals_of_none_and_all_settle_how_cards_lie() {
        let disposition = |reversals| of(&Shuffled::default(), reversals).disposition();
        assert_eq!([0.0, 0.5, 1.0].map(disposition), [Some(Disposition::Well), None, Some(Disposition::Ill)]);
    }

    #[test]
    fn what_nearly_every_draw_shows_is_certain() {
        let of_three = of(&listed("cu02 cu05 cu09 wa03"), 0.5);
        let cups = |suits: SuitCounts| suits.leading() == Some(SuitOrStars::Cups);
        assert!(of_three.suits_are_certain(3, cups) && !of_three.suits_are_certain(1, cups));
        let stars = |suits: SuitCounts| suits.leading() == Some(SuitOrStars::Stars);
        let all = of(&Shuffled::default(), 0.5);
        assert_eq!([77, 60, 12].map(|cards| all.suits_are_certain(cards, stars)), [true, true, false]);
        assert!(all.count_is_certain(40, Card::is_trump, |stars| stars > 4));
        assert!(!all.count_is_certain(7, Card::is_trump, |stars| stars == 0));
        assert!(!Settled::default().count_is_certain(3, Card::is_trump, |_| true), "nothing is known");
    }

    #[test]
    fn cards_that_were_seen_cannot_come_again() {
        let pool = of(&listed("cu02 cu05 cu09 wa03 sw02"), 0.5);
        let cups = |suits: SuitCounts| suits.leading() == Some(SuitOrStars::Cups);
        let seen = |ids: &str| ids.split(' ').map(|id| id.parse::<Card>().expect("a card")).collect::<Vec<_>>();
        assert!(!pool.suits_are_certain(2, cups) && pool.after(seen("wa03 sw02")).suits_are_certain(2, cups));
        assert!(pool.pair_is_certain(|_, _| true) && !pool.pair_is_certain(|one, other| one == other));
        assert!(pool.after(seen("wa03 sw02")).pair_is_certain(|one, other| one == other));
    }
}
