//! Steps in wire form, and the moves inside (fortunes.md, "Steps").

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::rules::PLAYERS;
use crate::{
    cards::{Card, Spelled},
    games::{Code, GameStep, Number, Violation, known_player, steps::steps, violation},
};

steps! {
    /// A step of a log.
    #[schema(as = FortunesStep, example = json!({"type": "play", "player": 0, "card": "wa10"}))]
    pub enum Step;
    pub enum StepKind;
    /// A player's step in memory.
    pub enum Move;

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
        amount: Number => u32,
    },
    /// A player bids a number of tricks.
    Bid {
        /// The player.
        player: Player,
        /// 0 … 19; the second of a partnership at most 19 less the partner's.
        tricks: Number => u8,
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
        card: Spelled => Card,
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

// A derived implementation would accept `{"stay": null}` as `"stay"`.
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

/// A field that may be omitted but not null.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl Step {
    /// Checks of its form that the parser does not make.
    ///
    /// # Errors
    /// `malformed`.
    pub fn check_form(&self) -> Result<(), Violation> {
        match self {
            Step::Deal { hands: Some(_), discarded: None } | Step::Deal { hands: None, discarded: Some(_) } => {
                Err(violation!(Code::Malformed, "A deal must have both `hands` and `discarded`, or neither."))
            }
            Step::Deal { .. } | Step::Wager { .. } | Step::Bid { .. } | Step::Stake { .. } | Step::Play { .. } => {
                self.player().map_or(Ok(()), |player| known_player(player, PLAYERS))
            }
        }
    }
}
