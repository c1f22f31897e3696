//! The plays in a hand, kind by kind (foolery.md, "Plays").
//!
//! They are computed from bits by suit and rank, without trial and error. Kinds with many plays are spans: their
//! number, and each play by its index.

use std::ops::ControlFlow::Continue;

use super::{
    Kind, Move,
    play::{Suits, trumps},
};
use crate::{
    cards::{Card, Hand, Rank, Suit},
    games::moves::{
        Flow, MoveSink,
        combinatorics::{each_subset, nth_subset, number_of_subsets, place_of_subset},
    },
};

/// The aces of each set of suits.
const ACES: [u128; 16] = {
    let mut aces = [0; 16];
    let mut set = 1;
    while set < 16 {
        let lowest: usize = (set as u32).trailing_zeros() as usize;
        aces[set] = aces[set & (set - 1)] | 1 << (Card::TRUMPS + 14 * lowest);
        set += 1;
    }
    aces
};

/// The ways to choose one, two, three or four of these suits: sets of suits as bit masks, four bits each.
const CHOICES: [[u32; 16]; 4] = {
    let mut choices = [[0; 16]; 4];
    let mut of = 0;
    while of < 16 {
        let mut set: u32 = 15;
        while set > 0 {
            if set & of == set {
                let chosen = &mut choices[set.count_ones() as usize - 1][of as usize];
                *chosen = *chosen << 4 | set;
            }
            set -= 1;
        }
        of += 1;
    }
    choices
};

fn play(bits: u128) -> Move {
    Move::Play(Hand::from_bits(bits))
}

/// Number of choices in an entry of [`CHOICES`].
const fn number(choices: u32) -> usize {
    (u32::BITS - choices.leading_zeros()).div_ceil(4) as usize
}

/// The choices of an entry in order, as cards of this rank.
fn each(mut choices: u32, rank: u8) -> impl Iterator<Item = u128> {
    std::iter::from_fn(move || {
        let chosen = (choices != 0).then(|| ACES[choices as usize & 15] << rank)?;
        choices >>= 4;
        Some(chosen)
    })
}

/// The choice at this index of an entry, as cards of this rank.
const fn nth(choices: u32, rank: u8, place: usize) -> u128 {
    ACES[(choices >> (4 * place)) as usize & 15] << rank
}

/// Number of choices in each entry of [`CHOICES`].
const NUMBERS: [[u8; 16]; 4] = {
    let mut numbers = [[0; 16]; 4];
    let mut count = 0;
    while count < 4 {
        let mut of = 0;
        while of < 16 {
            numbers[count][of] = number(CHOICES[count][of]) as u8;
            of += 1;
        }
        count += 1;
    }
    numbers
};

/// A hand, for its plays.
pub(super) struct Combinations {
    pub(super) suits: Suits,
    /// The trumps without the Fool, as bits.
    trumps: u32,
    pub(super) fool: bool,
}

impl Combinations {
    #[inline]
    pub(super) fn of(hand: Hand) -> Combinations {
        Combinations { suits: Suits::of(hand), trumps: trumps(hand) & !1, fool: hand.contains(Card::FOOL) }
    }

    /// Whether there are too few suit cards for five of any kind.
    pub(super) const fn is_short(&self) -> bool {
        self.suits.len() < 4
    }

    /// Whether there are no suit cards.
    pub(super) const fn has_trumps_alone(&self) -> bool {
        self.suits.is_empty()
    }

    /// The ways to choose one to four cards of a rank, as sets of suits.
    const fn choices_of(&self, rank: u8, count: u8) -> u32 {
        CHOICES[count as usize - 1][self.suits.of_rank(rank) as usize]
    }

    /// The number of these ways.
    const fn number_of(&self, rank: u8, count: u8) -> usize {
        NUMBERS[count as usize - 1][self.suits.of_rank(rank) as usize] as usize
    }

    /// One to four cards of one rank, from this value on.
    #[inline]
    pub(super) fn of_one_rank(&self, count: u8, from: u8, list: &mut impl MoveSink<Move>) -> Flow {
        let ranks = || self.suits.ranks_with(count, from);
        list.span(
            || self.suits.number_of_one_rank(count, from),
            |place| Move::Play(self.nth_of_one_rank(count, from, place).expect("the index is in range")),
            |list| {
                let mut choices = bits(ranks()).flat_map(|rank| each(self.choices_of(rank, count), rank));
                choices.try_for_each(|cards| list.add(play(cards)))
            },
        )
    }

