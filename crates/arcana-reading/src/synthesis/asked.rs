//! What a question asks: its form, the two ways that it names, and what it is about.
//!
//! Its own words come back in the answer only where that is safe: as the label of a way, or as a noun with its possessive,
//! or as a name. All of it is in letters, hyphens and apostrophes.

use super::{
    clause::clause,
    words::{ADJECTIVES, AUXILIARIES, NO_NAMES, QUESTION_WORDS, Word, is_known_noun, told_to_the_querent, words_of},
};
use crate::{QuestionKind, texts::asks};

/// What a question asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub form: Form,
    /// The question itself as a clause, as in `why your sister does not call`.
    pub clause: Option<String>,
    /// What it is about, as in `your thesis`.
    pub subject: Option<String>,
}

/// The form of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Nothing was asked, or in another language.
    Open,
    YesNo,
    /// One of two ways, which may have names.
    Choice(Option<[String; 2]>),
    When,
    Why,
    How,
    Who,
    Where,
    /// Anything else.
    What,
}

/// The most words in the name of a way.
const LONGEST_WAY: usize = 8;
/// The most words in the name of the first way where no auxiliary asks for it.
const LONGEST_BARE: usize = 4;
/// The most letters in the name of a way or of a subject.
const LONGEST_NAME: usize = 48;

/// Words before a way that do not belong to its name.
const LEADING: &[&str] =
    &["better", "between", "choose", "choosing", "either", "for", "it", "me", "pick", "rather", "to", "whether"];
/// Words after `or` with which no second way is named.
const NO_WAY: &[&str] = &[
    "another",
    "else",
    "five",
    "four",
    "how",
    "later",
    "less",
    "more",
    "never",
    "no",
    "none",
    "not",
    "other",
    "others",
    "so",
    "something",
    "somebody",
    "someone",
    "than",
    "three",
    "two",
    "what",
    "whatever",
    "when",
    "who",
    "why",
];
/// Words after which a noun is complete.
const AFTER_NOUN: &[&str] = &[
    "about", "after", "again", "and", "any", "as", "at", "away", "back", "be", "because", "before", "but", "by", "can",
    "could", "did", "do", "does", "during", "even", "ever", "for", "from", "had", "has", "have", "if", "in", "into",
    "is", "last", "like", "may", "might", "must", "next", "not", "now", "of", "off", "on", "or", "out", "over",
    "should", "since", "so", "soon", "than", "that", "then", "this", "though", "through", "to", "today", "together",
    "tomorrow", "until", "up", "was", "were", "when", "where", "which", "while", "who", "will", "with", "without",
    "would", "yet",
];
/// Nouns that a question is not about.
const EMPTY_NOUNS: &[&str] = &[
    "answer", "best", "biggest", "card", "cards", "case", "chance", "chances", "day", "days", "end", "evening",
    "first", "future", "hour", "kind", "least", "life", "moment", "month", "months", "morning", "most", "next",
    "night", "odds", "one", "ones", "only", "other", "others", "outcome", "past", "person", "point", "present",
    "question", "real", "reason", "right", "rest", "same", "second", "sort", "spring", "summer", "autumn", "thing",
    "things", "time", "times", "truth", "two", "universe", "way", "ways", "week", "weekend", "winter", "world",
    "worst", "year", "years",
];
/// Words with which a way does not begin, unless it is asked for.
const PERSONS: &[&str] = &["he", "i", "it", "she", "that", "there", "they", "this", "we", "you"];

impl Asked {
    /// What a question of this kind asks. Two ways of a spread are a choice, whatever is asked.
    pub fn of(question: &str, kind: QuestionKind, two_ways: bool) -> Asked {
        let words = words_of(question);
        let lower = words.iter().map(|word| word.map(str::to_lowercase)).collect::<Vec<_>>();
        let form = Form::of(question, &words, &lower, kind, two_ways);
        let subject = name(&words, &lower).or_else(|| noun(&lower)).filter(|subject| subject.len() <= LONGEST_NAME);
        // A clause with `whether` is no date.
        let whether = form == Form::YesNo;
        let clause = clause(&words).filter(|clause| clause.starts_with("whether ") == whether);
        Asked { form, clause, subject }
    }

    /// What is asked where nothing can be known of it.
    pub const fn open() -> Asked {
        Asked { form: Form::Open, clause: None, subject: None }
    }
}

