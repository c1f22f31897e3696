//! Kinds of plays, what may be led, what may follow (foolery.md, "Plays"); and the suit cards of a hand, for counting
//! plays.

use serde::{Deserialize, Serialize};

use crate::{
    cards::{Card, Hand, Rank, Suit},
    games::Code,
};

/// Kind of a combination (foolery.md, "Plays"); the five-card kinds are in order, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the page's table says what each is")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FooleryKind))]
pub enum Kind {
    Single,
    Pair,
    Triple,
    Four,
    Straight,
    Flush,
    FullHouse,
    StraightFlush,
    FiveOfAKind,
    Trumps,
    Fool,
}

/// One to four suit cards of one rank, by their number.
const OF_ONE_RANK: [Kind; 4] = [Kind::Single, Kind::Pair, Kind::Triple, Kind::Four];

/// How many trumps follow a normal play, by its number of cards.
const TRUMPS_ON_NORMAL: [u8; 6] = [0, 1, 1, 2, 2, 3];

/// A play: its kind, its value (0 for the Fool) and its number of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// The kind.
    pub kind: Kind,
    /// Ranks by value, trumps by number.
    pub value: u8,
    /// 1 … 5.
    pub count: u8,
}

impl Play {
    /// The play that these cards make; `None` if they are not a play.
    pub fn of(cards: Hand) -> Option<Play> {
        if cards.is_one() {
            return cards.first().map(Play::of_one);
        }
        let (trumps, suits) = (trumps(cards), Suits::of(cards));
        let any = suits.at_least(1);
        let play = |kind, value, count| Some(Play { kind, value, count });
        match (trumps, any) {
            (0, 0) => None,
            (_, 0) => {
                let count = trumps.count_ones() as u8;
                (trumps & 1 == 0 && count <= 3).then_some(Play { kind: Kind::Trumps, value: highest(trumps), count })
            }
            (0, _) if any.is_power_of_two() => {
                let count = suits.number_of_rank(highest(any));
                play(OF_ONE_RANK[count - 1], highest(any) + 1, count as u8)
            }
            _ if cards.len() != 5 => None,
            (0, _) => five(suits.each(), any).and_then(|(kind, value)| play(kind, value, 5)),
            _ if trumps == u32::from(any) << 1 && any.is_power_of_two() => play(Kind::FiveOfAKind, highest(any) + 1, 5),
            _ => None,
        }
    }

    fn of_one(card: Card) -> Play {
        let (kind, value) = match card.rank() {
            Some(rank) => (Kind::Single, rank.value()),
            None if card == Card::FOOL => (Kind::Fool, 0),
            None => (Kind::Trumps, card.byte()),
        };
        Play { kind, value, count: 1 }
    }

    /// Whether it is one of the first nine kinds.
    #[inline]
    pub fn is_normal(self) -> bool {
        self.kind <= Kind::FiveOfAKind
    }

    /// Whether it skips the next player when laid on this play. Equal singles and pairs do ("What may follow").
    pub fn skips(self, standing: Play) -> bool {
        matches!(self.kind, Kind::Single | Kind::Pair) && self.kind == standing.kind && self.value == standing.value
    }

    /// Number of trumps needed to follow it ("What may follow").
    #[inline]
    pub fn trumps_to_follow(self, same_trumps: bool) -> u8 {
        match (self.kind == Kind::Trumps, same_trumps) {
            (false, _) => TRUMPS_ON_NORMAL[usize::from(self.count)],
            (true, true) => self.count,
            (true, false) => (self.count - 1).max(1),
        }
    }

    /// The highest trump that follows must be above this number.
    #[inline]
    pub fn trumps_above(self) -> u8 {
        if matches!(self.kind, Kind::Trumps | Kind::FiveOfAKind) { self.value } else { 0 }
    }

