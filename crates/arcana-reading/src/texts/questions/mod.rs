//! Kinds of questions: how they are told by their words (`reading.md`, "Questions"), and what they are about.

use serde::Deserialize;

use super::{edition, wordings::Each};
use crate::{Care, Language, QuestionKind};

/// Texts for the kinds of questions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Questions {
    kinds: Each<QuestionKind, KindTexts>,
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
}

impl Questions {
    /// The texts of a kind.
    pub fn of(&self, kind: QuestionKind) -> &KindTexts {
        self.kinds.of(kind)
    }
}

/// Kinds that a single word or beginning decides, in order of precedence.
const FORMS: [QuestionKind; 2] = [QuestionKind::Choice, QuestionKind::Timing];

/// Kinds of which the one with the most matches wins; ties go to the first.
const TOPICS: [QuestionKind; 5] =
    [QuestionKind::Love, QuestionKind::Work, QuestionKind::Money, QuestionKind::Family, QuestionKind::OneSelf];

impl QuestionKind {
    /// The kind of a question: the caller's choice, or else told by its words. One that needs care is the querent's.
    pub fn for_question(question: &str, chosen: Option<QuestionKind>) -> QuestionKind {
        chosen.unwrap_or_else(|| match Care::of([question]) {
            Some(_) => QuestionKind::OneSelf,
            None => told_by_words(question),
        })
    }

    /// The kind of a question in English.
    pub fn of(question: &str) -> QuestionKind {
        QuestionKind::for_question(question, None)
    }
}

/// Whether a question in English has this kind by its words, besides others that it may have.
pub(crate) fn asks(question: &str, kind: QuestionKind) -> bool {
    edition(Language::En).questions.of(kind).weight(&sentences(question)) > 0
}

fn told_by_words(question: &str) -> QuestionKind {
    let questions = &edition(Language::En).questions;
    let sentences = sentences(question);
    let weight = |kind: QuestionKind| questions.of(kind).weight(&sentences);
    let form = FORMS.into_iter().find(|kind| weight(*kind) > 0);
    let topic = || {
        let weights = TOPICS.map(|kind| (kind, weight(kind)));
        let most = weights.iter().map(|(_, weight)| *weight).max().filter(|most| *most > 0)?;
        weights.into_iter().find(|(_, weight)| *weight == most).map(|(kind, _)| kind)
    };
    let yes_no = || (weight(QuestionKind::YesNo) > 0).then_some(QuestionKind::YesNo);
    form.or_else(topic).or_else(yes_no).unwrap_or_default()
}

impl KindTexts {
    /// The number of matches for the kind: its words and phrases, and its beginnings of sentences.
    fn weight(&self, sentences: &[Phrase]) -> usize {
        let weight = |sentence: &Phrase| {
            let mut left = sentence.clone();
            self.ignored.iter().for_each(|phrase| left.remove(phrase));
            let words_there: usize = self.words.iter().map(|phrase| left.places(phrase).count()).sum();
            let begins = self.begins.iter().filter(|phrase| left.starts_with(phrase));
            words_there + begins.count()
        };
        sentences.iter().map(weight).sum()
    }
}

/// Splits a text into sentences, also at semicolons, colons and line breaks. Those without words are left out.
fn sentences(text: &str) -> Vec<Phrase> {
    let sentences = text.split(['.', '?', '!', ';', ':', '\n', '…']).map(Phrase::of);
    sentences.filter(|sentence| !sentence.is_empty()).collect()
}

/// The words of a sentence or of a part of one, in lower case. Removed words are replaced by empty strings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(from = "String")]
pub(super) struct Phrase(Vec<String>);

impl Phrase {
    /// Splits a text at hyphens but not at apostrophes. The ending of a possessive is left out.
    pub(super) fn of(text: &str) -> Phrase {
        let text = text.to_lowercase().replace('’', "'");
        let words =
            text.split(|sign: char| !sign.is_alphanumeric() && sign != '\'').map(|word| word.trim_matches('\''));
        Phrase(words.filter(|word| !word.is_empty()).map(|word| owner(word).to_owned()).collect())
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn starts_with(&self, phrase: &Phrase) -> bool {
        self.0.starts_with(&phrase.0)
    }

    /// The indices at which a phrase begins.
    pub(super) fn places(&self, phrase: &Phrase) -> impl Iterator<Item = usize> {
        let windows = self.0.windows(phrase.0.len().max(1)).enumerate();
        windows.filter(|(_, words)| *words == phrase.0).map(|(place, _)| place)
    }

    /// Removes a phrase.
    pub(super) fn remove(&mut self, phrase: &Phrase) {
        let found = self.places(phrase).collect::<Vec<_>>();
        for place in found {
            self.0[place..place + phrase.0.len()].iter_mut().for_each(String::clear);
        }
    }
}

/// Words after which `'s` is short for `is` or `us`.
const SHORTENED: [&str; 12] =
    ["he", "here", "how", "it", "let", "she", "that", "there", "what", "when", "where", "who"];

/// The word without the ending of a possessive.
fn owner(word: &str) -> &str {
    word.strip_suffix("'s").filter(|owner| !SHORTENED.contains(owner)).unwrap_or(word)
}

impl From<String> for Phrase {
    fn from(text: String) -> Phrase {
        Phrase::of(&text)
    }
}

#[cfg(test)]
mod tests;