    /// The cards at this index among those of one to four cards of one rank, from this value on.
    pub(super) fn nth_of_one_rank(&self, count: u8, from: u8, place: usize) -> Option<Hand> {
        self.nth_of_ranks(self.suits.ranks_with(count, from), count, place).map(Hand::from_bits)
    }

    /// The choice at this index among those of `count` cards of one of these ranks.
    fn nth_of_ranks(&self, ranks: u32, count: u8, mut place: usize) -> Option<u128> {
        for rank in bits(ranks) {
            let number = self.number_of(rank, count);
            if place < number {
                return Some(nth(self.choices_of(rank, count), rank, place));
            }
            place -= number;
        }
        None
    }

    /// Five cards of this kind, from this value on.
    pub(super) fn five(&self, kind: Kind, from: u8, list: &mut impl MoveSink<Move>) -> Flow {
        match kind {
            Kind::FiveOfAKind => self.fives_of_a_kind(from, list),
            Kind::StraightFlush => self.straight_flushes(from, list),
            Kind::FullHouse => self.full_houses(from, list),
            Kind::Flush => self.flushes(from, list),
            Kind::Straight => self.straights(from, list),
            Kind::Single | Kind::Pair | Kind::Triple | Kind::Four | Kind::Trumps | Kind::Fool => Continue(()),
        }
    }

    fn fives_of_a_kind(&self, from: u8, list: &mut impl MoveSink<Move>) -> Flow {
        let complete = u32::from(self.suits.at_least(4)) << 1 & self.trumps;
        let mut values = bits(complete).filter(|value| *value >= from);
        values.try_for_each(|value| list.add(play(ACES[15] << (value - 1) | 1 << value)))
    }

    fn straight_flushes(&self, from: u8, list: &mut impl MoveSink<Move>) -> Flow {
        let runs = self.suits.runs();
        if runs.is_empty() {
            return Continue(());
        }
        runs.each().into_iter().enumerate().try_for_each(|(suit, runs)| {
            let mut lows = bits(runs.into()).filter(|low| low + 5 >= from);
            lows.try_for_each(|low| list.add(play(in_suit(RUN << low, suit))))
        })
    }

    fn full_houses(&self, from: u8, list: &mut impl MoveSink<Move>) -> Flow {
        let mut threes = bits(self.suits.at_least(3).into()).filter(|three| three + 1 >= from);
        threes.try_for_each(|three| {
            let threes = self.choices_of(three, 3);
            let twos = || u32::from(self.suits.at_least(2) & !(1 << three));
            let of_twos = || self.suits.number_of_one_rank(2, 1) - self.number_of(three, 2);
            let pair = |place| self.nth_of_ranks(twos(), 2, place).unwrap_or_default();
            list.span(
                || number(threes) * of_twos(),
                |place| play(nth(threes, three, place / of_twos()) | pair(place % of_twos())),
                |list| {
                    each(threes, three).try_for_each(|three| {
                        let mut pairs = bits(twos()).flat_map(|two| each(self.choices_of(two, 2), two));
                        pairs.try_for_each(|pair| list.add(play(three | pair)))
                    })
                },
            )
        })
    }

    fn flushes(&self, from: u8, list: &mut impl MoveSink<Move>) -> Flow {
        if !self.suits.has_five_of_a_suit() {
            return Continue(());
        }
        let lowest = u32::from(from.saturating_sub(1));
        self.suits.each().into_iter().enumerate().try_for_each(|(suit, cards)| {
            let cards = u32::from(cards);
            list.span(
                || {
                    let straight = || bits(runs(cards)).filter(|low| low + 5 >= from).count();
                    let all = number_of_subsets(cards, 5, lowest);
                    if all == 0 { 0 } else { all - straight() }
                },
                |place| play(in_suit(nth_flush(cards, place), suit)),
                |list| {
                    each_subset(cards, 5, lowest, 0, &mut |set| {
                        if runs(set) == 0 { list.add(play(in_suit(set, suit))) } else { Continue(()) }
                    })
                },
            )
        })
    }

