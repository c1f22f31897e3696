//! How a card of a reading was won (`reading.md`, "Output").

use serde::Serialize;
use utoipa::ToSchema;

use arcana_engine::{cards::Card, games::Player};

/// How the trick of a card was won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReadingWon)]
pub struct Won {
    /// Number of the deal, from 1.
    #[schema(minimum = 1, example = 1)]
    pub deal: u32,
    /// Number of the trick in the deal, from 1.
    #[schema(minimum = 1, maximum = 19, example = 9)]
    pub trick: u8,
    /// Number of steps of the log up to the one that ended the trick: the game's table at that moment is
    /// `/v1/games/{id}/states/{step}`.
    #[schema(minimum = 1, example = 37)]
    pub step: u32,
    /// The card that was led; null if it is this card.
    #[schema(required)]
    pub lead: Option<PlayedCard>,
    /// The other cards of the led suit, which this card beat, in the order played.
    #[schema(max_items = 3)]
    pub beat: Vec<PlayedCard>,
    /// Stars on a trick of another suit, in the order played: each of them switched high and low.
    #[schema(max_items = 3)]
    pub stars: Vec<PlayedCard>,
    /// What decided the disposition of the card.
    pub decided_by: DecidedBy,
    /// All this in a sentence.
    #[schema(example = "You led it in the 9th trick of the deal, and it beat the Ten of Cups; the Tower turned it.")]
    pub text: String,
}

/// A card and who played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReadingPlayedCard)]
pub struct PlayedCard {
    /// The card.
    pub card: Card,
    /// The player.
    pub player: Player,
}

/// What decided which team a trick favoured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReadingDecidedBy)]
pub enum DecidedBy {
    /// Its lead: it favoured the leader's team.
    Lead,
    /// Stars: they switched it to the other team.
    Stars,
}
