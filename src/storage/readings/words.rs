//! Reads the enum values of stored readings.

use crate::{
    games::Player,
    service::{
        records::{Layout, QuestionKind, Verdict},
        store::StoreError,
    },
    storage::error::damaged,
};

/// The verdict with a stored id.
pub(super) fn verdict(id: &str) -> Result<Verdict, StoreError> {
    Verdict::ALL.into_iter().find(|verdict| verdict.id() == id).ok_or_else(|| damaged("verdict"))
}

/// The player with a stored number.
pub(crate) fn player(number: i16) -> Result<Player, StoreError> {
    u8::try_from(number).map(Player).map_err(|_| damaged("player"))
}

/// The kind of question with a stored id.
pub(super) fn question_kind(id: Option<String>) -> Result<Option<QuestionKind>, StoreError> {
    id.map(|id| id.parse()).transpose().map_err(|_| damaged("question_kind"))
}

/// The layout with a stored id.
pub(super) fn layout(id: &str) -> Result<Layout, StoreError> {
    Layout::ALL.into_iter().find(|layout| layout.id() == id).ok_or_else(|| damaged("layout"))
}
