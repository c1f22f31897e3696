//! A move by its index at the two questions of nine moves in ten: what to do in Act, and what to give.
//!
//! Their kinds are counted and chosen from here, in the order of `moves.rs`, instead of passing that list twice: a
//! tenth of the instructions of random games.

use super::{
    Move,
    moves::{Acts, Gifts},
    series::CardOrSet,
};
use crate::cards::Counted;

impl Acts {
    /// One of the moves without sets, by its index in the list.
    #[inline]
    pub(super) fn pick(&self, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        // Nobody may play at half of the moments, and hardly any card comes down to one.
        let counted = if self.plays.is_empty() { None } else { Some(Counted::of(self.plays)) };
        let callable = if self.callable.is_empty() { 0 } else { self.callable.len() };
        let plays = counted.map_or(0, Counted::len) + callable;
        let (others, disputes) = (usize::from(self.other.is_some()), usize::from(self.disputes));
        let accused = if self.accused.is_empty() { 0 } else { self.accused.len() };
        let number = plays + others + disputes + accused;
        if number == 0 {
            return None;
        }
        let place = Some(place(number)).filter(|place| *place < number)?;
        if place < plays {
            return if callable > 0 {
                self.pick_play(place)
            } else {
                counted?.nth(place).map(|card| Move::Play(CardOrSet::Card(card), false))
            };
        }
        let Some(place) = (place - plays).checked_sub(others) else { return self.other };
        match place.checked_sub(disputes) {
            Some(place) => self.accused.nth(place).map(Move::Accuse),
            None => Some(Move::Dispute),
        }
    }

    /// The play at this index: a callable card comes twice, first with the call.
    fn pick_play(&self, mut place: usize) -> Option<Move> {
        for card in self.plays {
            let callable = self.callable.contains(card);
            let times = 1 + usize::from(callable);
            if place < times {
                return Some(Move::Play(CardOrSet::Card(card), callable && place == 0));
            }
            place -= times;
        }
        None
    }
}

impl Gifts {
    /// One of the gifts, by its index in the list.
    #[inline]
    pub(super) fn pick(&self, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        let kept = usize::from(self.may_keep);
        let number = kept + self.fitting.len();
        if number == 0 {
            return None;
        }
        let place = Some(place(number)).filter(|place| *place < number)?;
        let Some(place) = place.checked_sub(kept) else { return Some(Move::Give(None)) };
        self.fitting.nth(place).map(|card| Move::Give(Some(card)))
    }
}
