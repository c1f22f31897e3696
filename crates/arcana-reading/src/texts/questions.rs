//! Texts for kinds of questions: how they are recognised, and how they are answered.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{kinds::Phrase, wordings::ByVerdict};
use crate::{QuestionKind, Verdict};

/// Texts for the kinds of questions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Questions {
    kinds: BTreeMap<QuestionKind, KindTexts>,
}

/// Texts for a kind of question.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindTexts {
    /// Words and phrases that indicate it.
    pub(super) words: Vec<Phrase>,
    /// Beginnings of its sentences.
    pub(super) begins: Vec<Phrase>,
    /// Phrases in which its words have another meaning.
    pub(super) ignored: Vec<Phrase>,
    /// The topic of such a question, within a sentence.
    pub matter: String,
    /// Alternative closing sentences of a reading.
    closing: ByVerdict<Vec<String>>,
}

impl Questions {
    /// Checks that no kind is missing.
    pub(super) fn checked(self) -> Result<Questions, String> {
        if let Some(kind) = QuestionKind::ALL.into_iter().find(|kind| !self.kinds.contains_key(kind)) {
            return Err(format!("{kind} has no texts"));
        }
        for (kind, texts) in &self.kinds {
            if Verdict::ALL.into_iter().any(|verdict| texts.closing(verdict).len() < 3) {
                return Err(format!("{kind} has a verdict with fewer than three sentences"));
            }
        }
        Ok(self)
    }

    /// The texts of a kind.
    pub fn of(&self, kind: QuestionKind) -> &KindTexts {
        &self.kinds[&kind]
    }
}

impl KindTexts {
    /// The closing sentences for a verdict.
    pub fn closing(&self, verdict: Verdict) -> &[String] {
        self.closing.of(verdict)
    }
}
