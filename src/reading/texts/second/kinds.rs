//! What a question is about, by its words (`reading.md`, "Questions").

use super::{KindTexts, edition};
use crate::reading::{Language, QuestionKind};

/// Kinds that a single word or beginning decides, whatever else is asked: the first that fits.
const FORMS: [QuestionKind; 2] = [QuestionKind::Choice, QuestionKind::Timing];

/// Kinds of which the one with the most words wins; of equals, the first.
const TOPICS: [QuestionKind; 5] =
    [QuestionKind::Love, QuestionKind::Work, QuestionKind::Money, QuestionKind::Family, QuestionKind::OneSelf];

/// The words of a sentence, in lower case; an empty text stands where words were struck out.
type Sentence = Vec<String>;

impl QuestionKind {
    /// What a question in English is about.
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
    /// How much speaks for the kind: its words and phrases, wherever they stand, and its beginnings of sentences.
    fn weight(&self, sentences: &[Sentence]) -> usize {
        let weight = |sentence: &Sentence| {
            let left = self.ignored.iter().fold(sentence.clone(), |left, phrase| struck_out(left, &words(phrase)));
            let words_there: usize = self.words.iter().map(|phrase| places(&left, &words(phrase)).count()).sum();
            let begins = self.begins.iter().filter(|phrase| left.starts_with(&words(phrase)));
            words_there + begins.count()
        };
        sentences.iter().map(weight).sum()
    }
}

/// A text as sentences; a semicolon, a colon and the end of a line end one too.
fn sentences(text: &str) -> Vec<Sentence> {
    text.split(['.', '?', '!', ';', ':', '\n', '…']).map(words).collect()
}

/// The words of a text in lower case. A hyphen parts words, an apostrophe does not.
fn words(text: &str) -> Sentence {
    let text = text.to_lowercase().replace('’', "'");
    let words = text.split(|sign: char| !sign.is_alphanumeric() && sign != '\'');
    words.map(|word| word.trim_matches('\'')).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Where a phrase begins in a sentence.
fn places(sentence: &Sentence, phrase: &Sentence) -> impl Iterator<Item = usize> {
    let length = phrase.len().max(1);
    sentence.windows(length).enumerate().filter(move |(_, words)| words == phrase).map(|(place, _)| place)
}

/// The sentence without a phrase.
fn struck_out(mut sentence: Sentence, phrase: &Sentence) -> Sentence {
    let found = places(&sentence, phrase).collect::<Vec<_>>();
    for place in found {
        sentence[place..place + phrase.len()].iter_mut().for_each(String::clear);
    }
    sentence
}

#[cfg(test)]
mod tests;
