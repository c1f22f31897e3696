//! The words of a question: what kinds of them are known, and how the querent is told them.

/// A word of a question; `None` is a pause, such as a comma.
pub(super) type Word<'a> = Option<&'a str>;

pub(super) const AUXILIARIES: &[&str] = &[
    "am", "are", "be", "can", "could", "did", "do", "does", "had", "has", "have", "is", "may", "might", "must",
    "shall", "should", "was", "were", "will", "would",
];
pub(super) const QUESTION_WORDS: &[&str] =
    &["how", "what", "what's", "when", "where", "which", "who", "who's", "whom", "whose", "why"];
pub(super) const ADJECTIVES: &[&str] =
    &["best", "big", "current", "former", "new", "old", "own", "present", "small", "whole", "young"];
/// People. No second noun follows them.
pub(super) const PEOPLE: &[&str] = &[
    "aunt",
    "boss",
    "boyfriend",
    "brother",
    "brothers",
    "child",
    "children",
    "colleague",
    "colleagues",
    "cousin",
    "dad",
    "daughter",
    "daughters",
    "family",
    "father",
    "friend",
    "friends",
    "girlfriend",
    "grandfather",
    "grandmother",
    "husband",
    "landlord",
    "manager",
    "mom",
    "mother",
    "mum",
    "neighbor",
    "neighbors",
    "neighbour",
    "neighbours",
    "parents",
    "partner",
    "sister",
    "sisters",
    "son",
    "sons",
    "teacher",
    "uncle",
    "wife",
];
/// Things that people ask about.
pub(super) const THINGS: &[&str] = &[
    "apartment",
    "business",
    "car",
    "career",
    "cat",
    "company",
    "dog",
    "exam",
    "flat",
    "garden",
    "heart",
    "house",
    "job",
    "marriage",
    "project",
    "relationship",
    "team",
    "thesis",
];
/// Words with a capital that are no names.
pub(super) const NO_NAMES: &[&str] = &[
    "april",
    "august",
    "christmas",
    "december",
    "easter",
    "february",
    "friday",
    "god",
    "i",
    "i'd",
    "i'll",
    "i'm",
    "i've",
    "january",
    "july",
    "june",
    "march",
    "may",
    "monday",
    "november",
    "october",
    "ok",
    "saturday",
    "september",
    "sunday",
    "tarot",
    "thursday",
    "tuesday",
    "wednesday",
];

/// Is it a noun that is known as such, whatever follows?
pub(super) fn is_known_noun(word: &str) -> bool {
    PEOPLE.contains(&word) || THINGS.contains(&word)
}

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

/// A word of the querent as the querent is told it: `your` for `my`.
pub(super) fn told_to_the_querent(word: &str) -> String {
    match word.to_lowercase().replace('’', "'").as_str() {
        "i" | "me" | "we" | "us" => "you".to_owned(),
        "my" | "our" => "your".to_owned(),
        "mine" | "ours" => "yours".to_owned(),
        "myself" => "yourself".to_owned(),
        "ourselves" => "yourselves".to_owned(),
        "am" => "are".to_owned(),
        "i'm" | "we're" => "you are".to_owned(),
        article @ ("a" | "an" | "his" | "her" | "the" | "their" | "this") => article.to_owned(),
        _ => word.to_owned(),
    }
}
