//! The cards and the groups of cards that the rules name (fortuno.md, "Card functions").

use crate::cards::{Card, Hand, Rank};

pub(super) const THE_FOOL: Card = Card::trump(0);
pub(super) const THE_PRIESTESS: Card = Card::trump(2);
pub(super) const THE_HIEROPHANT: Card = Card::trump(5);
pub(super) const THE_CHARIOT: Card = Card::trump(7);
pub(super) const ADJUSTMENT: Card = Card::trump(8);
pub(super) const FORTUNE: Card = Card::trump(10);
pub(super) const LUST: Card = Card::trump(11);
pub(super) const ART: Card = Card::trump(14);
pub(super) const THE_DEVIL: Card = Card::trump(15);

/// The sixteen courts: Princesses, Princes, Queens and Knights.
pub(super) const COURTS: Hand = ranks(11, 14);
/// 2 … 10 of each suit.
const TWO_TO_TEN: Hand = ranks(2, 10);
/// The Princesses and Princes.
pub(super) const YOUNG_COURTS: Hand = ranks(11, 12);

const fn ranks(from: u8, to: u8) -> Hand {
    let (mut bits, mut value) = (0, from);
    while value <= to {
        bits |= Hand::rank(Rank::new(value).expect("1 to 14 are ranks")).bits();
        value += 1;
    }
    Hand::from_bits(bits)
}

/// The numerical cards, with the option `ace_numerical` including the Aces.
pub(super) fn numericals(ace_numerical: bool) -> Hand {
    if ace_numerical { TWO_TO_TEN | Hand::rank(Rank::ACE) } else { TWO_TO_TEN }
}

/// A card that concerns the whole table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// `ar01`
    Magus,
    /// `ar08`
    Adjustment,
    /// `ar15`
    Devil,
    /// `ar17`
    Star,
    /// `ar21`
    Universe,
    /// The Priestess and The Hierophant together.
    Gambit,
}
