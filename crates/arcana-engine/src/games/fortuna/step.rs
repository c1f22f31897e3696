//! Steps in wire form (fortuna.md, "Steps").

use serde::{Deserialize, Serialize};
use strum::{EnumDiscriminants, VariantArray, VariantNames};
use utoipa::ToSchema;

use crate::{
    enum_index::enum_index,
    games::{
        AnyStepKind, Between, Faces, GameStep, Listed, Player,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, EnumDiscriminants)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = FortunaStep)]
#[strum_discriminants(
    name(StepKind),
    derive(PartialOrd, Ord, Hash, VariantArray, VariantNames),
    strum(serialize_all = "snake_case"),
    doc = "A kind of step, in the order of the page's table. New ones are added at the end."
)]
pub enum Step {
    /// Decides who is gold, or keeps the tied players in.
    #[schema(example = json!({"type": "opening_roll", "rolls": [[3, 4], [6, 1]]}))]
    OpeningRoll {
        /// Two dice for each player still in it, ascending seats.
        #[schema(value_type = Vec<Vec<Between<1, 6>>>, min_items = 2, max_items = 20)]
        rolls: Rolls,
    },
    /// The dice of a turn.
    #[schema(example = json!({"type": "roll", "dice": [2, 4]}))]
    Roll {
        /// One value per die of the turn.
        #[schema(value_type = Vec<Between<1, 6>>, min_items = 2, max_items = 20)]
        dice: TurnFaces,
    },
    /// The bricks turned up.
    #[schema(example = json!({"type": "flip", "bricks": [2, 5]}))]
    Flip {
        /// One value per brick of the turn; 0 is a blank.
        #[schema(value_type = Vec<Between<0, 6>>, min_items = 2, max_items = 20)]
        bricks: TurnFaces,
    },
    /// Calls a special score or nothing.
    #[schema(example = json!({"type": "call", "player": 0, "name": "smile"}))]
    Call {
        /// The roller.
        player: Player,
        /// The special score; null for none.
        #[serde(deserialize_with = "word_or_null")]
        #[schema(required = true)]
        name: Option<Special>,
        /// The opponent chosen by the roller, only with `opponent: "choose"`.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Player, required = false)]
        opponent: Option<Player>,
    },
    /// Disputes the call.
    #[schema(example = json!({"type": "challenge", "player": 1}))]
    Challenge {
        /// The opponent.
        player: Player,
    },
    /// Lets the call pass.
    #[schema(example = json!({"type": "accept", "player": 1}))]
    Accept {
        /// The opponent.
        player: Player,
    },
}

impl AnyStepKind for StepKind {
    fn index(self) -> usize {
        self as usize
    }
}

impl GameStep for Step {
    type Kind = StepKind;
    type Move = Move;

    fn kind(&self) -> StepKind {
        self.into()
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FortunaSpecial)]
#[expect(missing_docs, reason = "the page's table says what each is")]
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
