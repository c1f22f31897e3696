//! The two-player endgame, and who leaves the game before (fortuno.md, "The two-player endgame" and "Elimination").

use super::{Anchor, Fortuno, end::Ended};
use crate::{
    cards::{Card, Hand, Rank},
    games::{Player, PlayerSet},
};

/// The Majors that are barred while two players are in.
const BARRED_MAJORS: [u8; 10] = [0, 1, 3, 4, 5, 6, 9, 12, 15, 16];

/// The cards without a function while two players are in: these Majors, every Ace, Prince and Knight.
const BARRED: Hand = {
    let mut bits = Hand::rank(Rank::ACE).bits() | Hand::rank(Rank::KNIGHT).bits() | Hand::rank(Rank::KING).bits();
    let mut index = 0;
    while index < BARRED_MAJORS.len() {
        bits |= Hand::of(Card::trump(BARRED_MAJORS[index])).bits();
        index += 1;
    }
    Hand::from_bits(bits)
};

impl Fortuno {
    /// The cards that are barred now.
    pub(super) fn barred(&self) -> Hand {
        if self.order.len() == 2 { BARRED } else { Hand::EMPTY }
    }

    /// The seat leaves the game; a partner takes the hand, else it goes under the discard pile.
    pub(super) fn eliminate_seat(&mut self) {
        let seat = self.turn.seat;
        let hand = std::mem::take(&mut self.hands[seat.index()]);
        match self.partner(seat) {
            Some(widow) => {
                self.hands[widow.index()] = self.hands[widow.index()] | hand;
                self.team = None;
            }
            None => self.put_under(hand),
        }
        self.hermit[seat.index()] = 0;
        let place = self.place_of(seat);
        self.order.remove(place);
        self.cached.inside.remove(seat);
        self.eliminated.push(seat);
        self.after.anchor = Anchor::Gap(place);
        if let [last] = self.order[..] {
            self.end_with(Ended::LastStanding, PlayerSet::of(last));
        }
    }

    /// The place of a player who is in.
    pub(super) fn place_of(&self, player: Player) -> usize {
        self.order.iter().position(|other| *other == player).expect("only players in have a place")
    }
}
