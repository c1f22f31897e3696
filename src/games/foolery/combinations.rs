//! The plays in a hand, kind by kind (foolery.md, "Plays").
//!
//! They are computed from bits by suit and rank, without trial and error. Kinds with many plays are spans: their
//! number, and each play by its index.

use std::ops::ControlFlow::Continue;

use super::{
    Kind, Move,
    play::{at_least, suits, trumps},
};
use crate::{
    cards::{Card, Hand, Rank, Suit},
    games::{
        moves::combinatorics::{each_subset, nth_subset, number_of_subsets, place_of_subset},
        moves::{Flow, MoveSink},
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

/// The cards of a hand by suit.
pub(super) struct Combinations {
    suits: [u16; 4],
    /// The ranks with at least one card, two, three and four.
    ranks: [u16; 4],
    /// The trumps without the Fool, as bits.
    trumps: u32,
    pub(super) fool: bool,
}

impl Combinations {
    pub(super) fn of(hand: Hand) -> Combinations {
        let suits = suits(hand);
        let ranks = [1, 2, 3, 4].map(|count| at_least(suits, count));
        Combinations { suits, ranks, trumps: trumps(hand) & !1, fool: hand.contains(Card::FOOL) }
    }

    /// Whether there are no suit cards.
    pub(super) const fn has_trumps_alone(&self) -> bool {
        self.ranks[0] == 0
    }

    /// The ranks with at least `count` cards.
    const fn at_least(&self, count: u8) -> u16 {
        self.ranks[count as usize - 1]
    }

    /// The suits held of a rank, as bits.
    const fn suits_of(&self, rank: u8) -> u8 {
        let [a, b, c, d] = self.suits;
        (a >> rank & 1 | (b >> rank & 1) << 1 | (c >> rank & 1) << 2 | (d >> rank & 1) << 3) as u8
    }

    /// The ways to choose one to four cards of a rank, as sets of suits.
    const fn choices_of(&self, rank: u8, count: u8) -> u32 {
        CHOICES[count as usize - 1][self.suits_of(rank) as usize]
    }

    /// One to four cards of one rank, from this value on.
    pub(super) fn of_one_rank(&self, count: u8, from: u8, list: &mut impl MoveSink<Move>) -> Flow {
        let ranks = u32::from(self.at_least(count) >> (from - 1) << (from - 1));
        if ranks == 0 {
            return Continue(());
        }
        let choices = |rank| self.choices_of(rank, count);
        list.span(
            self.number_of_one_rank(count, from),
            |place| self.nth_of_one_rank(ranks, count, place).map_or(Move::Pass, play),
            |list| bits(ranks).flat_map(|rank| each(choices(rank), rank)).try_for_each(|cards| list.add(play(cards))),
        )
    }

    /// The number of ways to choose `count` cards of one rank, from this value on.
    fn number_of_one_rank(&self, count: u8, from: u8) -> usize {
        let [_, two, three, four] = self.ranks;
        let number = |sets| number_of_bits(sets, from - 1);
        match count {
            1 => number(self.suits),
            // Two, three and four cards have 1, 3 and 6 pairs, and 0, 1 and 4 triples.
            2 => number([two, three, three, four]) + if four == 0 { 0 } else { number([four, four, 0, 0]) },
            3 => number([three, four, four, four]),
            _ => number([four, 0, 0, 0]),
        }
    }

    /// The choice at this index among those of `count` cards of one of these ranks.
    fn nth_of_one_rank(&self, ranks: u32, count: u8, mut place: usize) -> Option<u128> {
        for rank in bits(ranks) {
            let choices = self.choices_of(rank, count);
            if place < number(choices) {
                return Some(nth(choices, rank, place));
            }
            place -= number(choices);
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
        let complete = u32::from(self.at_least(4)) << 1 & self.trumps;
        let mut values = bits(complete).filter(|value| *value >= from);
        values.try_for_each(|value| list.add(play(ACES[15] << (value - 1) | 1 << value)))
    }

    fn straight_flushes(&self, from: u8, list: &mut impl MoveSink<Move>) -> Flow {
        self.suits.into_iter().enumerate().try_for_each(|(suit, cards)| {
            let mut lows = bits(runs(cards.into())).filter(|low| low + 5 >= from);
            lows.try_for_each(|low| list.add(play(in_suit(RUN << low, suit))))
        })
    }

    fn full_houses(&self, from: u8, list: &mut impl MoveSink<Move>) -> Flow {
        let pairs = self.at_least(2);
        let mut threes = bits(self.at_least(3).into()).filter(|three| three + 1 >= from);
        threes.try_for_each(|three| {
            let (threes, twos) = (self.choices_of(three, 3), u32::from(pairs & !(1 << three)));
            let of_twos = self.number_of_one_rank(2, 1) - number(self.choices_of(three, 2));
            let pair = |place| self.nth_of_one_rank(twos, 2, place).unwrap_or_default();
            list.span(
                number(threes) * of_twos,
                |place| play(nth(threes, three, place / of_twos) | pair(place % of_twos)),
                |list| {
                    each(threes, three).try_for_each(|three| {
                        let mut pairs = bits(twos).flat_map(|two| each(self.choices_of(two, 2), two));
                        pairs.try_for_each(|pair| list.add(play(three | pair)))
                    })
                },
            )
        })
    }

    fn flushes(&self, from: u8, list: &mut impl MoveSink<Move>) -> Flow {
        let lowest = u32::from(from.saturating_sub(1));
        self.suits.into_iter().enumerate().try_for_each(|(suit, cards)| {
            let cards = u32::from(cards);
            let all = number_of_subsets(cards, 5, lowest);
            if all == 0 {
                return Continue(());
            }
            let straight = bits(runs(cards)).filter(|low| low + 5 >= from).count();
            list.span(
                all - straight,
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
        let any = self.at_least(1);
        let mut lows = bits(runs(any.into())).filter(|low| low + 5 >= from);
        lows.try_for_each(|low| {
            let suits: [u8; 5] = std::array::from_fn(|above| self.suits_of(low + above as u8));
            let common = suits.into_iter().fold(0b1111, |common, suits| common & suits);
            let all = suits.into_iter().map(|suits| suits.count_ones() as usize).product::<usize>();
            list.span(
                all - common.count_ones() as usize,
                |place| play(nth_straight(suits, common, place) << low),
                |list| each_straight(&suits, 0, 0b1111, 0, &mut |cards| list.add(play(cards << low))),
            )
        })
    }

    /// `count` trumps, the highest above this number.
    pub(super) fn trumps(&self, count: u8, above: u8, list: &mut impl MoveSink<Move>) -> Flow {
        let (count, from) = (count.into(), u32::from(above) + 1);
        list.span(
            number_of_subsets(self.trumps, count, from),
            |place| play(nth_subset(self.trumps, count, place).into()),
            |list| each_subset(self.trumps, count, from, 0, &mut |set| list.add(play(set.into()))),
        )
    }
}

/// Five bits in a row.
const RUN: u32 = 0b1_1111;

/// Number of bits in each of four sets from this index on, counted in parallel.
fn number_of_bits([a, b, c, d]: [u16; 4], from: u8) -> usize {
    const EACH: u64 = 0x0001_0001_0001_0001;
    let sets = u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48;
    (sets & (EACH * (0xffff >> from << from))).count_ones() as usize
}

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
