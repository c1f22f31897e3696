//! Probability that a play stands, from the cards of the others that beat it.

use super::{ranks::Ranks, weights::Weights};
use crate::{
    cards::{Card, Hand},
    games::foolery::{Kind, Play, at_least, suits},
};

/// Certainty, as a probability.
pub const SURE: i32 = 256;

/// The combined cards of the others, and how many of them may answer.
pub struct Others {
    /// All their cards.
    pub cards: Hand,
    /// Number of players with five cards or more.
    pub with_five: i32,
    /// The house rule on trumps.
    pub same_trumps: bool,
}

impl Others {
    /// Probability that nobody beats the play, up to [`SURE`].
    pub fn let_stand(&self, play: Play, weights: &Weights) -> i32 {
        if play.kind == Kind::Fool {
            return SURE;
        }
        let chance = less(SURE, weights.by_fool, i32::from(self.cards.contains(Card::FOOL)));
        let chance = less(chance, self.trump_weight(play, weights), self.trumps_that_beat(play));
        match play.kind {
            Kind::Single | Kind::Pair | Kind::Triple | Kind::Four => {
                less(chance, weights.by_rank[usize::from(play.count) - 1], self.ranks_that_beat(play))
            }
            Kind::Straight => less(chance, weights.by_five[0], self.with_five),
            Kind::Flush => less(chance, weights.by_five[1], self.with_five),
            Kind::FullHouse => less(chance, weights.by_five[2], self.with_five),
            Kind::StraightFlush | Kind::FiveOfAKind | Kind::Trumps | Kind::Fool => chance,
        }
    }

    fn trump_weight(&self, play: Play, weights: &Weights) -> i32 {
        let needed = usize::from(play.trumps_to_follow(self.same_trumps)) - 1;
        if play.is_normal() { weights.by_trumps[needed] } else { weights.by_higher_trumps[needed] }
    }

    fn trumps_that_beat(&self, play: Play) -> i32 {
        let trumps = (self.cards & (Hand::TRUMPS - Hand::of(Card::FOOL))).bits() as u32;
        if trumps.count_ones() < u32::from(play.trumps_to_follow(self.same_trumps)) {
            return 0;
        }
        (trumps >> play.trumps_above() >> 1).count_ones() as i32
    }

    /// Number of equal or higher ranks with enough cards; for singles, of the cards themselves.
    fn ranks_that_beat(&self, play: Play) -> i32 {
        let suits = suits(self.cards);
        // A rank with one card more than are needed counts twice, and so on.
        (play.count..=4).map(|count| Ranks(at_least(suits, count) >> (play.value - 1)).len()).sum()
    }
}

/// The probability left after this number of dangers, each in 256ths.
fn less(chance: i32, danger: i32, times: i32) -> i32 {
    (0..times).fold(chance, |chance, _| chance * (SURE - danger) / SURE)
}
