//! Steps in wire form (fortuna.md, "Steps"), and the numbers as which a log stores them.

use serde::{Deserialize, Serialize};
use strum::{EnumDiscriminants, VariantArray, VariantNames};

use super::{
    Answer, Fortuna, Move,
    options::{OpponentOption, Options, turn_size},
};
use crate::{
    enum_index::enum_index,
    games::{
        AnyStepKind, Face, Faces, GameStep, Listed, LogCodec, Numbers, Player,
        fields::{given, word_or_null},
    },
};

#[cfg(feature = "schema")]
use crate::games::Between;

/// Maximum number of players.
pub const PLAYERS_LIMIT: usize = 20;

/// The dice or the bricks of a turn, as listed.
pub type TurnFaces = Faces<PLAYERS_LIMIT>;
/// Two dice for each player of an opening roll.
pub type Rolls = Listed<Faces<2>, PLAYERS_LIMIT>;

/// A step of the log (fortuna.md, "Steps").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, EnumDiscriminants)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[strum_discriminants(
    doc = "A kind of step, in the order of the page's table. New ones are added at the end.",
    name(StepKind),
    derive(Hash, VariantArray, VariantNames),
    strum(serialize_all = "snake_case")
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunaStep))]
pub enum Step {
    /// Decides who is gold, or keeps the tied players in.
    #[cfg_attr(feature = "schema", schema(example = json!({"type": "opening_roll", "rolls": [[3, 4], [6, 1]]})))]
    OpeningRoll {
        /// Two dice for each player still in it, ascending seats.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Vec<Between<1, 6>>>, min_items = 2, max_items = 20))]
        rolls: Rolls,
    },
    /// The dice of a turn.
    #[cfg_attr(feature = "schema", schema(example = json!({"type": "roll", "dice": [2, 4]})))]
    Roll {
        /// One value per die of the turn.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Between<1, 6>>, min_items = 2, max_items = 20))]
        dice: TurnFaces,
    },
    /// The bricks turned up.
    #[cfg_attr(feature = "schema", schema(example = json!({"type": "flip", "bricks": [2, 5]})))]
    Flip {
        /// One value per brick of the turn; 0 is a blank.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Between<0, 6>>, min_items = 2, max_items = 20))]
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

impl AnyStepKind for StepKind {
    fn index(self) -> usize {
        self as usize
    }
}

impl GameStep for Step {
    type Kind = StepKind;
    type Move = Move;

    fn player(&self) -> Option<Player> {
        match self {
            Step::OpeningRoll { .. } | Step::Roll { .. } | Step::Flip { .. } => None,
            Step::Call { player, .. } | Step::Challenge { player } | Step::Accept { player } => Some(*player),
        }
    }

    fn of_move(player: Player, mv: Move) -> Step {
        match mv {
            Move::Call { name, opponent } => Step::Call { player, name, opponent },
            Move::Answer(Answer::Challenge) => Step::Challenge { player },
            Move::Answer(Answer::Accept) => Step::Accept { player },
        }
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

/// The dice of each player in an opening roll.
const OPENING_DICE: usize = 2;
/// The values of a brick.
const BRICKS: u64 = 7;

impl LogCodec for Fortuna {
    fn blank(kind: StepKind, player: Player) -> Step {
        match kind {
            StepKind::OpeningRoll => Step::OpeningRoll { rolls: Rolls::default() },
            StepKind::Roll => Step::Roll { dice: TurnFaces::default() },
            StepKind::Flip => Step::Flip { bricks: TurnFaces::default() },
            StepKind::Call => Step::Call { player, name: None, opponent: None },
            StepKind::Challenge => Step::Challenge { player },
            StepKind::Accept => Step::Accept { player },
        }
    }

    fn numbers(options: &Options, step: &mut Step, numbers: &mut Numbers<'_>) {
        let size = turn_size(options, numbers.players());
        match step {
            Step::OpeningRoll { rolls } => {
                let given = *rolls;
                let count = numbers.even(given.len() as u64, numbers.players() as u64 + 1);
                *rolls = Rolls::from_fn(count as usize, |place| {
                    let pair = given.as_slice().get(place).copied().unwrap_or_default();
                    Faces::from_fn(OPENING_DICE, |die| numbers.die(pair.iter().nth(die)))
                });
            }
            Step::Roll { dice } => *dice = TurnFaces::from_fn(size, |place| numbers.die(dice.iter().nth(place))),
            Step::Flip { bricks } => {
                *bricks = TurnFaces::from_fn(size, |place| {
                    let brick = bricks.iter().nth(place).unwrap_or_default();
                    Face(numbers.even(brick.0.into(), BRICKS) as u8)
                });
            }
            Step::Call { name, opponent, .. } => {
                if let Some(name) = numbers.given(0, name, Special::Cheese) {
                    numbers.one_of(1, name, &Special::ALL);
                }
                if options.opponent == OpponentOption::Choose {
                    numbers.player(opponent.get_or_insert(Player(0)));
                }
            }
            Step::Challenge { .. } | Step::Accept { .. } => {}
        }
    }
}
