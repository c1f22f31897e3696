//! A player's moves, and which of them are legal, in a fixed order (fortunes.md, "Turn structure").

use std::ops::ControlFlow::Continue;

use serde::{Deserialize, Serialize};

use super::{Fortunes, Phase, Step};
use crate::{
    cards::Card,
    games::{
        Game, Player,
        moves::{Flow, MoveSink},
    },
};

/// A player's step in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// [`Step::Wager`]
    Wager(u32),
    /// [`Step::Bid`]
    Bid(u8),
    /// [`Step::Stake`]
    Stake(Choice),
    /// [`Step::Play`]
    Play(Card),
}

impl Move {
    /// The player who makes a step, and the move; `None` for table steps and for steps that are not a valid move.
    pub fn of_step(step: &Step) -> Option<(Player, Move)> {
        Some(match step {
            Step::Deal { .. } => return None,
            Step::Wager { player, amount } => (*player, Move::Wager(u32::try_from(amount.0).ok()?)),
            Step::Bid { player, tricks } => (*player, Move::Bid(u8::try_from(tricks.0).ok()?)),
            Step::Stake { player, choice } => (*player, Move::Stake(*choice)),
            Step::Play { player, card } => (*player, Move::Play(card.card()?)),
        })
    }
}

/// What a player does before a trick (option `betting`, `ante`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunesChoice))]
pub enum Choice {
    /// Pays up to the level.
    Stay,
    /// Raises the level.
    Raise,
    /// Ends the deal.
    Fold,
}

impl Choice {
    /// All three, in the order of the page.
    pub const ALL: [Choice; 3] = [Choice::Stay, Choice::Raise, Choice::Fold];
}

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
