//! The functions of the Minors (fortuno.md, "Card functions").

use super::{FlippedKnight, Fortuno, Pending};
use crate::cards::{Card, Rank};

/// What a Minor does when it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
    /// This number of cards is pending against the next seat.
    Pending(u8),
    /// The next player is passed over.
    Skip,
    /// The direction is reversed.
    Reverse,
    /// An Ace fits on any Minor; the numerical cards do nothing.
    None,
}

const fn function(rank: Rank) -> Function {
    match rank {
        Rank::PAGE => Function::Pending(2),
        Rank::KNIGHT => Function::Pending(3),
        Rank::QUEEN => Function::Skip,
        Rank::KING => Function::Reverse,
        _ => Function::None,
    }
}

impl Fortuno {
    /// Applies the function of the Minor's rank; a stack adds up.
    pub(super) fn minor_played(&mut self, rank: Rank, answered: Option<Pending>) {
        match function(rank) {
            Function::Pending(amount) => {
                let amount = amount + answered.map_or(0, |pending| pending.amount);
                self.next_draws(amount, Some(rank));
            }
            Function::Skip => self.after.skips = 1,
            Function::Reverse => self.reverse_direction(),
            Function::None => {}
        }
    }

    /// A draw is pending against the next seat, with the seat as its source.
    pub(super) fn next_draws(&mut self, amount: u8, rank: Option<Rank>) {
        self.after.pending = Some(Pending { amount, rank, source: Some(self.turn.seat) });
    }

    /// The Minor acts as if it had been played in the turn before; the flipper goes on.
    pub(super) fn minor_flipped(&mut self, rank: Rank) {
        let goes_on = match function(rank) {
            Function::Pending(amount) => {
                let source = Some(self.turn.previous).filter(|previous| *previous != self.turn.seat);
                let source = source.filter(|previous| self.players_in().contains(*previous));
                self.turn.pending = Some(Pending { amount, rank: Some(rank), source });
                true
            }
            Function::Skip => false,
            Function::Reverse => {
                self.reverse_direction();
                self.options.flipped_knight == FlippedKnight::Flipper
            }
            Function::None => true,
        };
        if goes_on { self.act() } else { self.end_turn() }
    }

    /// The sum of Princesses (2) and Princes (3) of an orgy, and the stacking rank of its last card.
    pub(super) fn orgy(&mut self, cards: &[Card], call: bool) {
        let Some(last) = cards.last() else { return };
        self.leave_hands(cards.iter().copied().collect(), call);
        let mut sum = 0;
        for card in cards {
            self.lay(*card);
            sum += if card.rank() == Some(Rank::PAGE) { 2 } else { 3 };
        }
        self.next_draws(sum, last.rank());
    }
}
