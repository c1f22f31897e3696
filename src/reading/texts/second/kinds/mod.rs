//! Determines the kind of a question from its words (`reading.md`, "Questions").

use super::{KindTexts, edition, phrase::Phrase};
use crate::reading::{Care, Language, QuestionKind};

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

#[cfg(test)]
mod tests;
