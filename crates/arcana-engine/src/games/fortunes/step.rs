//! Steps in wire form, and the moves inside (fortunes.md, "Steps").

use serde::{Deserialize, Serialize};

use crate::{
    cards::{Card, Spelled},
    games::{
        AnyStepKind, GameStep, Number, Player,
        strict::{given, word},
    },
};

/// A step of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(utoipa::ToSchema),
    schema(as = FortunesStep, example = json!({"type": "play", "player": 0, "card": "wa10"})),
)]
pub enum Step {
    /// The table deals. Both fields may be omitted together; the hands are then derived from the following steps.
    Deal {
        /// Four lists of 19 cards, by player.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(nullable = false))]
        hands: Option<Vec<Vec<Spelled>>>,
        /// The two cards set aside unseen.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(nullable = false))]
        discarded: Option<Vec<Spelled>>,
    },
    /// A player wagers chips on their own team.
    Wager {
        /// The player.
        player: Player,
        /// 0 … `limit`.
        amount: Number,
    },
    /// A player bids a number of tricks.
    Bid {
        /// The player.
        player: Player,
        /// 0 … 19; the second of a partnership at most 19 less the partner's.
        tricks: Number,
    },
    /// A player stays, raises or folds before a trick.
    Stake {
        /// The player.
        player: Player,
        /// The choice.
        #[serde(deserialize_with = "word")]
        choice: Choice,
    },
    /// A player plays a card.
    Play {
        /// The player.
        player: Player,
        /// The card.
        card: Spelled,
    },
}

/// A kind of step, in the order of the page's table. New ones are added at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "those of `Step`")]
pub enum StepKind {
    Deal,
    Wager,
    Bid,
    Stake,
    Play,
}

impl AnyStepKind for StepKind {
    const ALL: &'static [StepKind] = &[StepKind::Deal, StepKind::Wager, StepKind::Bid, StepKind::Stake, StepKind::Play];
    const NAMES: &'static [&'static str] = &["deal", "wager", "bid", "stake", "play"];

    fn index(self) -> usize {
        self as usize
    }
}

impl GameStep for Step {
    type Kind = StepKind;
    type Move = Move;

    fn kind(&self) -> StepKind {
        match self {
            Step::Deal { .. } => StepKind::Deal,
            Step::Wager { .. } => StepKind::Wager,
            Step::Bid { .. } => StepKind::Bid,
            Step::Stake { .. } => StepKind::Stake,
            Step::Play { .. } => StepKind::Play,
        }
    }

    fn player(&self) -> Option<Player> {
        match self {
            Step::Deal { .. } => None,
            Step::Wager { player, .. }
            | Step::Bid { player, .. }
            | Step::Stake { player, .. }
            | Step::Play { player, .. } => Some(*player),
        }
    }

    fn of_move(player: Player, mv: Move) -> Step {
        mv.step(player)
    }
}

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
    /// The move as this player's step.
    pub(crate) fn step(self, player: Player) -> Step {
        match self {
            Move::Wager(amount) => Step::Wager { player, amount: Number(amount.into()) },
            Move::Bid(tricks) => Step::Bid { player, tricks: Number(tricks.into()) },
            Move::Stake(choice) => Step::Stake { player, choice },
            Move::Play(card) => Step::Play { player, card: card.into() },
        }
    }

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
