//! Options of a reading.

use super::{Language, Layout, QuestionKind};
use arcana_engine::cards::Deck;

/// Options of a reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadingChoice {
    /// The layout; `None`: the one that the numbers of tricks determine.
    pub layout: Option<Layout>,
    /// Deck whose card names are used.
    pub deck: Deck,
    /// The language of its texts.
    pub language: Language,
    /// What the question is about.
    pub question_kind: QuestionKind,
}
