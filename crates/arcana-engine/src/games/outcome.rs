//! The result of a finished game (`docs/rules/README.md`, "The result").

use serde::Serialize;

use super::Player;

/// The result of every finished game; `detail` depends on the ruleset.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Outcome<D> {
    /// The players who won, ascending; empty when nobody did: a draw.
    pub winners: Vec<Player>,
    /// Place of each player, 1 for the best; ties share the better place.
    pub places: Vec<u8>,
    /// An integer for each player, as the page defines.
    pub scores: Vec<i64>,
    /// As the page defines.
    pub detail: D,
}

/// Places by score: higher is better, ties share the better place (1, 2, 2, 4).
pub fn places_by(scores: &[i64]) -> Vec<u8> {
    scores.iter().map(|score| 1 + scores.iter().filter(|other| *other > score).count() as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_the_better_place() {
        assert_eq!(places_by(&[5, 3, 3, -1]), [1, 2, 2, 4]);
        assert_eq!(places_by(&[2, 2]), [1, 1]);
    }
}
