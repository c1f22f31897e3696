//! What is done in Fortunes.

use super::{Names, Narrate, Narration};
use crate::games::{
    Fortunes, Player,
    fortunes::{Choice, Disposition, HighLow, Step, StepKind},
};

impl Narrate for Fortunes {
    fn narrate(names: &Names<'_>, step: &Step) -> Narration {
        match step {
            Step::Deal { hands: _, discarded: _ } => Narration::table("The cards are dealt."),
            Step::Wager { player, amount } => names.by(*player, format_args!("wagers {}", amount.0)),
            Step::Bid { player, tricks } => names.by(*player, format_args!("bids {} tricks", tricks.0)),
            Step::Stake { player, choice: Choice::Stay } => names.by(*player, "stays"),
            Step::Stake { player, choice: Choice::Raise } => names.by(*player, "raises"),
            Step::Stake { player, choice: Choice::Fold } => names.by(*player, "folds"),
            Step::Play { player, card } => names.by_cards(*player, "plays", card.card()),
        }
    }

    fn narrate_part(names: &Names<'_>, kind: StepKind, player: Option<Player>, _count: Option<usize>) -> String {
        match kind {
            StepKind::Deal => "The cards are dealt.".to_owned(),
            // Nothing of these is hidden.
            StepKind::Wager | StepKind::Bid | StepKind::Stake | StepKind::Play => names.hidden(player, "acts"),
        }
    }
}

/// A team, as in `high`.
pub const fn team(team: HighLow) -> &'static str {
    match team {
        HighLow::High => "high",
        HighLow::Low => "low",
    }
}

/// How a trick is disposed.
pub const fn disposed(disposition: Disposition) -> &'static str {
    match disposition {
        Disposition::Well => "well-disposed",
        Disposition::Ill => "ill-disposed",
    }
}