    /// Checks whether it may follow the standing play.
    ///
    /// # Errors
    /// What is wrong first, in the page's order.
    pub fn follows(self, standing: Play, same_trumps: bool) -> Result<(), Unfit> {
        let (expected, reaches) = match (self.is_normal(), standing.is_normal()) {
            _ if self.kind == Kind::Fool => return Ok(()),
            (true, false) => return Err(Unfit::TooLow),
            // Each value has only one five of a kind, so "higher" and "equal or higher" are the same.
            (true, true) => (standing.count, (self.kind, self.value) >= (standing.kind, standing.value)),
            (false, _) => (standing.trumps_to_follow(same_trumps), self.value > standing.trumps_above()),
        };
        if self.count != expected {
            return Err(Unfit::WrongNumber { expected });
        }
        if reaches { Ok(()) } else { Err(Unfit::TooLow) }
    }
}

/// Why a play may not follow another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// It has another number of cards than this.
    WrongNumber {
        /// How many cards are needed.
        expected: u8,
    },
    /// It is not high enough.
    TooLow,
}

/// Five suit cards of more than one rank.
fn five(suits: [u16; 4], any: u16) -> Option<(Kind, u8)> {
    let value = highest(u32::from(any)) + 1;
    match any.count_ones() {
        2 if at_least(suits, 4) == 0 => Some((Kind::FullHouse, highest(at_least(suits, 3)) + 1)),
        5 => match (suits.contains(&any), any >> any.trailing_zeros() == 0b1_1111) {
            (true, true) => Some((Kind::StraightFlush, value)),
            (true, false) => Some((Kind::Flush, value)),
            (false, true) => Some((Kind::Straight, value)),
            (false, false) => None,
        },
        _ => None,
    }
}

/// The trumps as bits, bit *i* for `ar` *i*; the Fool is bit 0.
pub fn trumps(cards: Hand) -> u32 {
    (cards & Hand::TRUMPS).bits() as u32
}

fn highest(bits: impl Into<u32>) -> u8 {
    bits.into().ilog2() as u8
}

/// Checks whether it may be led from this hand ("What may be led").
///
/// # Errors
/// `fool_led` or `trump_led`.
pub fn may_lead(play: Play, hand: Hand) -> Result<(), Code> {
    if play.kind == Kind::Fool {
        return Err(Code::FoolLed);
    }
    let trumps_too_early = play.kind == Kind::Trumps && !(hand & Hand::MINORS).is_empty();
    if trumps_too_early { Err(Code::TrumpLed) } else { Ok(()) }
}

/// The suit cards of a hand in one word: sixteen bits for each suit, bit 0 for the ace. All suits are counted at once, and
/// the cards of a rank are gathered with one multiplication.
#[derive(Clone, Copy)]
pub(super) struct Suits(u64);

/// One bit of each suit.
const EACH: u64 = 0x0001_0001_0001_0001;
/// Gathers four bits, one of each suit, in bits 48 to 51.
const GATHER: u64 = 1 << 48 | 1 << 33 | 1 << 18 | 1 << 3;

