//! Determines the kind of a question from its words (`reading.md`, "Questions").

use super::{KindTexts, edition};
use crate::reading::{Language, QuestionKind};

/// Kinds that a single word or beginning decides, in order of precedence.
const FORMS: [QuestionKind; 2] = [QuestionKind::Choice, QuestionKind::Timing];

/// Kinds of which the one with the most matches wins; ties go to the first.
const TOPICS: [QuestionKind; 5] =
    [QuestionKind::Love, QuestionKind::Work, QuestionKind::Money, QuestionKind::Family, QuestionKind::OneSelf];

/// The words of a sentence, in lower case. Removed words are replaced by empty strings.
type Sentence = Vec<String>;

impl QuestionKind {
    /// The kind of a question in English.
    pub fn of(question: &str) -> QuestionKind {
        let questions = &edition(Language::En).questions;
        let sentences = sentences(question);
        let weight = |kind: QuestionKind| questions.of(kind).weight(&sentences);
        let form = FORMS.into_iter().find(|kind| weight(*kind) > 0);
        let most = TOPICS.into_iter().map(weight).max().unwrap_or(0);
        let topic = || TOPICS.into_iter().find(|kind| most > 0 && weight(*kind) == most);
        let yes_no = || (weight(QuestionKind::YesNo) > 0).then_some(QuestionKind::YesNo);
        form.or_else(topic).or_else(yes_no).unwrap_or_default()
    }
}

impl KindTexts {
    /// The number of matches for the kind: its words and phrases, and its beginnings of sentences.
    fn weight(&self, sentences: &[Sentence]) -> usize {
        let weight = |sentence: &Sentence| {
            let left = self.ignored.iter().fold(sentence.clone(), |left, phrase| removed(left, &words(phrase)));
            let words_there: usize = self.words.iter().map(|phrase| places(&left, &words(phrase)).count()).sum();
            let begins = self.begins.iter().filter(|phrase| left.starts_with(&words(phrase)));
            words_there + begins.count()
        };
        sentences.iter().map(weight).sum()
    }
}

/// Splits a text into sentences, also at semicolons, colons and line breaks.
fn sentences(text: &str) -> Vec<Sentence> {
    text.split(['.', '?', '!', ';', ':', '\n', '…']).map(words).collect()
}

/// Splits a text into words in lower case, at hyphens but not at apostrophes.
fn words(text: &str) -> Sentence {
    let text = text.to_lowercase().replace('’', "'");
    let words = text.split(|sign: char| !sign.is_alphanumeric() && sign != '\'');
    words.map(|word| word.trim_matches('\'')).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The indices at which a phrase begins in a sentence.
fn places(sentence: &Sentence, phrase: &Sentence) -> impl Iterator<Item = usize> {
    let length = phrase.len().max(1);
    sentence.windows(length).enumerate().filter(move |(_, words)| words == phrase).map(|(place, _)| place)
}

/// Removes a phrase from the sentence.
fn removed(mut sentence: Sentence, phrase: &Sentence) -> Sentence {
    let found = places(&sentence, phrase).collect::<Vec<_>>();
    for place in found {
        sentence[place..place + phrase.len()].iter_mut().for_each(String::clear);
    }
    sentence
}

#[cfg(test)]
mod tests;
