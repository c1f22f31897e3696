//! The call, and accusations (fortuno.md, "The call").

use super::{
    Fortuno,
    task::{Question, Task, Why},
};
use crate::{
    cards::Hand,
    games::{Player, PlayerSet},
};

impl Fortuno {
    /// Whether a hand that these cards come from would have exactly one card left.
    pub(super) fn comes_down_to_one(&self, cards: Hand) -> bool {
        self.options.fortuno_calls && self.hands.iter().any(|hand| leaves_one(*hand, cards))
    }

    /// The speakers' cards that would leave their hand with exactly one card.
    #[inline]
    pub(super) fn callable(&self) -> Hand {
        if !self.options.fortuno_calls {
            return Hand::EMPTY;
        }
        if self.team.is_none() {
            let hand = self.hands[self.turn.seat.index()];
            return if hand.is_pair() { hand } else { Hand::EMPTY };
        }
        let hands = self.speakers().iter().map(|player| self.hands[player.index()]);
        hands.filter(|hand| hand.is_pair()).fold(Hand::EMPTY, |all, hand| all | hand)
    }

    /// Whether some of these cards together could leave a hand with exactly one card.
    pub(super) fn may_come_down_to_one(&self, cards: Hand) -> bool {
        let may = |hand: &Hand| hand.len() >= 2 && (*hand - cards).len() <= 1;
        self.options.fortuno_calls && self.hands.iter().any(may)
    }

    /// Removes cards from their hands, which opens the window; a player left with one card without a call is catchable.
    #[inline]
    pub(super) fn leave_hands(&mut self, cards: Hand, call: bool) {
        let mut catchable = self.window.unwrap_or_default();
        // Nearly always, all of them come from the hand of the seat.
        let own = &mut self.hands[self.turn.seat.index()];
        let mut left = cards - *own;
        if left != cards {
            if !call && leaves_one(*own, cards) {
                catchable.insert(self.turn.seat);
            }
            *own = *own - cards;
        }
        for (hand, owner) in self.hands.iter_mut().zip((0..).map(Player)) {
            if left.is_empty() {
                break;
            }
            if (*hand & left).is_empty() {
                continue;
            }
            if !call && leaves_one(*hand, cards) {
                catchable.insert(owner);
            }
            left = left - *hand;
            *hand = *hand - cards;
        }
        self.window = self.options.fortuno_calls.then_some(catchable);
    }

    /// Closes the window and clears the catchable players.
    pub(super) fn close_window(&mut self) {
        self.window = None;
    }

    /// The accused was caught, or the accusation is false; then Act goes on.
    pub(super) fn accuse(&mut self, accuser: Player, accused: Player) {
        let caught = self.window.take().unwrap_or(PlayerSet::EMPTY).contains(accused);
        self.then(Task::Act);
        self.then(Task::WinCheck);
        let (giver, to, why) = if caught { (accuser, accused, Why::Caught) } else { (accused, accuser, Why::Falsely) };
        if !self.hands[giver.index()].is_empty() {
            self.wait(Question::Give { giver, to, why });
        }
    }
}

fn leaves_one(hand: Hand, cards: Hand) -> bool {
    !(hand & cards).is_empty() && (hand - cards).is_one()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;

    #[test]
    fn a_hand_that_loses_no_card_is_not_checked() {
        let (one, two) = (Hand::of(Card::FOOL), Hand::of(Card::trump(1)));
        assert!(leaves_one(one | two, two));
        assert!(!leaves_one(one, two));
        assert!(!leaves_one(two, two));
    }
}
