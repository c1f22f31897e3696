//! A place of a spread.

use serde::Serialize;
use utoipa::ToSchema;

/// A place of a spread.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SpreadPlace {
    /// The place within its spread.
    #[schema(example = "past")]
    pub id: String,
    /// Name for people.
    #[schema(example = "Past")]
    pub name: String,
    /// What the place asks; may be empty in a spread of your own.
    #[schema(example = "What led here?")]
    pub asks: String,
    /// How far the card's middle is from the left, in card widths.
    #[schema(example = 1.3)]
    pub x: f64,
    /// How far it is from the top, in card widths; a card is 1.4 high.
    #[schema(example = 0.0)]
    pub y: f64,
    /// How far the card is turned clockwise, in degrees: 90 lies across.
    #[schema(example = 0.0)]
    pub rotation: f64,
}
