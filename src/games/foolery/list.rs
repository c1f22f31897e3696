//! Legal moves, listed in a fixed order (foolery.md, "Plays", "Turn structure").
//!
//! Rarer kinds come first, so that a list that is cut short is still a varied one. The kinds are read off bits by
//! suit and rank; nothing is tried out.

use std::ops::ControlFlow::{self, Break, Continue};

use super::{
    Foolery, Kind, Move, Phase, Play, Wants, Wish, exchange,
    rules::{at_least, suits, trumps},
};
use crate::{
    cards::{Card, Hand, Rank, Suit},
    games::Player,
};

/// Full: there is one more than may be listed.
struct Full;

/// What is left to list, or that the list is full.
type Flow = ControlFlow<Full>;

/// A list of moves with the most that it may hold.
struct List<'a> {
    moves: &'a mut Vec<Move>,
    limit: usize,
}

/// The cards of the lowest rank (the ace) by the bits of their suits.
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

/// The ways to choose one, two, three or four of these suits: sets of suits, as bits, four bits each.
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

/// How many ranks there are.
const RANKS: usize = Rank::ALL.len();

impl List<'_> {
    fn add(&mut self, mv: Move) -> Flow {
        if self.moves.len() >= self.limit {
            return Break(Full);
        }
        self.moves.push(mv);
        Continue(())
    }

    fn play(&mut self, bits: u128) -> Flow {
        self.add(Move::Play(Hand::from_bits(bits)))
    }
}

/// The cards of a hand by suit.
struct Held {
    suits: [u16; 4],
    /// The trumps without the Fool, as bits.
    trumps: u32,
    fool: bool,
}

impl Held {
    fn of(hand: Hand) -> Held {
        Held { suits: suits(hand), trumps: trumps(hand) & !1, fool: hand.contains(Card::FOOL) }
    }

    /// The suits held of a rank, as bits.
    fn suits_of(&self, rank: u8) -> u8 {
        let bit = |suit: usize| ((self.suits[suit] >> rank & 1) as u8) << suit;
        bit(0) | bit(1) | bit(2) | bit(3)
    }

    /// One to four cards of one rank, from this value on.
    fn of_one_rank(&self, count: u8, from: u8, list: &mut List<'_>) -> Flow {
        let ranks = at_least(self.suits, count) >> (from - 1) << (from - 1);
        for rank in bits(ranks.into()) {
            self.of_rank(rank, count, &mut |bits| list.play(bits))?;
        }
        Continue(())
    }

    fn of_rank(&self, rank: u8, count: u8, each: &mut impl FnMut(u128) -> Flow) -> Flow {
        let mut choices = CHOICES[usize::from(count) - 1][usize::from(self.suits_of(rank))];
        while choices != 0 {
            each(ACES[choices as usize & 15] << rank)?;
            choices >>= 4;
        }
        Continue(())
    }

    /// Five cards of this kind, from this value on.
    fn five(&self, kind: Kind, from: u8, list: &mut List<'_>) -> Flow {
        match kind {
            Kind::FiveOfAKind => self.fives_of_a_kind(from, list),
            Kind::StraightFlush => self.straight_flushes(from, list),
            Kind::FullHouse => self.full_houses(from, list),
            Kind::Flush => self.flushes(from, list),
            Kind::Straight => self.straights(from, list),
            Kind::Single | Kind::Pair | Kind::Triple | Kind::Four | Kind::Trumps | Kind::Fool => Continue(()),
        }
    }

    fn fives_of_a_kind(&self, from: u8, list: &mut List<'_>) -> Flow {
        let complete = u32::from(at_least(self.suits, 4)) << 1 & self.trumps;
        for value in bits(complete).filter(|value| *value >= from) {
            list.play(ACES[15] << (value - 1) | 1 << value)?;
        }
        Continue(())
    }

    fn straight_flushes(&self, from: u8, list: &mut List<'_>) -> Flow {
        for (suit, cards) in self.suits.into_iter().enumerate() {
            for low in bits(runs(cards.into())).filter(|low| low + 5 >= from) {
                list.play(in_suit(0b1_1111 << low, suit))?;
            }
        }
        Continue(())
    }

    fn full_houses(&self, from: u8, list: &mut List<'_>) -> Flow {
        let pairs = at_least(self.suits, 2);
        for three in bits(at_least(self.suits, 3).into()).filter(|three| three + 1 >= from) {
            self.of_rank(three, 3, &mut |threes| {
                for two in bits((pairs & !(1 << three)).into()) {
                    self.of_rank(two, 2, &mut |twos| list.play(threes | twos))?;
                }
                Continue(())
            })?;
        }
        Continue(())
    }

    fn flushes(&self, from: u8, list: &mut List<'_>) -> Flow {
        for (suit, cards) in self.suits.into_iter().enumerate() {
            subsets(cards.into(), 5, u32::from(from.saturating_sub(1)), 0, &mut |set| {
                if runs(set) != 0 { Continue(()) } else { list.play(in_suit(set, suit)) }
            })?;
        }
        Continue(())
    }

    fn straights(&self, from: u8, list: &mut List<'_>) -> Flow {
        let any = at_least(self.suits, 1);
        for low in bits(runs(any.into())).filter(|low| low + 5 >= from) {
            self.straights_on(low, 5, 0, 0b1111, list)?;
        }
        Continue(())
    }

    /// Adds a card of each of the next ranks; `common` are the suits that all cards so far are of.
    fn straights_on(&self, rank: u8, left: u8, so_far: u128, common: u8, list: &mut List<'_>) -> Flow {
        if left == 0 {
            return if common == 0 { list.play(so_far) } else { Continue(()) };
        }
        for suit in bits(self.suits_of(rank).into()) {
            let more = so_far | ACES[1 << suit] << rank;
            self.straights_on(rank + 1, left - 1, more, common & 1 << suit, list)?;
        }
        Continue(())
    }

