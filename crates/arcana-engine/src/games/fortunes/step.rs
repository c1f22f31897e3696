//! Steps in wire form, and the moves inside (fortunes.md, "Steps").

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    cards::{Card, Spelled},
    games::{
        Number,
        steps::steps,
        strict::{given, word},
    },
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
        #[serde(deserialize_with = "word")]
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
#[serde(rename_all = "snake_case")]
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
