//! What the caller may choose of a reading.

use super::{Language, Layout, QuestionKind, TextsVersion};
use crate::cards::Deck;

/// What the caller may choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// A layout by name; `None` leaves it to the numbers of tricks.
    pub layout: Option<Layout>,
    /// Deck whose card names are used.
    pub deck: Deck,
    /// The language of its texts.
    pub language: Language,
    /// What the question is about.
    pub question_kind: QuestionKind,
    /// The version of its texts.
    pub texts_version: TextsVersion,
}
