//! Counts of Fortuno (fortuno.md, "What is counted").

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    Counted,
    merge::merged,
    summary::{Summary, SummaryReport},
};
use crate::games::{
    Fortuno, Outcome,
    fortuno::{Detail, Ended},
};

merged! {
    /// The counts of all games.
    pub struct Counts {
        /// How the games ended.
        pub ends: Ends,
        /// Finished turns.
        pub turns: Summary,
        /// Slap races.
        pub races: Summary,
        /// Eliminated players.
        pub eliminated: Summary,
        /// Times the discards became the draw pile.
        pub reshuffles: Summary,
        /// Adjustments.
        pub adjustments: Summary,
    }
}

merged! {
    /// Games by how they ended.
    #[derive(Copy, Eq, ToSchema)]
    #[schema(as = FortunoCountedEnds)]
    pub struct Ends {
        pub out: u64,
        pub ritual: u64,
        pub last_standing: u64,
        pub turn_limit: u64,
        pub stuck: u64,
    }
}

/// What is counted of Fortuno.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = FortunoCounted)]
pub struct CountsReport {
    /// How many games ended how.
    pub ends: Ends,
    /// Turns of a game.
    pub turns: SummaryReport,
    /// Slap races of a game.
    pub races: SummaryReport,
    /// Players eliminated in a game.
    pub eliminated: SummaryReport,
    /// How many times in a game the discards became the draw pile.
    pub reshuffles: SummaryReport,
    /// Adjustments of a game.
    pub adjustments: SummaryReport,
}

impl Counted for Fortuno {
    type Notes = ();
    type Counts = Counts;
    type Report = CountsReport;

    fn count(counts: &mut Counts, (): &(), outcome: &Outcome<Detail>, game: u64) {
        let detail = &outcome.detail;
        let ends = &mut counts.ends;
        *match detail.ended {
            Ended::Out => &mut ends.out,
            Ended::Ritual => &mut ends.ritual,
            Ended::LastStanding => &mut ends.last_standing,
            Ended::TurnLimit => &mut ends.turn_limit,
            Ended::Stuck => &mut ends.stuck,
        } += 1;
        counts.turns.add(detail.turns.into(), game);
        counts.races.add(detail.races.into(), game);
        counts.eliminated.add(detail.eliminated.len() as i64, game);
        counts.reshuffles.add(detail.reshuffles.into(), game);
        counts.adjustments.add(detail.adjustments.into(), game);
    }

    fn report(counts: &Counts) -> CountsReport {
        CountsReport {
            ends: counts.ends,
            turns: counts.turns.report(),
            races: counts.races.report(),
            eliminated: counts.eliminated.report(),
            reshuffles: counts.reshuffles.report(),
            adjustments: counts.adjustments.report(),
        }
    }
}
