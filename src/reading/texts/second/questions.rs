//! How kinds of questions are known, and what is said to them.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::reading::{QuestionKind, Verdict};

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
    /// Words and phrases that speak for it.
    pub words: Vec<String>,
    /// What its sentences begin with.
    pub begins: Vec<String>,
    /// Phrases in which its words have another sense.
    pub ignored: Vec<String>,
    /// What such a question is about, within a sentence.
    pub matter: String,
    closing: ClosingTexts,
}

/// The last sentence of a reading, of which it uses one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClosingTexts {
    fortune: Vec<String>,
    doom: Vec<String>,
    balance: Vec<String>,
}

impl Questions {
    /// No kind may be missing.
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
    /// The last sentences of a reading with this verdict.
    pub fn closing(&self, verdict: Verdict) -> &[String] {
        match verdict {
            Verdict::Fortune => &self.closing.fortune,
            Verdict::Doom => &self.closing.doom,
            Verdict::Balance => &self.closing.balance,
        }
    }
}
