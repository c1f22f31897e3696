//! What a viewer may see of a game, and of a step: all of it, part of it, or nothing (`docs/tables.md`, "What a seat sees
//! of a step").

use std::fmt::Debug;

use serde::Serialize;

use super::{AnyStepKind, Due, DueOf, Game, GameStep, Player, PlayerSet};
use crate::{
    cards::{Hand, Spelled},
    chance::Chance,
};

/// A viewer of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A viewer who may see everything: the game is over.
    All,
    /// A spectator, who has no hand.
    Public,
    /// This player.
    Player(Player),
}

impl Viewer {
    /// Whether this viewer may see what only `player` sees.
    pub fn sees(self, player: Player) -> bool {
        self == Viewer::All || self == Viewer::Player(player)
    }

    /// Whether the viewer is one of these players or sees everything.
    pub(super) const fn is_one_of(self, players: PlayerSet) -> bool {
        match self {
            Viewer::All => !players.is_empty(),
            Viewer::Public => false,
            Viewer::Player(player) => players.contains(player),
        }
    }

    /// The viewing player; `None` for a viewer without a hand.
    pub const fn player(self) -> Option<Player> {
        match self {
            Viewer::Player(player) => Some(player),
            Viewer::All | Viewer::Public => None,
        }
    }
}

/// What viewers see of a game, and what is hidden from them.
pub trait Observe: Game {
    /// What a viewer may see, borrowed from the game; the input of bots.
    type View<'a>
    where
        Self: 'a;
    /// What a viewer may see, in wire form.
    type State: Serialize + Debug + PartialEq;

    /// Number of players.
    fn players(&self) -> usize;

    /// What a viewer knows of what is due. Differs from [`due`](Game::due) where the rules hide who must act.
    fn due_for(&self, _viewer: Viewer) -> DueOf<Self::Step> {
        self.due()
    }

    /// Of those who may act although the game waits for others, the players who can gain by it, as far as everybody
    /// knows: they are given time.
    fn given_time(&self) -> PlayerSet {
        match self.due() {
            Due::Players { may, .. } => may,
            Due::Table(_) | Due::Over => PlayerSet::EMPTY,
        }
    }

    /// What a viewer may see, for bots.
    fn view(&self, viewer: Viewer) -> Self::View<'_>;

    /// What a viewer may see, in wire form.
    fn state(&self, viewer: Viewer) -> Self::State;

    /// What a viewer sees of a step that leads from this state to `after` ("Who sees what" on the rules page).
    fn seen<'a>(&self, step: &'a Self::Step, after: &Self, viewer: Viewer) -> SeenStep<'a, Self::Step>;

    /// The hand of another player that the step before this state shows to a viewer.
    fn shown_hand(&self, _viewer: Viewer) -> Option<ShownHand> {
        None
    }

    /// Another state that this viewer cannot distinguish from this one: hidden information is resampled.
    fn resample_hidden(&self, viewer: Viewer, chance: &mut Chance) -> Self;

    /// [`resample_hidden`](Observe::resample_hidden) for whoever has a view and not the state.
    fn imagined(view: &Self::View<'_>, chance: &mut Chance) -> Self;
}

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