    fn straights(&self, from: u8, list: &mut impl MoveSink<Move>) -> Flow {
        let mut lows = bits(runs(self.suits.at_least(1).into())).filter(|low| low + 5 >= from);
        lows.try_for_each(|low| {
            let suits = || -> [u8; 5] { std::array::from_fn(|above| self.suits.of_rank(low + above as u8)) };
            let flushes = || self.suits.runs().of_rank(low);
            list.span(
                || {
                    let all: usize = (low..low + 5).map(|rank| self.suits.number_of_rank(rank)).product();
                    all - self.suits.runs().number_of_rank(low)
                },
                |place| play(nth_straight(suits(), flushes(), place) << low),
                |list| each_straight(&suits(), 0, 0b1111, 0, &mut |cards| list.add(play(cards << low))),
            )
        })
    }

    /// `count` trumps, the highest above this number.
    #[inline]
    pub(super) fn trumps(&self, count: u8, above: u8, list: &mut impl MoveSink<Move>) -> Flow {
        list.span(
            || self.number_of_trumps(count, above),
            |place| Move::Play(self.nth_trumps(count, place)),
            |list| {
                let from = u32::from(above) + 1;
                each_subset(self.trumps, count.into(), from, 0, &mut |set| list.add(play(set.into())))
            },
        )
    }

    /// Number of choices of `count` trumps, the highest above this number.
    #[inline]
    pub(super) const fn number_of_trumps(&self, count: u8, above: u8) -> usize {
        number_of_subsets(self.trumps, count as u32, above as u32 + 1)
    }

    /// The cards at this index among the choices of `count` trumps.
    pub(super) fn nth_trumps(&self, count: u8, place: usize) -> Hand {
        Hand::from_bits(nth_subset(self.trumps, count.into(), place).into())
    }
}

/// Five bits in a row.
const RUN: u32 = 0b1_1111;

/// The indexes of the set bits, from the lowest.
fn bits(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(lowest)
    })
}

/// The starts of runs of five bits.
const fn runs(set: u32) -> u32 {
    set & set >> 1 & set >> 2 & set >> 3 & set >> 4
}

const fn in_suit(ranks: u32, suit: usize) -> u128 {
    (ranks as u128) << (Card::TRUMPS + Rank::ALL.len() * suit)
}

/// The set at this index among those of five cards of a suit that are not a straight flush.
fn nth_flush(cards: u32, place: usize) -> u32 {
    let (mut straight, mut place) = (runs(cards), place);
    while straight != 0 {
        let low = straight.ilog2();
        straight ^= 1 << low;
        place += usize::from(place >= place_of_subset(cards, RUN << low));
    }
    nth_subset(cards, 5, place)
}

/// Passes straights from the ace up to `take`: a card of each of these ranks, not all of one suit. `common` are the
/// suits shared by all cards so far.
fn each_straight(ranks: &[u8], rank: u8, common: u8, so_far: u128, take: &mut impl FnMut(u128) -> Flow) -> Flow {
    let Some((suits, higher)) = ranks.split_first() else {
        return if common == 0 { take(so_far) } else { Continue(()) };
    };
    bits((*suits).into()).try_for_each(|suit| {
        let suit = 1 << suit;
        each_straight(higher, rank + 1, common & suit, so_far | ACES[usize::from(suit)] << rank, take)
    })
}

/// The straight at this index in the order of [`each_straight`]; `common` are the suits that all ranks have.
fn nth_straight(ranks: [u8; 5], common: u8, place: usize) -> u128 {
    let mut place = place;
    for suit in bits(common.into()) {
        // The index that five cards of this suit would have.
        let digit = |suits: u8| (suits & ((1 << suit) - 1)).count_ones() as usize;
        let flush = ranks.iter().fold(0, |flush, suits| flush * suits.count_ones() as usize + digit(*suits));
        place += usize::from(place >= flush);
    }
    let mut cards = 0;
    for (rank, suits) in ranks.iter().enumerate().rev() {
        let choices = CHOICES[0][usize::from(*suits)];
        cards |= nth(choices, rank as u8, place % number(choices));
        place /= number(choices);
    }
    cards
}

const _: () = assert!(
    ACES[15] == Hand::rank(Rank::ACE).bits() && ACES[8] == Hand::of(Card::minor(Suit::Pentacles, Rank::ACE)).bits()
);
