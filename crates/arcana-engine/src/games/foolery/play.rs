//! Kinds of plays, what may be led, what may follow (foolery.md, "Plays").

use serde::{Deserialize, Serialize};

use super::suits::{Suits, at_least};
use crate::{
    cards::{Card, Hand},
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
