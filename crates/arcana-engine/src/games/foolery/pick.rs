//! A move by its index, where there are few kinds: eight of ten choices are what follows a play of fewer than five
//! cards.
//!
//! Their kinds are counted and chosen from here, in the order of `moves.rs`, instead of passing that list twice: a
//! quarter of the instructions of random games. What is chosen stays a set until it is laid, which gains 5 % of the
//! time: a [`Move`] is written in parts and copied as a whole.

use super::{Foolery, Move, Phase, Play, combinations::Combinations};
use crate::{
    cards::{Card, Hand},
    games::{Game, Player},
};

impl Foolery {
    /// The play that a player is to follow in turn, if it has fewer than five cards.
    #[inline]
    pub(super) fn to_follow(&self, player: Player) -> Option<&Play> {
        match &self.phase {
            Phase::Follow { turn, trick } if *turn == player && trick.standing.count < 5 => Some(&trick.standing),
            Phase::Deal | Phase::Exchange { .. } | Phase::Lead { .. } | Phase::Follow { .. } | Phase::Over => None,
        }
    }

    /// Plays one of the listed moves, by its index.
    #[inline]
    pub(super) fn play_nth_of(&mut self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        if let Some(standing) = self.to_follow(player) {
            let held = Combinations::of(self.hand(player));
            let laid = held.pick_following(standing, self.options.same_trumps, place)?;
            if laid.is_empty() {
                self.pass(player)
            } else {
                self.lay(player, laid)
            }
            return Some(following(laid));
        }
        let mv = self.nth_move(player, place)?;
        self.play_unchecked(player, mv);
        Some(mv)
    }
}

/// The move that lays these cards, or passes.
#[inline]
pub(super) fn following(laid: Hand) -> Move {
    if laid.is_empty() { Move::Pass } else { Move::Play(laid) }
}

impl Combinations {
    /// The cards of one of the moves that follow a play of fewer than five cards, by its index in the list; none to
    /// pass.
    #[inline]
    pub(super) fn pick_following(
        &self,
        standing: &Play,
        same_trumps: bool,
        place: impl FnOnce(usize) -> usize,
    ) -> Option<Hand> {
        let (count, above) = (standing.trumps_to_follow(same_trumps), standing.trumps_above());
        let fools = usize::from(self.fool);
        let ranks =
            if standing.is_normal() { self.suits.number_of_one_rank(standing.count, standing.value) } else { 0 };
        let all = 1 + fools + ranks + self.number_of_trumps(count, above);
        let number = all.min(Foolery::INFO.moves_limit);
        let place = Some(place(number)).filter(|place| *place < number)?;
        let Some(place) = place.checked_sub(1) else { return Some(Hand::EMPTY) };
        let Some(place) = place.checked_sub(fools) else { return Some(Hand::of(Card::FOOL)) };
        match place.checked_sub(ranks) {
            None => self.nth_of_one_rank(standing.count, standing.value, place),
            Some(place) => Some(self.nth_trumps(count, place)),
        }
    }
}