impl Suits {
    #[inline]
    pub(super) const fn of(hand: Hand) -> Suits {
        const RANKS: usize = Rank::ALL.len();
        const SUIT: u64 = (1 << RANKS) - 1;
        let low = hand.bits() as u64 >> Card::TRUMPS;
        let fourth = (hand.bits() >> (Card::TRUMPS + 3 * RANKS)) as u64 & SUIT;
        Suits(low & SUIT | (low << 2) & (SUIT << 16) | (low << 4) & (SUIT << 32) | fourth << 48)
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards of each suit.
    #[inline]
    pub(super) const fn each(self) -> [u16; 4] {
        [self.0 as u16, (self.0 >> 16) as u16, (self.0 >> 32) as u16, (self.0 >> 48) as u16]
    }

    /// The suits held of a rank, as bits.
    #[inline]
    pub(super) const fn of_rank(self, rank: u8) -> u8 {
        ((self.0 >> rank & EACH).wrapping_mul(GATHER) >> 48) as u8 & 15
    }

    /// Number of cards of a rank.
    #[inline]
    pub(super) const fn number_of_rank(self, rank: u8) -> usize {
        ((self.0 >> rank & EACH).wrapping_mul(EACH) >> 48) as usize
    }

    /// Number of cards.
    #[inline]
    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The ranks with at least `count` cards, one to four, from this value on.
    #[inline]
    pub(super) fn ranks_with(self, count: u8, from: u8) -> u32 {
        u32::from(self.at_least(count) >> (from - 1) << (from - 1))
    }

    /// The ranks with at least `count` cards, one to four.
    #[inline]
    pub(super) fn at_least(self, count: u8) -> u16 {
        at_least(self.each(), count)
    }

    /// Number of choices of one to four cards of one rank, from this value on.
    #[inline]
    pub(super) const fn number_of_one_rank(self, count: u8, from: u8) -> usize {
        let (all, next) = (self.0 & (EACH * (0xffff >> (from - 1) << (from - 1))), self.0.rotate_right(16));
        // Neighbours in the ring of suits are chosen together, or next but one.
        let number = match count {
            1 => all.count_ones(),
            2 => (all & next).count_ones() + (all & self.0 >> 32).count_ones(),
            3 => (all & next & self.0.rotate_right(32)).count_ones(),
            _ => (all & self.0 >> 16 & self.0 >> 32 & self.0 >> 48).count_ones(),
        };
        number as usize
    }

    /// Whether there are five cards or more of one suit.
    #[inline]
    pub(super) const fn has_five_of_a_suit(self) -> bool {
        let twos = self.0 - ((self.0 >> 1) & (EACH * 0x5555));
        let fours = (twos & (EACH * 0x3333)) + ((twos >> 2) & (EACH * 0x3333));
        let eights = (fours + (fours >> 4)) & (EACH * 0x0f0f);
        let each = (eights + (eights >> 8)) & (EACH * 0x1f);
        (each + EACH * (32 - 5)) & (EACH * 32) != 0
    }

    /// The lowest cards of five in a row of one suit.
    #[inline]
    pub(super) const fn runs(self) -> Suits {
        // Two bits are free between two suits, so no run goes on in the next.
        let two = self.0 & self.0 >> 1;
        Suits(two & two >> 2 & self.0 >> 4)
    }
}

/// The cards of each suit as bits, bit 0 for the ace.
pub fn suits(cards: Hand) -> [u16; 4] {
    Suit::ALL.map(|suit| (cards.bits() >> (Card::TRUMPS + Rank::ALL.len() * suit.index())) as u16 & 0x3fff)
}

/// The ranks with at least `count` cards, one to four.
pub fn at_least([a, b, c, d]: [u16; 4], count: u8) -> u16 {
    match count {
        1 => a | b | c | d,
        2 => a & b | c & d | (a | b) & (c | d),
        3 => a & b & (c | d) | c & d & (a | b),
        _ => a & b & c & d,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chance::Chance, games::moves::combinatorics::number_of_choices};

    #[test]
    fn suits_are_counted_as_one_by_one() {
        let mut chance = Chance::of_table("suits", "");
        for size in (0..=78).chain([13; 200]) {
            let hand: Hand = chance.pack().into_iter().take(size).collect();
            let packed = Suits::of(hand);
            assert_eq!(packed.each(), suits(hand));
            let held = |rank: &Rank| (hand & Hand::rank(*rank)).len();
            for rank in Rank::ALL {
                let index = rank.value() - 1;
                let of_rank = Suit::ALL.into_iter().filter(|suit| hand.contains(Card::minor(*suit, rank)));
                assert_eq!(packed.of_rank(index), of_rank.map(|suit| 1 << suit as u8).sum::<u8>());
                assert_eq!(packed.number_of_rank(index), held(&rank));
                for count in 1..=4 {
                    let ways = |rank: &Rank| number_of_choices(held(rank), count.into());
                    let number: usize = Rank::ALL[index.into()..].iter().map(ways).sum();
                    assert_eq!(packed.number_of_one_rank(count, rank.value()), number, "{count} of {hand:?}");
                }
            }
            assert_eq!(packed.len(), (hand & Hand::MINORS).len());
            assert_eq!(packed.has_five_of_a_suit(), suits(hand).iter().any(|cards| cards.count_ones() >= 5));
            let runs = |cards: u16| (0..10).filter(|low| cards >> low & 31 == 31).map(|low| 1 << low).sum::<u16>();
            assert_eq!(packed.runs().each(), packed.each().map(runs));
        }
    }
}
