//! Flipping the top card of the draw pile (fortuno.md, "Flipping").

use super::{Fortuno, majors::How, pile::Drawn, task::Task};
use crate::cards::Card;

impl Fortuno {
    pub(super) fn flip(&mut self) {
        match self.draw_one() {
            Drawn::Card(card) => {
                self.lay(card);
                self.flipped(card);
            }
            Drawn::Reshuffle => self.after_reshuffle(Task::Flip),
            Drawn::Nothing => self.act(),
        }
    }

    /// A Minor starts a row and the flipper's turn goes on; a Major ends the turn.
    fn flipped(&mut self, card: Card) {
        match card.rank() {
            Some(rank) => {
                self.start_row(card);
                self.minor_flipped(rank);
            }
            None => {
                self.then(Task::EndTurn);
                self.major(card, How::Flipped);
            }
        }
    }

    /// The seat draws until one of its cards may be played; then Act again.
    pub(super) fn search(&mut self) {
        loop {
            match self.draw_one() {
                Drawn::Card(card) => {
                    self.hands[self.turn.seat.index()].insert(card);
                    if !self.own_turn_cards().is_empty() {
                        return self.act();
                    }
                }
                Drawn::Reshuffle => return self.after_reshuffle(Task::Search),
                Drawn::Nothing => return self.end_turn(),
            }
        }
    }
}
