//! Counts of Reversal of Fortune (reversal.md, "What is counted").

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    Counted, Merge,
    merge::{grown, merged},
    summary::{Summary, SummaryReport},
};
use crate::games::{
    Outcome, Reversal,
    reversal::{Action, Detail, End, Step},
};

/// Rounds from this one on are counted together.
const LAST_ROUND: usize = 50;

merged! {
    /// The counts of all games.
    pub struct Counts {
        /// How the games ended.
        pub ends: Ends,
        /// Rounds of a game.
        pub rounds: Summary,
        /// Luck left to a player at the end.
        pub luck_left: Summary,
        /// By round.
        pub by_round: Vec<Round>,
    }
}

merged! {
    /// Games by how they ended.
    #[derive(Copy, Eq, ToSchema)]
    #[schema(as = ReversalCountedEnds)]
    pub struct Ends {
        pub target: u64,
        pub max_rounds: u64,
    }
}

merged! {
    /// Choices of a round, in all games that had it.
    #[derive(Copy, Eq, ToSchema)]
    #[schema(as = ReversalCountedRound)]
    pub struct Round {
        /// How many players chose to spend.
        pub spenders: u64,
        /// The luck they chose to spend.
        pub spent: u64,
        /// How many players chose to store.
        pub storers: u64,
        /// The luck they chose to store.
        pub stored: u64,
    }
}

/// What is counted of Reversal of Fortune.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ReversalCounted)]
pub struct CountsReport {
    /// How many games ended how.
    pub ends: Ends,
    /// Rounds of a game.
    pub rounds: SummaryReport,
    /// Luck left to a player at the end.
    pub luck_left: SummaryReport,
    /// Luck spent and stored, by round; the fiftieth and all later rounds together.
    #[schema(max_items = 50)]
    pub by_round: Vec<Round>,
}

/// Notes on one game: the choices of its rounds, and the number of rounds rolled.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    by_round: Vec<Round>,
    rolled: usize,
}

impl Counted for Reversal {
    type Notes = Notes;
    type Counts = Counts;
    type Report = CountsReport;

    fn note(notes: &mut Notes, _after: &Reversal, step: &Step) {
        match step {
            Step::Choose { action, amount, .. } => {
                let round = grown(&mut notes.by_round, notes.rolled.min(LAST_ROUND - 1));
                let amount = amount.0.unsigned_abs();
                match action {
                    Action::Spend => round.merge(&Round { spenders: 1, spent: amount, ..Round::default() }),
                    Action::Store => round.merge(&Round { storers: 1, stored: amount, ..Round::default() }),
                }
            }
            Step::Roll { .. } => notes.rolled += 1,
            Step::Reroll { .. } => {}
        }
    }

    fn count(counts: &mut Counts, notes: &Notes, outcome: &Outcome<Detail>, game: u64) {
        let ends = &mut counts.ends;
        *match outcome.detail.end {
            End::Target => &mut ends.target,
            End::MaxRounds => &mut ends.max_rounds,
        } += 1;
        counts.rounds.add(outcome.detail.rounds.into(), game);
        outcome.detail.luck.iter().for_each(|luck| counts.luck_left.add((*luck).into(), game));
        counts.by_round.merge(&notes.by_round);
    }

    fn report(counts: &Counts) -> CountsReport {
        CountsReport {
            ends: counts.ends,
            rounds: counts.rounds.report(),
            luck_left: counts.luck_left.report(),
            by_round: counts.by_round.clone(),
        }
    }
}
