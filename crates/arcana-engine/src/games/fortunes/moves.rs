//! A player's legal moves, in a fixed order (fortunes.md, "Turn structure").

use std::ops::ControlFlow::Continue;

use super::{Choice, Fortunes, Move, Phase};
use crate::games::{
    Game, Player,
    moves::{Flow, MoveSink},
};

impl Fortunes {
    /// Lists a player's legal moves.
    pub(super) fn hand_moves(&self, player: Player, list: &mut impl MoveSink<Move>) -> Flow {
        if !self.due().players().contains(player) {
            return Continue(());
        }
        match &self.phase {
            Phase::Wagers { .. } => numbers(self.most_wagered() as usize, |amount| Move::Wager(amount as u32), list),
            Phase::Bids { .. } => numbers(self.most_bid().into(), |tricks| Move::Bid(tricks as u8), list),
            Phase::Tricks(current) if current.stake_due().is_some() => list.slice(&Choice::ALL.map(Move::Stake)),
            Phase::Tricks(current) => {
                let playable = current.playable(player, &self.options);
                let nth = |place| Move::Play(playable.nth(place).expect("the index is in range"));
                list.span(
                    || playable.len(),
                    nth,
                    |list| playable.iter().map(Move::Play).try_for_each(|mv| list.add(mv)),
                )
            }
            Phase::Deal { .. } | Phase::Over(_) => Continue(()),
        }
    }
}

/// A move for each number from 0 up to `most`.
fn numbers(most: usize, mv: impl Fn(usize) -> Move, list: &mut impl MoveSink<Move>) -> Flow {
    list.span(|| most + 1, &mv, |list| (0..=most).try_for_each(|number| list.add(mv(number))))
}