impl Form {
    fn of(question: &str, words: &[Word<'_>], lower: &[Option<String>], kind: QuestionKind, two_ways: bool) -> Form {
        let ways = ways(words, lower);
        let mut begins = lower.iter().flatten().map(String::as_str);
        let form = match (begins.next(), begins.next()) {
            (Some("why"), _) | (Some("how"), Some("come")) => Form::Why,
            (Some("how"), Some("can" | "could" | "do" | "may" | "might" | "shall" | "should" | "to")) => Form::How,
            (Some("who" | "whom" | "who's"), second) if second != Some("am") => Form::Who,
            (Some("where"), _) => Form::Where,
            (Some(first), _) if AUXILIARIES.contains(&first) => Form::YesNo,
            (None, _) => Form::Open,
            (Some(_), _) => Form::What,
        };
        let told = |asked: QuestionKind| kind == asked || asks(question, asked);
        match form {
            Form::Why | Form::How if kind != QuestionKind::Timing => form,
            _ if ways.is_some() || two_ways => Form::Choice(ways),
            Form::YesNo if kind != QuestionKind::Timing || asks(question, QuestionKind::Timing) => Form::YesNo,
            _ if told(QuestionKind::Timing) => Form::When,
            _ if told(QuestionKind::YesNo) => Form::YesNo,
            Form::Open
            | Form::YesNo
            | Form::Choice(_)
            | Form::When
            | Form::Why
            | Form::How
            | Form::Who
            | Form::Where
            | Form::What => form,
        }
    }
}

/// The two ways of `Should I take the post in Bergen, or stay with the orchestra?`, as the querent is told of them.
fn ways(words: &[Word<'_>], lower: &[Option<String>]) -> Option<[String; 2]> {
    let is = |at: usize, word: &str| lower.get(at).is_some_and(|there| there.as_deref() == Some(word));
    let mut ors = (0..lower.len()).filter(|at| is(*at, "or"));
    let between = (0..lower.len()).find(|at| is(*at, "between"));
    let (start, or) = match (ors.next(), between) {
        (Some(or), between) => (between.filter(|between| *between < or), or),
        (None, Some(between)) => (Some(between), (between..lower.len()).find(|at| is(*at, "and"))?),
        (None, None) => return None,
    };
    if ors.next().is_some() {
        return None;
    }
    let end = (or + 1..words.len()).find(|at| words[*at].is_none()).unwrap_or(words.len());
    let before = if or > 0 && words[or - 1].is_none() { or - 1 } else { or };
    let pause = (0..before).rev().find(|at| words[*at].is_none());
    // Of three things the first stands before a pause.
    if let (Some(pause), None) = (pause, start) {
        let first = lower[..pause].iter().flatten().next()?;
        let asks = QUESTION_WORDS.contains(&first.as_str()) || first == "if" || first == "since";
        if !asks && !lower[pause + 1..before].iter().flatten().any(|word| AUXILIARIES.contains(&word.as_str())) {
            return None;
        }
    }
    let start = start.or(pause.map(|pause| pause + 1)).unwrap_or(0);
    let bare = lower[start].as_deref().is_none_or(|first| !AUXILIARIES.contains(&first) && !LEADING.contains(&first));
    if bare && before - start > LONGEST_BARE {
        return None;
    }
    let one = way(&words[start..before], &lower[start..before])?;
    let other = way(&words[or + 1..end], &lower[or + 1..end])?;
    (one.to_lowercase() != other.to_lowercase()).then_some([one, other])
}

/// The name of a way, without what asks for it. Somebody else's ways have none.
fn way(words: &[Word<'_>], lower: &[Option<String>]) -> Option<String> {
    let lower = lower.iter().map(|word| word.as_deref()).collect::<Option<Vec<_>>>()?;
    if lower.first().is_none_or(|first| NO_WAY.contains(first)) {
        return None;
    }
    let mut start = 0;
    if QUESTION_WORDS.contains(&lower[start]) || PERSONS.contains(&lower[start]) {
        return None;
    }
    if AUXILIARIES.contains(&lower[start]) {
        start += 1;
        match lower.get(start) {
            Some(&("i" | "we" | "it" | "this" | "that")) => start += 1,
            _ => return None,
        }
    }
    while lower.get(start).is_some_and(|word| LEADING.contains(word)) {
        start += 1;
    }
    let named = &words[start..];
    let fits = (1..=LONGEST_WAY).contains(&named.len()) && !NO_WAY.contains(&lower[start]);
    let told = named.iter().flatten().map(|word| told_to_the_querent(word)).collect::<Vec<_>>().join(" ");
    (fits && told.len() <= LONGEST_NAME).then_some(told)
}

/// A name within the question: words with a capital that do not begin it. A question in capitals has none.
fn name(words: &[Word<'_>], lower: &[Option<String>]) -> Option<String> {
    let has_capital = |word: &str| word.starts_with(char::is_uppercase) && word.chars().skip(1).any(char::is_lowercase);
    let is_name = |at: usize| {
        words[at].is_some_and(has_capital)
            && words[at]
                .is_some_and(|word| word.chars().all(|sign| sign.is_alphabetic() || matches!(sign, '-' | '\'' | '’')))
            && lower[at].as_deref().is_some_and(|word| !NO_NAMES.contains(&word) && !word.contains(['\'', '’']))
    };
    let (all, capitals) =
        (words.iter().flatten().skip(1).count(), words.iter().flatten().skip(1).filter(|word| has_capital(word)));
    if all > 2 && capitals.count() == all {
        return None;
    }
    let first = (1..words.len()).find(|at| is_name(*at))?;
    let name = (first..words.len()).take_while(|at| is_name(*at)).filter_map(|at| words[at]).take(3);
    Some(name.collect::<Vec<_>>().join(" "))
}

/// A noun with its possessive, or one that `the` or `this` begins and nothing continues: `your new job`, `the garden`.
fn noun(lower: &[Option<String>]) -> Option<String> {
    let at = |at: usize| lower.get(at).and_then(|word| word.as_deref());
    let is_noun = |word: &str| {
        word.len() > 2
            && word.chars().all(|sign| sign.is_alphabetic() || sign == '-')
            && ![EMPTY_NOUNS, ADJECTIVES, AFTER_NOUN, AUXILIARIES].iter().any(|words| words.contains(&word))
    };
    (0..lower.len()).find_map(|start| {
        let (determiner, owned) = match at(start)? {
            "my" | "our" => ("your", true),
            "his" => ("his", true),
            "their" => ("their", true),
            "the" => ("the", false),
            "this" => ("this", false),
            _ => return None,
        };
        let mut named = vec![determiner];
        let mut next = start + 1;
        while let Some(adjective) = at(next).filter(|word| ADJECTIVES.contains(word)) {
            named.push(adjective);
            next += 1;
        }
        let noun = at(next).filter(|word| is_noun(word))?;
        let ends = at(next + 1).is_none_or(|after| AFTER_NOUN.contains(&after));
        let known = owned && named.len() == 1 && is_known_noun(noun);
        named.push(noun);
        (known || ends).then(|| named.join(" "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(question: &str) -> Asked {
        Asked::of(question, QuestionKind::of(question), false)
    }

    #[test]
    fn two_ways_have_the_names_that_the_question_gives_them() {
        for (question, one, other) in [
            (
                "Shall I take the post in Bergen, or stay with the orchestra?",
                "take the post in Bergen",
                "stay with the orchestra",
            ),
            ("The bakery or the office?", "the bakery", "the office"),
            ("Should I choose the bakery or the office?", "the bakery", "the office"),
            ("Is it better to stay or to go?", "stay", "go"),
            ("Do I keep my flat or do I move in with Ben?", "keep your flat", "move in with Ben"),
            ("Which is better for me, tea or coffee?", "tea", "coffee"),
            ("I cannot decide between Anna and Ben.", "Anna", "Ben"),
            ("I have two offers. Should I go to Lyon or to Graz?", "go to Lyon", "Graz"),
            ("Is it love or habit?", "love", "habit"),
        ] {
            let ways = Some([one.to_owned(), other.to_owned()]);
            assert_eq!(asked(question).form, Form::Choice(ways), "{question}");
        }
    }

    #[test]
    fn where_two_ways_are_not_plainly_named_none_is() {
        for question in [
            "Should I go or not?",
            "Should I buy tea, coffee or milk?",
            "Will she choose me or him?",
            "Should I stay or should I not?",
            "Will it be a week or two?",
            "Should I ask him or her or both?",
            "Which colour suits me?",
        ] {
            assert!(!matches!(asked(question).form, Form::Choice(_)), "{question}: {:?}", asked(question));
        }
        assert_eq!(Asked::of("Which way?", QuestionKind::Choice, true).form, Form::Choice(None));
    }

    #[test]
    fn a_question_has_the_form_of_its_first_words() {
        for (question, form) in [
            ("Will they let us keep the garden?", Form::YesNo),
            ("Does she love me as I love her?", Form::YesNo),
            ("When should I tell my friends?", Form::When),
            ("How long will it take?", Form::When),
            ("Why does my sister not call?", Form::Why),
            ("How can I finish my thesis?", Form::How),
            ("How will the move go?", Form::What),
            ("Is it too late?", Form::YesNo),
            ("Who will help me?", Form::Who),
            ("Who am I now?", Form::What),
            ("Where should we live?", Form::Where),
            ("What helps me at work?", Form::What),
            ("", Form::Open),
        ] {
            assert_eq!(asked(question).form, form, "{question}");
        }
        assert_eq!(Asked::of("", QuestionKind::YesNo, false).form, Form::YesNo);
    }

    #[test]
    fn a_subject_comes_back_where_it_is_plain() {
        for (question, subject) in [
            ("How can I finish my thesis this winter?", Some("your thesis")),
            ("Will they let us keep the garden?", Some("the garden")),
            ("When should I tell my friends that I am moving away?", Some("your friends")),
            ("Will Anna call?", Some("Anna")),
            ("What comes of my new job?", Some("your new job")),
            ("Should I move to New York in May?", Some("New York")),
            ("Does she love me as I love her?", None),
            ("What is the best way to begin?", None),
            ("Will the weather hold?", None),
            ("WILL ANNA CALL?", None),
            ("Will it <b>be</b> this week?", None),
            ("Will my difficult boss relent?", None),
            ("Will my boss relent?", Some("your boss")),
        ] {
            assert_eq!(asked(question).subject.as_deref(), subject, "{question}");
        }
    }
}
