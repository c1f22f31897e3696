//! What is settled about cards before they are drawn.

use crate::{
    cards::{Card, Hand},
    reading::{Disposition, Reversals, Shuffled},
};

/// What was settled before the cards of a spread were drawn. The summary does not tell it as found in the cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// The cards that could come; without any, nothing is settled about them.
    pack: Hand,
    /// How every card was to lie.
    disposition: Option<Disposition>,
}

impl Settled {
    /// What is settled about cards drawn from this pack.
    pub fn of(pack: impl IntoIterator<Item = Card>, reversals: Reversals) -> Settled {
        let disposition = if reversals.share() <= 0.0 {
            Some(Disposition::Well)
        } else if reversals.share() >= 1.0 {
            Some(Disposition::Ill)
        } else {
            None
        };
        Settled { pack: pack.into_iter().collect(), disposition }
    }

    /// What is settled about cards drawn by hand: at most, that all of them came.
    pub fn by_hand(significator: Option<Card>) -> Settled {
        Settled { pack: Shuffled::default().cards(significator).into_iter().collect(), disposition: None }
    }

    /// How every card was to lie, if that was settled.
    pub const fn disposition(self) -> Option<Disposition> {
        self.disposition
    }

    /// Is this so of every card that could come?
    pub(super) fn every(self, fits: impl Fn(Card) -> bool) -> bool {
        !self.pack.is_empty() && self.pack.iter().all(fits)
    }

    /// Is this number of cards the whole pack?
    pub(super) fn is_whole(self, cards: u8) -> bool {
        self.pack.len() == usize::from(cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::Pack;

    fn of(shuffled: &Shuffled, reversals: f64) -> Settled {
        Settled::of(shuffled.cards(None), Reversals::new(reversals).expect("a share"))
    }

    #[test]
    fn reversals_of_none_and_all_settle_how_cards_lie() {
        let disposition = |reversals| of(&Shuffled::default(), reversals).disposition();
        assert_eq!([0.0, 0.5, 1.0].map(disposition), [Some(Disposition::Well), None, Some(Disposition::Ill)]);
    }

    #[test]
    fn a_pack_settles_what_all_its_cards_have_in_common() {
        let (majors, all) = (of(&Shuffled::Pack(Pack::Majors), 0.5), of(&Shuffled::default(), 0.5));
        assert!(
            majors.every(Card::is_trump) && !all.every(Card::is_trump) && !Settled::default().every(Card::is_trump)
        );
        assert!(majors.is_whole(22) && all.is_whole(78) && !all.is_whole(77) && !Settled::default().is_whole(3));
        assert!(Settled::by_hand(Card::new(3)).is_whole(77));
    }
}
