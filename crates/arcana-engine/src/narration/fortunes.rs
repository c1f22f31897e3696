//! Sentences for Fortunes.

use super::{Names, Narrate, Narration, counted};
use crate::games::{
    Fortunes, Player,
    fortunes::{Choice, Disposition, HighLow, Step, StepKind},
};

impl Narrate for Fortunes {
    const TABLE: &'static [(StepKind, &'static str)] = &[(StepKind::Deal, "deals the cards")];

    fn narrate(names: &Names<'_>, step: &Step) -> Narration {
        match step {
            Step::Deal { hands: _, discarded: _ } => Narration::table("The cards are dealt."),
            Step::Wager { player, amount } => names.by(*player, format_args!("wagers {}", counted(amount.0, "chip"))),
            Step::Bid { player, tricks } => names.by(*player, format_args!("bids {}", counted(tricks.0, "trick"))),
            Step::Stake { player, choice: Choice::Stay } => names.by(*player, "stays"),
            Step::Stake { player, choice: Choice::Raise } => names.by(*player, "raises"),
            Step::Stake { player, choice: Choice::Fold } => names.by(*player, "folds"),
            Step::Play { player, card } => names.by_cards(*player, "plays", card.card()),
        }
    }

    fn narrate_part(names: &Names<'_>, kind: StepKind, player: Option<Player>, _count: Option<usize>) -> String {
        match kind {
            StepKind::Deal => "The cards are dealt.".to_owned(),
            // These steps are never hidden.
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

/// The disposition of a trick, in words.
pub const fn disposed(disposition: Disposition) -> &'static str {
    match disposition {
        Disposition::Well => "well-disposed",
        Disposition::Ill => "ill-disposed",
    }
}
