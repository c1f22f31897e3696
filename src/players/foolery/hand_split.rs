//! What a hand falls into: plays that shed it, and what each of them costs to get rid of.

use super::weights::Weights;
use crate::{
    cards::{Card, Hand},
    games::foolery::Play,
};

/// How many ranks there are.
const RANKS: usize = 14;

/// The suits held of each rank, as bits, from the ace up.
#[derive(Clone, Copy)]
struct Ranks([u8; RANKS]);

/// What it costs to get rid of a hand: about a hundred for each play that has to be led.
pub fn cost(hand: Hand, weights: &Weights) -> i32 {
    let trumps = hand & (Hand::TRUMPS - Hand::of(Card::FOOL));
    let held: i32 = trumps.iter().map(|card| weights.trump - weights.trump_rise * i32::from(card.byte())).sum();
    let fool = if hand.contains(Card::FOOL) { weights.fool } else { 0 };
    cost_of_suits(hand & Hand::MINORS, weights) + held + fool
}

/// May the whole hand be led at once?
pub fn is_one_lead(hand: Hand) -> bool {
    !hand.contains(Card::FOOL) && Play::of(hand).is_some()
}

/// Takes straights and flushes out as long as that saves something.
fn cost_of_suits(hand: Hand, weights: &Weights) -> i32 {
    let mut ranks = Ranks::of(hand);
    let (mut fives, mut rest) = (0, ranks.cost(weights));
    loop {
        let straights =
            (0..RANKS - 4).filter_map(|low| ranks.without_straight(low).map(|left| (left, low + 4, weights.straight)));
        let flushes = (0..4).filter_map(|suit| ranks.without_flush(suit).map(|(left, top)| (left, top, weights.flush)));
        let best = straights
            .chain(flushes)
            .map(|(left, top, five)| (left, left.cost(weights), five - weights.five_rise * (top as i32 + 1)))
            .min_by_key(|(_, left, five)| left + five);
        match best {
            Some((left, cost, five)) if cost + five < rest => {
                (ranks, rest) = (left, cost);
                fives += five;
            }
            _ => return fives + rest,
        }
    }
}

impl Ranks {
    fn of(hand: Hand) -> Ranks {
        let mut ranks = [0; RANKS];
        for card in hand {
            if let (Some(suit), Some(rank)) = (card.suit(), card.rank()) {
                ranks[usize::from(rank.value()) - 1] |= 1 << suit as u8;
            }
        }
        Ranks(ranks)
    }

    /// By rank alone: singles to fours, and full houses where a triple meets a pair.
    fn cost(&self, weights: &Weights) -> i32 {
        let (mut total, mut triples, mut pairs) = (0, 0, 0);
        for (rank, suits) in self.0.iter().enumerate() {
            let count = suits.count_ones() as usize;
            if count > 0 {
                total += weights.group[count - 1] - weights.group_rise[count - 1] * (rank as i32 + 1);
                triples += i32::from(count == 3);
                pairs += i32::from(count == 2);
            }
        }
        total - triples.min(pairs) * weights.full_house
    }

    /// One card less of five ranks in a row, if all are held.
    fn without_straight(mut self, low: usize) -> Option<Ranks> {
        for suits in &mut self.0[low..low + 5] {
            if *suits == 0 {
                return None;
            }
            *suits &= *suits - 1;
        }
        Some(self)
    }

    /// Five cards less of a suit, single cards and low ones first, and the highest rank taken.
    fn without_flush(mut self, suit: u8) -> Option<(Ranks, usize)> {
        let held = |ranks: &Ranks, rank: usize| ranks.0[rank] >> suit & 1 == 1;
        if (0..RANKS).filter(|rank| held(&self, *rank)).count() < 5 {
            return None;
        }
        let (mut taken, mut top) = (0, 0);
        for singles in [true, false] {
            for rank in 0..RANKS {
                if taken < 5 && held(&self, rank) && (self.0[rank].count_ones() == 1) == singles {
                    self.0[rank] &= !(1 << suit);
                    (taken, top) = (taken + 1, top.max(rank));
                }
            }
        }
        Some((self, top))
    }
}
