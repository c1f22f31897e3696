//! Winners of a round, the end of the game, and the result (reversal.md, "Turn structure" and "Scoring & result").

use serde::Serialize;

use super::{
    options::{Options, TiedRound},
    rules::Throw,
};
use crate::games::{Outcome, Player, PlayerSet, places_by};

/// What ended the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ReversalEnd))]
pub enum End {
    /// One player alone has the most points, and enough.
    Target,
    /// All rounds have been played.
    MaxRounds,
}

/// The `detail` of a result.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(utoipa::ToSchema),
    schema(as = ReversalDetail, example = json!({"end": "target", "rounds": 1, "luck": [3, 1]})),
)]
pub struct Detail {
    /// What ended the game.
    pub end: End,
    /// Number of rounds played.
    pub rounds: u16,
    /// Luck left to each player; it has no effect on the result.
    pub luck: Vec<u8>,
}

/// Who gains the round point (reversal.md, "The round point").
pub(super) fn round_winners(throws: &[Throw], tied_round: TiedRound) -> PlayerSet {
    let (mut best, mut tied) = (Throw::default(), PlayerSet::EMPTY);
    for (player, throw) in Player::all(throws.len()).zip(throws) {
        if *throw > best {
            (best, tied) = (*throw, PlayerSet::EMPTY);
        }
        if *throw == best {
            tied.insert(player);
        }
    }
    match tied_round {
        TiedRound::None if tied.len() > 1 => PlayerSet::EMPTY,
        TiedRound::None | TiedRound::All => tied,
    }
}

/// The only player with the most points, if there is one.
fn leader(points: &[i32]) -> Option<Player> {
    let most = points.iter().max()?;
    let mut first = Player::all(points.len()).filter(|player| points[player.index()] == *most);
    first.next().filter(|_| first.next().is_none())
}

/// What ends the game after this round, if anything (reversal.md, "The end").
pub(super) fn end(options: &Options, points: &[i32], rounds: u16) -> Option<End> {
    if leader(points).is_some_and(|player| i64::from(points[player.index()]) >= options.target.get()) {
        return Some(End::Target);
    }
    (i64::from(rounds) >= options.max_rounds.get()).then_some(End::MaxRounds)
}

/// The result (reversal.md, "Scoring & result").
pub(super) fn outcome(points: &[i32], luck: &[u8], rounds: u16, end: End) -> Outcome<Detail> {
    let scores: Vec<i64> = points.iter().map(|points| i64::from(*points)).collect();
    Outcome {
        winners: leader(points).into_iter().collect(),
        places: places_by(&scores),
        scores,
        detail: Detail { end, rounds, luck: luck.to_vec() },
    }
}
