//! The stored names of enum values in readings.

use crate::{
    games::Player,
    service::{
        records::{Layout, QuestionKind, Verdict},
        store::StoreError,
    },
    storage::error::damaged,
};

/// The stored name of a verdict.
pub(super) const fn of_verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Fortune => "fortune",
        Verdict::Doom => "doom",
        Verdict::Balance => "balance",
    }
}

/// The verdict with a stored name.
pub(super) fn verdict(word: &str) -> Result<Verdict, StoreError> {
    match word {
        "fortune" => Ok(Verdict::Fortune),
        "doom" => Ok(Verdict::Doom),
        "balance" => Ok(Verdict::Balance),
        _ => Err(damaged("verdict")),
    }
}

/// The player with a stored number.
pub(crate) fn player(number: i16) -> Result<Player, StoreError> {
    u8::try_from(number).map(Player).map_err(|_| damaged("player"))
}

/// The kind of question with a stored id.
pub(super) fn question_kind(id: Option<String>) -> Result<Option<QuestionKind>, StoreError> {
    id.map(|id| id.parse()).transpose().map_err(|_| damaged("question_kind"))
}

/// The stored name of a layout.
pub(super) const fn of_layout(layout: Layout) -> &'static str {
    match layout {
        Layout::Simple => "simple",
        Layout::Broad => "broad",
        Layout::Fate => "fate",
    }
}

/// The layout with a stored name.
pub(super) fn layout(word: &str) -> Result<Layout, StoreError> {
    match word {
        "simple" => Ok(Layout::Simple),
        "broad" => Ok(Layout::Broad),
        "fate" => Ok(Layout::Fate),
        _ => Err(damaged("layout")),
    }
}
