//! The bot that plays any legal move.

use super::Bot;
use crate::{chance::Chance, games::Observe};

/// Plays any of the listed moves, all equally likely; not acting counts as one more, if allowed.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl Random {
    /// Increases whenever it plays differently.
    pub const VERSION: u32 = 1;

    /// The index of the chosen move among `count` moves; `count` itself means not acting.
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
