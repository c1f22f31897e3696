//! The kinds of care.

use serde::Serialize;
use utoipa::ToSchema;

/// Why a question needs a person and not cards; the gravest kind first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Care {
    /// Suicide and self-harm.
    SelfHarm,
    /// Violence and abuse, suffered or done.
    Violence,
    /// Illness, medicines, dying.
    Illness,
    /// Pregnancy, and the loss of somebody.
    PregnancyOrLoss,
    /// Addiction.
    Addiction,
    /// The law, or much money at stake.
    LawOrMoney,
}

impl Care {
    /// All kinds, the gravest first.
    pub const ALL: [Care; 6] =
        [Care::SelfHarm, Care::Violence, Care::Illness, Care::PregnancyOrLoss, Care::Addiction, Care::LawOrMoney];

    /// Its id, as in `self_harm`.
    pub const fn id(self) -> &'static str {
        match self {
            Care::SelfHarm => "self_harm",
            Care::Violence => "violence",
            Care::Illness => "illness",
            Care::PregnancyOrLoss => "pregnancy_or_loss",
            Care::Addiction => "addiction",
            Care::LawOrMoney => "law_or_money",
        }
    }

    /// How much of the cards is shown.
    pub const fn shows(self) -> Shows {
        match self {
            Care::SelfHarm | Care::Violence => Shows::Sentence,
            Care::Illness | Care::PregnancyOrLoss | Care::Addiction => Shows::Names,
            Care::LawOrMoney => Shows::Cards,
        }
    }
}

/// What a reading that needs care shows besides the sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// Nothing.
    Sentence,
    /// The names of cards and places.
    Names,
    /// The cards and what they stand for, but no advice.
    Cards,
}
