//! What a turn lets the actors do (fortuno.md, "Turn structure", 2).

use super::step::StepKind;
use crate::{
    cards::{Hand, Rank},
    games::{Kinds, Player},
};

/// A line of the table of moments, with the single cards that may be played in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// A race's reward: one card, or none.
    Reward { playable: Hand },
    /// A draw is pending: these cards answer it.
    Answer { playable: Hand },
    /// No top, or a Major on top, and a card can be drawn.
    Flip,
    /// No top, or a Major on top, and no card can be drawn.
    Free { playable: Hand },
    /// A Minor on top on which these cards may be played.
    Follow { playable: Hand },
    /// A Minor on top on which no card may be played, and a card can be drawn.
    Search,
}

impl Moment {
    /// The single cards that may be played.
    #[inline]
    pub(super) const fn playable(self) -> Hand {
        match self {
            Moment::Reward { playable }
            | Moment::Answer { playable }
            | Moment::Free { playable }
            | Moment::Follow { playable } => playable,
            Moment::Flip | Moment::Search => Hand::EMPTY,
        }
    }

    /// Whether a set may be played.
    #[inline]
    pub(super) const fn takes_sets(self) -> bool {
        match self {
            Moment::Free { .. } | Moment::Follow { .. } => true,
            Moment::Reward { .. } | Moment::Answer { .. } | Moment::Flip | Moment::Search => false,
        }
    }

    /// The step allowed besides `play`.
    #[inline]
    pub(super) fn other(self) -> Kinds<StepKind> {
        match self {
            Moment::Reward { .. } => Kinds::of(&[StepKind::Decline]),
            Moment::Answer { .. } | Moment::Search => Kinds::of(&[StepKind::Draw]),
            Moment::Flip => Kinds::of(&[StepKind::Flip]),
            Moment::Free { .. } | Moment::Follow { .. } => Kinds::EMPTY,
        }
    }
}

/// A draw that the seat must take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// Number of cards.
    pub amount: u8,
    /// The rank that may be stacked.
    pub rank: Option<Rank>,
    /// Who played it; `None` if Fortune is not an answer.
    pub source: Option<Player>,
}
