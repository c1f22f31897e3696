//! The bot that plays any legal move.

use super::Bot;
use crate::{chance::Chance, games::Observe};

/// Plays any of the listed moves, all equally likely; silence counts as one more where it is allowed.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl Random {
    /// Increases whenever it plays differently.
    pub const VERSION: u32 = 1;

    /// The index of the move that it plays among this number of moves; beyond them it is silent.
    pub fn place(count: usize, must: bool, chance: &mut Chance) -> usize {
        chance.below((count + usize::from(!must)) as u32) as usize
    }
}

impl<G: Observe> Bot<G> for Random {
    fn choose(&mut self, _view: &G::View<'_>, moves: &[G::Move], must: bool, chance: &mut Chance) -> Option<G::Move> {
        moves.get(Random::place(moves.len(), must, chance)).copied()
    }

    fn is_blind(&self) -> bool {
        true
    }
}
