//! The words of a question, and how the querent is told them.

use super::grammar::{Class, is};

/// A word of a question; `None` is a pause, such as a comma.
pub(super) type Word<'a> = Option<&'a str>;

/// The words of the first sentence that asks, else of the whole text.
pub(super) fn words_of(text: &str) -> Vec<Word<'_>> {
    let asking = text.split_inclusive(['.', '?', '!', ';', '\n', '…']).find(|sentence| sentence.ends_with('?'));
    let sentence = asking.unwrap_or(text);
    let mut words = Vec::new();
    for part in sentence.split_inclusive([',', ':', ';', '(', ')', '"', '“', '”', '–', '—', '.', '?', '!', '/'])
    {
        let of_word = |sign: char| sign.is_alphanumeric() || matches!(sign, '\'' | '’' | '-');
        let found = part.split(|sign: char| !of_word(sign)).filter(|word| word.contains(char::is_alphanumeric));
        words.extend(found.map(Some));
        if !part.ends_with(|sign: char| of_word(sign) || sign == ' ') {
            words.push(None);
        }
    }
    words
}

/// A word in lower case, with a plain apostrophe.
pub(super) fn lower(word: &str) -> String {
    word.to_lowercase().replace('’', "'")
}

/// Words as the querent is told them: names as they stand, and all else without `ever` and `please`.
pub(super) fn told(words: &[&str]) -> String {
    let mut told: Vec<String> = Vec::new();
    for word in words {
        let of_querent = told.last().is_some_and(|before| before == "you");
        match lower(word).as_str() {
            "ever" | "please" => (),
            "was" if of_querent => told.push("were".to_owned()),
            begins if told.is_empty() && (is(Class::Asking, begins) || is(Class::Preposition, begins)) => {
                told.push(begins.to_owned());
            }
            _ => told.push(word_told(word)),
        }
    }
    told.join(" ")
}

/// A word of the querent as the querent is told it: `your` for `my`.
fn word_told(word: &str) -> String {
    let lower = lower(word);
    match lower.as_str() {
        "i" | "me" | "we" | "us" => "you".to_owned(),
        "my" | "our" => "your".to_owned(),
        "mine" | "ours" => "yours".to_owned(),
        "myself" => "yourself".to_owned(),
        "ourselves" => "yourselves".to_owned(),
        "am" => "are".to_owned(),
        "i'm" | "we're" => "you are".to_owned(),
        "i'll" | "we'll" => "you will".to_owned(),
        "i've" | "we've" => "you have".to_owned(),
        "i'd" | "we'd" => "you would".to_owned(),
        _ if is(Class::Determiner, &lower) => lower,
        _ => word.to_owned(),
    }
}
