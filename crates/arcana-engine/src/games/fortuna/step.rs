//! Steps in wire form (fortuna.md, "Steps").

use serde::{Deserialize, Serialize};

use crate::{
    enum_index::enum_index,
    games::{
        AnyStepKind, Faces, GameStep, Listed, Player,
        strict::{given, word_or_null},
    },
};

/// Maximum number of players.
pub const PLAYERS_LIMIT: usize = 20;

/// The dice or the bricks of a turn, as listed.
pub type TurnFaces = Faces<PLAYERS_LIMIT>;
/// Two dice for each player of an opening roll.
pub type Rolls = Listed<Faces<2>, PLAYERS_LIMIT>;

/// A step of the log (fortuna.md, "Steps").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunaStep))]
pub enum Step {
    /// Decides who is gold, or keeps the tied players in.
    #[cfg_attr(feature = "schema", schema(example = json!({"type": "opening_roll", "rolls": [[3, 4], [6, 1]]})))]
    OpeningRoll {
        /// Two dice for each player still in it, ascending seats.
        #[cfg_attr(
            feature = "schema",
            schema(value_type = Vec<Vec<crate::games::Between<1, 6>>>, min_items = 2, max_items = 20),
        )]
        rolls: Rolls,
    },
    /// The dice of a turn.
    #[cfg_attr(feature = "schema", schema(example = json!({"type": "roll", "dice": [2, 4]})))]
    Roll {
        /// One value per die of the turn.
        #[cfg_attr(
            feature = "schema",
            schema(value_type = Vec<crate::games::Between<1, 6>>, min_items = 2, max_items = 20),
        )]
        dice: TurnFaces,
    },
    /// The bricks turned up.
    #[cfg_attr(feature = "schema", schema(example = json!({"type": "flip", "bricks": [2, 5]})))]
    Flip {
        /// One value per brick of the turn; 0 is a blank.
        #[cfg_attr(
            feature = "schema",
            schema(value_type = Vec<crate::games::Between<0, 6>>, min_items = 2, max_items = 20),
        )]
        bricks: TurnFaces,
    },
    /// Calls a special score or nothing.
    #[cfg_attr(feature = "schema", schema(example = json!({"type": "call", "player": 0, "name": "smile"})))]
    Call {
        /// The roller.
        player: Player,
        /// The special score; null for none.
        #[serde(deserialize_with = "word_or_null")]
        #[cfg_attr(feature = "schema", schema(required = true))]
        name: Option<Special>,
        /// The opponent chosen by the roller, only with `opponent: "choose"`.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(value_type = Player, required = false))]
        opponent: Option<Player>,
    },
    /// Disputes the call.
    #[cfg_attr(feature = "schema", schema(example = json!({"type": "challenge", "player": 1})))]
    Challenge {
        /// The opponent.
        player: Player,
    },
    /// Lets the call pass.
    #[cfg_attr(feature = "schema", schema(example = json!({"type": "accept", "player": 1})))]
    Accept {
        /// The opponent.
        player: Player,
    },
}

/// A kind of step, in the order of the page's table. New ones are added at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "those of `Step`")]
pub enum StepKind {
    OpeningRoll,
    Roll,
    Flip,
    Call,
    Challenge,
    Accept,
}

impl AnyStepKind for StepKind {
    const ALL: &'static [StepKind] =
        &[StepKind::OpeningRoll, StepKind::Roll, StepKind::Flip, StepKind::Call, StepKind::Challenge, StepKind::Accept];
    const NAMES: &'static [&'static str] = &["opening_roll", "roll", "flip", "call", "challenge", "accept"];

    fn index(self) -> usize {
        self as usize
    }
}

impl GameStep for Step {
    type Kind = StepKind;
    type Move = Move;

    fn kind(&self) -> StepKind {
        match self {
            Step::OpeningRoll { .. } => StepKind::OpeningRoll,
            Step::Roll { .. } => StepKind::Roll,
            Step::Flip { .. } => StepKind::Flip,
            Step::Call { .. } => StepKind::Call,
            Step::Challenge { .. } => StepKind::Challenge,
            Step::Accept { .. } => StepKind::Accept,
        }
    }

    fn player(&self) -> Option<Player> {
        match self {
            Step::OpeningRoll { .. } | Step::Roll { .. } | Step::Flip { .. } => None,
            Step::Call { player, .. } | Step::Challenge { player } | Step::Accept { player } => Some(*player),
        }
    }

    fn of_move(player: Player, mv: Move) -> Step {
        mv.step(player)
    }
}

/// A special score (fortuna.md, "What a turn shows").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the page's table says what each is")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunaSpecial))]
pub enum Special {
    Cheese,
    Happiness,
    Smile,
    Grin,
    HalfSmile,
    WolfGrin,
}

enum_index!(pub(super) Special);

impl Special {
    /// All of them, in the page's order.
    pub const ALL: [Special; 6] =
        [Special::Cheese, Special::Happiness, Special::Smile, Special::Grin, Special::HalfSmile, Special::WolfGrin];
}

/// What the opponent says to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Lets it pass.
    Accept,
    /// Disputes it.
    Challenge,
}

/// A player's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The roller's call.
    Call {
        /// The special score, or nothing.
        name: Option<Special>,
        /// The opponent named, if the roller chooses.
        opponent: Option<Player>,
    },
    /// The opponent's answer.
    Answer(Answer),
}

impl Move {
    /// The move as this player's step.
    pub(super) fn step(self, player: Player) -> Step {
        match self {
            Move::Call { name, opponent } => Step::Call { player, name, opponent },
            Move::Answer(Answer::Challenge) => Step::Challenge { player },
            Move::Answer(Answer::Accept) => Step::Accept { player },
        }
    }
}