    /// So many trumps, the highest above this number.
    fn trumps(&self, count: u8, above: u8, list: &mut List<'_>) -> Flow {
        subsets(self.trumps, count.into(), u32::from(above) + 1, 0, &mut |set| list.play(set.into()))
    }
}

/// The places of the bits that are set, from the lowest.
fn bits(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(lowest)
    })
}

/// Where five bits in a row begin.
fn runs(set: u32) -> u32 {
    set & set >> 1 & set >> 2 & set >> 3 & set >> 4
}

fn in_suit(ranks: u32, suit: usize) -> u128 {
    u128::from(ranks) << (Card::TRUMPS + RANKS * suit)
}

/// Each way to choose so many bits whose highest is at `from` or above, with those chosen before.
fn subsets(set: u32, count: u32, from: u32, chosen: u32, each: &mut impl FnMut(u32) -> Flow) -> Flow {
    if count == 0 {
        return each(chosen);
    }
    let mut left = set >> from << from;
    while left != 0 {
        let highest = 1 << left.ilog2();
        left ^= highest;
        subsets(set & (highest - 1), count - 1, 0, chosen | highest, each)?;
    }
    Continue(())
}

/// The five-card kinds, rarest first.
const FIVES: [Kind; 5] = [Kind::FiveOfAKind, Kind::StraightFlush, Kind::FullHouse, Kind::Flush, Kind::Straight];

impl Foolery {
    /// Lists a player's legal moves; false when there are more than may be listed.
    pub(super) fn list(&self, player: Player, limit: usize, moves: &mut Vec<Move>) -> bool {
        let mut list = List { moves, limit };
        let flow = match &self.phase {
            Phase::Exchange { give } => self.list_exchange(player, *give, &mut list),
            Phase::Lead { turn } if *turn == player => leads(self.hand(player), &mut list),
            Phase::Follow { turn, trick } if *turn == player => {
                follows(self.hand(player), trick.standing, self.options.same_trumps, &mut list)
            }
            Phase::Follow { turn, trick } if self.may_fool(*turn, trick).contains(player) => {
                fool(&Held::of(self.hand(player)), &mut list)
            }
            Phase::Deal | Phase::Lead { .. } | Phase::Follow { .. } | Phase::Over => Continue(()),
        };
        flow.is_continue()
    }

    /// All gives, then single wishes, then pairs of wishes.
    fn list_exchange(&self, player: Player, give: usize, list: &mut List<'_>) -> Flow {
        let (due, from, _) = self.give_due(give);
        if from != player {
            return Continue(());
        }
        let hand = self.hand(player);
        let (fixed, choice) =
            if due.highest { exchange::highest(hand, due.count) } else { (Hand::EMPTY, exchange::givable(hand)) };
        gives(fixed, choice, due.count - fixed.len(), list)?;
        if due.highest && self.table.requests[give].is_none() { requests(due.count, list) } else { Continue(()) }
    }
}

fn gives(fixed: Hand, choice: Hand, more: usize, list: &mut List<'_>) -> Flow {
    let mut rest = choice;
    match more {
        0 => list.add(Move::Give(fixed)),
        _ => {
            while let Some(card) = rest.first() {
                rest.remove(card);
                gives(fixed | Hand::of(card), rest, more - 1, list)?;
            }
            Continue(())
        }
    }
}

fn wishes() -> impl Iterator<Item = Wish> {
    (0..Wish::COUNT).filter_map(Wish::new).filter(|wish| *wish != Wish::Card(Card::FOOL))
}

fn requests(most: usize, list: &mut List<'_>) -> Flow {
    for first in wishes() {
        list.add(Move::Request(Wants { first, second: None }))?;
    }
    if most < 2 {
        return Continue(());
    }
    for first in wishes() {
        for second in wishes().filter(|second| *second != first || !matches!(first, Wish::Card(_))) {
            list.add(Move::Request(Wants { first, second: Some(second) }))?;
        }
    }
    Continue(())
}

fn leads(hand: Hand, list: &mut List<'_>) -> Flow {
    let held = Held::of(hand);
    if held.suits == [0; 4] {
        return (1..=3).try_for_each(|count| held.trumps(count, 0, list));
    }
    (1..=4).try_for_each(|count| held.of_one_rank(count, 1, list))?;
    FIVES.into_iter().try_for_each(|kind| held.five(kind, 1, list))
}

fn follows(hand: Hand, standing: Play, same_trumps: bool, list: &mut List<'_>) -> Flow {
    let held = Held::of(hand);
    list.add(Move::Pass)?;
    fool(&held, list)?;
    let trumps =
        |list: &mut List<'_>| held.trumps(standing.trumps_to_follow(same_trumps), standing.trumps_above(), list);
    if standing.is_normal() && standing.count < 5 {
        held.of_one_rank(standing.count, standing.value, list)?;
    } else if standing.is_normal() {
        for kind in FIVES.into_iter().filter(|kind| *kind >= standing.kind) {
            held.five(kind, if kind == standing.kind { standing.value } else { 1 }, list)?;
        }
    }
    trumps(list)
}

fn fool(held: &Held, list: &mut List<'_>) -> Flow {
    if held.fool { list.play(Hand::of(Card::FOOL).bits()) } else { Continue(()) }
}

const _: () = assert!(
    ACES[15] == Hand::rank(Rank::ACE).bits() && ACES[8] == Hand::of(Card::minor(Suit::Pentacles, Rank::ACE)).bits()
);
