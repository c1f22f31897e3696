//! Steps in wire form, and the moves inside (fortunes.md, "Steps").

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::rules::PLAYERS;
use crate::{
    cards::{Card, Spelled},
    games::{Code, Number, Player, StepType, Violation, known_player, violation},
};

/// The types of steps, in the order of the page's table.
pub const STEPS: [&str; 5] = ["deal", "wager", "bid", "stake", "play"];
pub(super) const DEAL: StepType = StepType(0);
pub(super) const WAGER: StepType = StepType(1);
pub(super) const BID: StepType = StepType(2);
pub(super) const STAKE: StepType = StepType(3);
pub(super) const PLAY: StepType = StepType(4);

/// A step of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = FortunesStep, example = json!({"type": "play", "player": 0, "card": "wa10"}))]
pub enum Step {
    /// The table deals. Both fields may be omitted together; the hands are then derived from the following steps.
    Deal {
        /// Four lists of 19 cards, by player.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        hands: Option<Vec<Vec<Spelled>>>,
        /// The two cards set aside unseen.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
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

/// What a player does before a trick (option `betting`, `ante`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", try_from = "String")]
#[schema(as = FortunesChoice)]
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

// A derived reader would take `{"stay": null}` for `"stay"`.
impl TryFrom<String> for Choice {
    type Error = String;

    fn try_from(word: String) -> Result<Choice, String> {
        match word.as_str() {
            "stay" => Ok(Choice::Stay),
            "raise" => Ok(Choice::Raise),
            "fold" => Ok(Choice::Fold),
            _ => Err(format!("`{word}` is not one of stay, raise, fold")),
        }
    }
}

/// A player's step, inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Wagers so many chips.
    Wager(u32),
    /// Promises so many tricks.
    Bid(u8),
    /// Stays, raises or folds.
    Stake(Choice),
    /// Plays this card.
    Play(Card),
}

/// A field that may be left out, but not be null.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl Step {
    /// A player's move in wire form.
    pub fn of_move(player: Player, mv: Move) -> Step {
        match mv {
            Move::Wager(amount) => Step::Wager { player, amount: Number(amount.into()) },
            Move::Bid(tricks) => Step::Bid { player, tricks: Number(tricks.into()) },
            Move::Stake(choice) => Step::Stake { player, choice },
            Move::Play(card) => Step::Play { player, card: card.into() },
        }
    }

    /// The player and his move; none for the table's step, and for one that no page allows.
    pub fn as_move(&self) -> Option<(Player, Move)> {
        match self {
            Step::Deal { .. } => None,
            Step::Wager { player, amount } => Some((*player, Move::Wager(u32::try_from(amount.0).ok()?))),
            Step::Bid { player, tricks } => Some((*player, Move::Bid(u8::try_from(tricks.0).ok()?))),
            Step::Stake { player, choice } => Some((*player, Move::Stake(*choice))),
            Step::Play { player, card } => Some((*player, Move::Play(card.card()?))),
        }
    }

    /// Who made it; none for the table's.
    pub const fn player(&self) -> Option<Player> {
        match self {
            Step::Deal { .. } => None,
            Step::Wager { player, .. }
            | Step::Bid { player, .. }
            | Step::Stake { player, .. }
            | Step::Play { player, .. } => Some(*player),
        }
    }

    /// Its place in [`STEPS`].
    pub const fn step_type(&self) -> StepType {
        match self {
            Step::Deal { .. } => DEAL,
            Step::Wager { .. } => WAGER,
            Step::Bid { .. } => BID,
            Step::Stake { .. } => STAKE,
            Step::Play { .. } => PLAY,
        }
    }

    /// The checks of its form that the parser leaves.
    ///
    /// # Errors
    /// `malformed`.
    pub fn check_form(&self) -> Result<(), Violation> {
        match self {
            Step::Deal { hands: Some(_), discarded: None } | Step::Deal { hands: None, discarded: Some(_) } => {
                Err(violation!(Code::Malformed, "A deal must have both `hands` and `discarded`, or neither."))
            }
            Step::Deal { .. } => Ok(()),
            Step::Wager { player, .. }
            | Step::Bid { player, .. }
            | Step::Stake { player, .. }
            | Step::Play { player, .. } => known_player(*player, PLAYERS),
        }
    }
}
