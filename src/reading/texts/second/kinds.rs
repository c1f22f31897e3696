//! Determines the kind of a question from its words (`reading.md`, "Questions").

use serde::Deserialize;

use super::{KindTexts, third_edition};
use crate::reading::{Language, QuestionKind};

/// Kinds that a single word or beginning decides, in order of precedence.
const FORMS: [QuestionKind; 2] = [QuestionKind::Choice, QuestionKind::Timing];

/// Kinds of which the one with the most matches wins; ties go to the first.
const TOPICS: [QuestionKind; 5] =
    [QuestionKind::Love, QuestionKind::Work, QuestionKind::Money, QuestionKind::Family, QuestionKind::OneSelf];

/// Words in lower case, of a sentence or a phrase. Removed words are replaced by empty strings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(from = "String")]
pub(super) struct Words(Vec<String>);

impl QuestionKind {
    /// The kind of a question in English.
    pub fn of(question: &str) -> QuestionKind {
        let questions = &third_edition(Language::En).questions;
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
}

impl KindTexts {
    /// The number of matches for the kind: its words and phrases, and its beginnings of sentences.
    fn weight(&self, sentences: &[Words]) -> usize {
        let weight = |sentence: &Words| {
            let mut left = sentence.clone();
            self.ignored.iter().for_each(|phrase| left.remove(phrase));
            let words_there: usize = self.words.iter().map(|phrase| left.places(phrase).count()).sum();
            let begins = self.begins.iter().filter(|phrase| left.0.starts_with(&phrase.0));
            words_there + begins.count()
        };
        sentences.iter().map(weight).sum()
    }
}

/// Splits a text into sentences, also at semicolons, colons and line breaks. Those without words are left out.
fn sentences(text: &str) -> Vec<Words> {
    let sentences = text.split(['.', '?', '!', ';', ':', '\n', '…']).map(Words::of);
    sentences.filter(|sentence| !sentence.0.is_empty()).collect()
}

impl Words {
    /// Splits a text at hyphens but not at apostrophes.
    fn of(text: &str) -> Words {
        let text = text.to_lowercase().replace('’', "'");
        let words = text.split(|sign: char| !sign.is_alphanumeric() && sign != '\'');
        Words(words.map(|word| word.trim_matches('\'')).filter(|word| !word.is_empty()).map(str::to_owned).collect())
    }

    /// The indices at which a phrase begins.
    fn places(&self, phrase: &Words) -> impl Iterator<Item = usize> {
        let windows = self.0.windows(phrase.0.len().max(1)).enumerate();
        windows.filter(|(_, words)| *words == phrase.0).map(|(place, _)| place)
    }

    /// Removes a phrase.
    fn remove(&mut self, phrase: &Words) {
        let found = self.places(phrase).collect::<Vec<_>>();
        for place in found {
            self.0[place..place + phrase.0.len()].iter_mut().for_each(String::clear);
        }
    }
}

impl From<String> for Words {
    fn from(text: String) -> Words {
        Words::of(&text)
    }
}

#[cfg(test)]
mod tests;
