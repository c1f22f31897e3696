//! Splits a hand into plays that shed it, and estimates their cost.
//!
//! An adept needs this for each of its moves, so all ranks of a suit are one number and are processed together: a loop
//! over the ranks took most of its time.

use super::{ranks::Ranks, weights::Weights};
use crate::{
    cards::{Card, Hand},
    games::foolery::{Play, at_least, suits},
};

/// Five ranks in a row.
const RUN: u16 = 0b1_1111;

/// The cards of each suit as bits, bit 0 for the ace.
#[derive(Clone, Copy)]
struct Suits([u16; 4]);

/// Cost of getting rid of a hand: about a hundred for each play that must be led.
pub fn cost(hand: Hand, weights: &Weights) -> i32 {
    let trumps = hand & (Hand::TRUMPS - Hand::of(Card::FOOL));
    let held: i32 = trumps.iter().map(|card| weights.trump - weights.trump_rise * i32::from(card.byte())).sum();
    let fool = if hand.contains(Card::FOOL) { weights.fool } else { 0 };
    cost_of_suits(Suits(suits(hand)), weights) + held + fool
}

/// Whether the whole hand may be led at once.
pub fn is_one_lead(hand: Hand) -> bool {
    !hand.contains(Card::FOOL) && Play::of(hand).is_some()
}

/// Removes straights and flushes as long as that saves cost.
fn cost_of_suits(mut hand: Suits, weights: &Weights) -> i32 {
    let (mut fives, mut rest) = (0, hand.cost(weights));
    loop {
        let straights = hand.straights().map(|(left, top)| (left, top, weights.straight));
        let flushes = (0..4).filter_map(|suit| hand.without_flush(suit)).map(|(left, top)| (left, top, weights.flush));
        let best = straights
            .chain(flushes)
            .map(|(left, top, five)| (left, left.cost(weights), five - weights.five_rise * (top as i32 + 1)))
            .min_by_key(|(_, left, five)| left + five);
        match best {
            Some((left, cost, five)) if cost + five < rest => {
                (hand, rest) = (left, cost);
                fives += five;
            }
            Some(_) | None => return fives + rest,
        }
    }
}

impl Suits {
    /// Cost by rank: singles to fours, and full houses for a triple with a pair.
    fn cost(self, weights: &Weights) -> i32 {
        let [one, two, three, four] = [1, 2, 3, 4].map(|count| at_least(self.0, count));
        let groups = [one & !two, two & !three, three & !four, four].map(Ranks);
        let group_cost = |count: usize| {
            let ranks = groups[count];
            weights.group[count] * ranks.len() - weights.group_rise[count] * ranks.values()
        };
        let [_, pairs, triples, _] = groups;
        (0..4).map(group_cost).sum::<i32>() - triples.len().min(pairs.len()) * weights.full_house
    }

    /// For each run of five ranks: the cards left after removing one of each rank, from the first suit that has it, and
    /// the highest rank.
    fn straights(self) -> impl Iterator<Item = (Suits, u32)> {
        let any = at_least(self.0, 1);
        Ranks(any & any >> 1 & any >> 2 & any >> 3 & any >> 4).iter().map(move |low| {
            let mut missing = RUN << low;
            let left = self.0.map(|suit| {
                let left = suit & !missing;
                missing &= !suit;
                left
            });
            (Suits(left), low + 4)
        })
    }

    /// The cards left after removing five of a suit, single and low cards first, and the highest rank removed.
    fn without_flush(mut self, suit: usize) -> Option<(Suits, u32)> {
        let held = Ranks(self.0[suit]);
        if held.len() < 5 {
            return None;
        }
        let single = at_least(self.0, 1) & !at_least(self.0, 2);
        let singles = Ranks(held.0 & single).lowest(5);
        let others = Ranks(held.0 & !single).lowest(5 - singles.len());
        let taken = singles.0 | others.0;
        self.0[suit] &= !taken;
        Some((self, taken.ilog2()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cards::{PACK, Rank},
        chance::Chance,
    };

    /// A second implementation, rank by rank, following the rules.
    fn cost_by_rank(hand: Hand, weights: &Weights) -> i32 {
        let (mut total, mut triples, mut pairs) = (0, 0, 0);
        for rank in Rank::ALL {
            let count = (hand & Hand::rank(rank)).len();
            if count > 0 {
                total += weights.group[count - 1] - weights.group_rise[count - 1] * i32::from(rank.value());
                triples += i32::from(count == 3);
                pairs += i32::from(count == 2);
            }
        }
        total - triples.min(pairs) * weights.full_house
    }

    fn hand_of(cards: &Suits) -> Hand {
        PACK.into_iter()
            .filter(|card| {
                let place = card.suit().zip(card.rank());
                place.is_some_and(|(suit, rank)| cards.0[suit.index()] >> (rank.value() - 1) & 1 == 1)
            })
            .collect()
    }

    #[test]
    fn the_parallel_cost_equals_the_cost_rank_by_rank() {
        let mut chance = Chance::of_table("hand split", "");
        for size in (1..40).cycle().take(400) {
            let hand: Hand = chance.pack().into_iter().take(size).collect::<Hand>() & Hand::MINORS;
            let cards = Suits(suits(hand));
            assert_eq!(hand_of(&cards), hand);
            assert_eq!(cards.cost(&Weights::ADEPT), cost_by_rank(hand, &Weights::ADEPT), "{hand:?}");
            for (left, _) in cards.straights() {
                assert_eq!((hand - hand_of(&left)).len(), 5);
                assert!(Play::of(hand - hand_of(&left)).is_some(), "a straight, or a straight flush");
            }
            for (left, top) in (0..4).filter_map(|suit| cards.without_flush(suit)) {
                let flush = hand - hand_of(&left);
                assert_eq!((flush.len(), flush.last().and_then(Card::rank)), (5, Rank::new(top as u8 + 1)));
                assert!(Play::of(flush).is_some(), "a flush, or a straight flush");
            }
        }
    }
}
