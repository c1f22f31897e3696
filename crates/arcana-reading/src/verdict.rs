//! The verdict on a deal (`reading.md`, "Verdict").

use serde::Serialize;
use utoipa::ToSchema;

use super::TeamOutcome;
use arcana_engine::enum_index::enum_index;

/// Verdict on the deal for the querent's team (`reading.md`, "Verdict").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReadingVerdict)]
pub enum Verdict {
    /// It won.
    Fortune,
    /// It lost.
    Doom,
    /// Nobody won.
    Balance,
}

enum_index!(pub Verdict);

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 3] = [Verdict::Fortune, Verdict::Doom, Verdict::Balance];

    /// The verdict's id, as in `fortune`.
    pub const fn id(self) -> &'static str {
        match self {
            Verdict::Fortune => "fortune",
            Verdict::Doom => "doom",
            Verdict::Balance => "balance",
        }
    }

    /// The verdict for people, as in `Fortune`.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Fortune => "Fortune",
            Verdict::Doom => "Doom",
            Verdict::Balance => "Balance",
        }
    }
}

impl From<TeamOutcome> for Verdict {
    fn from(outcome: TeamOutcome) -> Verdict {
        match outcome {
            TeamOutcome::Won => Verdict::Fortune,
            TeamOutcome::Lost => Verdict::Doom,
            TeamOutcome::Drawn => Verdict::Balance,
        }
    }
}
