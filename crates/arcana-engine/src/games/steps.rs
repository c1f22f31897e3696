//! A game's steps: one tagged enum each, and their kinds.
//!
//! Code that handles steps matches them or their kinds exhaustively, so a new step is a compile error until it is
//! handled.

use std::{fmt::Debug, hash::Hash};

use serde::{Serialize, de::DeserializeOwned};

use super::Player;

/// A step in wire form: one tagged enum for logs, requests and the engine.
pub trait GameStep: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The kinds of step.
    type Kind: AnyStepKind;
    /// A player's step in memory: small and `Copy`.
    type Move: Copy + Debug + PartialEq;

    /// The kind of this step.
    fn kind(&self) -> Self::Kind;

    /// The player who makes it; `None` for table steps.
    fn player(&self) -> Option<Player>;

    /// A player's move in wire form.
    fn of_move(player: Player, mv: Self::Move) -> Self;
}

/// A kind of step of any game: a variant without its fields.
pub trait AnyStepKind: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// All of them, in the order of the page's table.
    const ALL: &'static [Self];
    /// Their names in logs, in the same order.
    const NAMES: &'static [&'static str];

    /// Its index in [`ALL`](AnyStepKind::ALL).
    fn index(self) -> usize;

    /// Its name in logs.
    fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }
}
