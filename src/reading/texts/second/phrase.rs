//! Texts as lists of words, in which phrases are found.

use serde::Deserialize;

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
