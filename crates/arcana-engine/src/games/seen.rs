//! What a viewer sees of a step: all of it, part of it, or nothing (`docs/tables.md`, "What a seat sees of a step").

use serde::Serialize;

use super::{AnyStepKind, GameStep, Player};
use crate::cards::{Hand, Spelled};

/// A step as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum SeenStep<'a, S> {
    /// The step as it is in the log.
    Whole(&'a S),
    /// The step without the fields that are hidden from this viewer.
    Part(StepPart),
    /// Not even the type of the step is known. It is written as `null`.
    Nothing,
}

impl<'a, S: GameStep> SeenStep<'a, S> {
    /// The whole step if it is visible to the viewer, else this part of it.
    pub fn whole_if(open: bool, step: &'a S, part: impl FnOnce(StepPart) -> StepPart) -> SeenStep<'a, S> {
        if open { SeenStep::Whole(step) } else { SeenStep::Part(part(StepPart::of(step))) }
    }
}

/// A hand that a step shows to a viewer who does not hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(utoipa::ToSchema),
    schema(as = ShownHand, example = json!({"player": 3, "cards": ["ar00", "wa10"]})),
)]
pub struct ShownHand {
    /// The owner.
    pub player: Player,
    /// The cards, as they are right after the step.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<crate::cards::Card>))]
    pub cards: Hand,
}

/// A step without the fields that are hidden from a viewer.
///
/// Hidden cards are counted: by `sizes` when several players get them, else by `count`. The count is left out where it
/// would reveal a choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(utoipa::ToSchema),
    schema(as = SeenStepPart, example = json!(
        {"type": "deal", "hand": ["ar00", "wa10"], "sizes": [2, 2, 2, 2], "count": 70}
    )),
)]
pub struct StepPart {
    /// Type of the step.
    #[serde(rename = "type")]
    step_type: &'static str,
    /// The player who made the step; absent in the table's steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    player: Option<Player>,
    /// Cards of this step that the viewer is dealt.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<crate::cards::Card>, required = false, nullable = false))]
    hand: Option<Hand>,
    /// Number of cards that each player is dealt.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    sizes: Option<Vec<usize>>,
    /// Number of other cards in the fields that are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    count: Option<usize>,
}

impl StepPart {
    /// Type and player of a step.
    fn of<S: GameStep>(step: &S) -> StepPart {
        StepPart { step_type: step.kind().name(), player: step.player(), hand: None, sizes: None, count: None }
    }

    /// The number of cards in the fields that are left out, as far as the viewer may know it.
    pub fn count(&self) -> Option<usize> {
        self.count
    }

    /// Adds the number of hidden cards.
    pub fn counting(self, count: usize) -> StepPart {
        StepPart { count: Some(count), ..self }
    }

    /// Adds the cards that the viewer is dealt; `None` for a viewer without a hand.
    pub fn with_hand(self, hand: Option<Hand>) -> StepPart {
        StepPart { hand, ..self }
    }

    /// Adds what a deal reveals: the size of each hand, and the hand of one player.
    pub fn dealing(self, hands: &[Vec<Spelled>], to: Option<Player>) -> StepPart {
        let hand = to.and_then(|player| hands.get(player.index()));
        let known = |hand: &Vec<Spelled>| hand.iter().filter_map(|card| card.card()).collect();
        StepPart { sizes: Some(hands.iter().map(Vec::len).collect()), ..self.with_hand(hand.map(known)) }
    }
}
