//! What a question asks: its form, the two ways that it names, and what it is about.
//!
//! Its own words come back in the answer only where that is safe: as the label of a way, or as a noun with its possessive,
//! or as a name. All of it is in letters, hyphens and apostrophes.

use super::{
    clause::{Interrogative, is_auxiliary, predicate},
    grammar::{Class, is, verb_of},
    tense::Tense,
    words::{Word, lower, told, words_of},
};
use crate::{QuestionKind, texts::asks};

/// What a question asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub form: Form,
    /// Whether it is about what was, what is, or what comes.
    pub tense: Tense,
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
    /// When it was.
    Ago,
    /// How many.
    Count,
    Why,
    /// What to do, and how.
    How,
    Who,
    Where,
    /// One of more than two.
    Which,
    /// Anything else.
    What,
}

/// The most words in the name of a way.
const LONGEST_WAY: usize = 8;
/// The most words in the name of the first way where no auxiliary asks for it.
const LONGEST_BARE: usize = 4;
/// The most letters in the name of a way or of a subject.
const LONGEST_NAME: usize = 48;
/// The most words of a topic.
const LONGEST_TOPIC: usize = 8;

/// Words before a way that do not belong to its name.
const LEADING: &[&str] = &[
    "be", "better", "between", "choose", "choosing", "either", "for", "happier", "it", "pick", "rather", "smarter",
    "to", "whether", "wiser",
];
/// Words after `or` with which no second way is named.
const NO_WAY: &[&str] = &[
    "another", "else", "five", "four", "later", "less", "more", "never", "no", "none", "not", "other", "others", "so",
    "somebody", "someone", "than", "three", "two", "whatever",
];

impl Asked {
    /// What a question of this kind asks. Two ways of a spread are a choice, whatever is asked.
    pub fn of(question: &str, kind: QuestionKind, two_ways: bool) -> Asked {
        let words = words_of(question);
        let lower = words.iter().map(|word| word.map(lower)).collect::<Vec<_>>();
        let asking = Interrogative::of(&words, question.contains('?'));
        let form = Form::of(question, &words, &lower, asking.as_ref(), kind, two_ways);
        let tense = Tense::of(asking.as_ref());
        let form = if tense == Tense::Past { form.of_the_past(&lower) } else { form };
        let subject = owned(&words, &lower).or_else(|| name(&words, &lower)).or_else(|| noun(&words, &lower));
        let subject = topic(&words, &lower).filter(|_| asking.is_none()).or(subject);
        // A clause with `whether` is no date.
        let whether = form == Form::YesNo;
        let clause = asking.and_then(|asking| asking.clause()).filter(|told| told.starts_with("whether ") == whether);
        Asked { form, tense, clause, subject: subject.filter(|subject| subject.len() <= LONGEST_NAME) }
    }

    /// What is asked where nothing can be known of it.
    pub const fn open() -> Asked {
        Asked { form: Form::Open, tense: Tense::Future, clause: None, subject: None }
    }
}

impl Form {
    fn of(
        question: &str,
        words: &[Word<'_>],
        lower: &[Option<String>],
        asking: Option<&Interrogative<'_>>,
        kind: QuestionKind,
        two_ways: bool,
    ) -> Form {
        let form = match asking {
            Some(asking) => Form::of_words(&asking.lower),
            None if words.is_empty() => Form::Open,
            None if lower.iter().flatten().any(|word| is(Class::Advice, word)) => Form::How,
            None => Form::What,
        };
        let ways = ways(words, lower);
        let told = |asked: QuestionKind| kind == asked || asks(question, asked);
        let has_or = lower.windows(3).any(|part| matches!(part, [Some(_), Some(or), Some(more)] if or == "or" && !["no", "not"].contains(&more.as_str())));
        match form {
            Form::Why | Form::How | Form::Count if kind != QuestionKind::Timing => form,
            _ if ways.is_some() || two_ways => Form::Choice(ways),
            // More ways than two, or such as have no names.
            Form::YesNo if has_or => Form::What,
            Form::YesNo if kind != QuestionKind::Timing || asks(question, QuestionKind::Timing) => Form::YesNo,
            _ if told(QuestionKind::Timing) => Form::When,
            Form::Open | Form::What if asking.is_none() && told(QuestionKind::YesNo) => Form::YesNo,
            Form::Open
            | Form::YesNo
            | Form::Choice(_)
            | Form::When
            | Form::Ago
            | Form::Count
            | Form::Why
            | Form::How
            | Form::Who
            | Form::Where
            | Form::Which
            | Form::What => form,
        }
    }

    /// The form of a question about what is over, which needs no advice.
    fn of_the_past(self, lower: &[Option<String>]) -> Form {
        let words: Vec<&str> = lower.iter().flatten().map(String::as_str).collect();
        let is_span = words.windows(2).any(|two| two == ["how", "long"]) && !words.contains(&"ago");
        if self == Form::How || self == Form::Which {
            Form::What
        } else if self == Form::When && !is_span {
            Form::Ago
        } else {
            self
        }
    }

    fn of_words(words: &[String]) -> Form {
        let words = words.iter().map(String::as_str).collect::<Vec<_>>();
        match words[..] {
            ["why", ..] | ["how", "come", ..] => Form::Why,
            ["when", ..] | [_, "when", ..] if words[0] == "when" || is(Class::Preposition, words[0]) => Form::When,
            ["what", "now" | "next", ..] => Form::How,
            ["how", "can" | "could" | "may" | "might" | "shall" | "should" | "to", ..]
            | ["how" | "what", "do", "i" | "we"]
            | ["how", "do", "i" | "we", ..]
            | ["what", "can" | "could" | "may" | "must" | "shall" | "should" | "to", "i" | "we" | "do", ..]
            | ["what", "do", "i" | "we", "do" | "have" | "need", ..] => Form::How,
            ["how", "many", ..] => Form::Count,
            ["which", ..] => Form::Which,
            ["who" | "whom" | "whose", second, ..] if second != "am" => Form::Who,
            ["where", .., last] if !is(Class::Direction, last) => Form::Where,
            [first, ..] if is_auxiliary(first) || first == "if" || first == "whether" => Form::YesNo,
            [first, ..] if is(Class::Asking, first) || is(Class::Preposition, first) => Form::What,
            [] => Form::Open,
            [..] => Form::YesNo,
        }
    }
}

/// The two ways of `Should I take the post in Bergen, or stay with the orchestra?`, as the querent is told of them.
fn ways(words: &[Word<'_>], lower: &[Option<String>]) -> Option<[String; 2]> {
    let is_word = |at: usize, word: &str| lower.get(at).is_some_and(|there| there.as_deref() == Some(word));
    let mut ors = (0..lower.len()).filter(|at| is_word(*at, "or"));
    let between = (0..lower.len()).find(|at| is_word(*at, "between"));
    let (start, or) = match (ors.next(), between) {
        (Some(or), between) => (between.filter(|between| *between < or), or),
        (None, Some(between)) if lower[..between].iter().flatten().any(|word| is(Class::Knowing, word)) => {
            (Some(between), (between..lower.len()).find(|at| is_word(*at, "and"))?)
        }
        (None, _) => return None,
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
        let asks = is(Class::Asking, first) || first == "if" || first == "since";
        if !asks && !lower[pause + 1..before].iter().flatten().any(|word| is_auxiliary(word)) {
            return None;
        }
    }
    let start = start.or(pause.map(|pause| pause + 1)).unwrap_or(0);
    let is_determiner = |at: usize| lower[at].as_deref().is_some_and(|word| is(Class::Determiner, word));
    let is_verb = |at: usize| lower[at].as_deref().is_some_and(|word| verb_of(word) == Some(word));
    let (start, end) = match lower[start].as_deref() {
        // `Is my new manager a friend or a foe?`, `Will the bakery or the school suit me?`, `Is Anna or Marek the better one?`
        Some(first) if is_auxiliary(first) => {
            let predicate = predicate(&words[start..before]).filter(|at| !is_determiner(start + at - 1));
            match predicate {
                Some(predicate) => (start + predicate, end),
                None => (start + 1, (or + 2..end).find(|at| is_verb(*at) || is_determiner(*at))?),
            }
        }
        Some(first) if !LEADING.contains(&first) && before - start > LONGEST_BARE => return None,
        _ => (start, end),
    };
    let one = way(&words[start..before])?;
    let other = way(&words[or + 1..end])?;
    (one.to_lowercase() != other.to_lowercase()).then_some([one, other])
}

/// The name of a way, without what asks for it. Somebody else's ways have none.
fn way(words: &[Word<'_>]) -> Option<String> {
    let words = words.iter().copied().collect::<Option<Vec<_>>>()?;
    let known = words.iter().map(|word| lower(word)).collect::<Vec<_>>();
    let word = |at: usize| known.get(at).map_or("", String::as_str);
    if known.is_empty()
        || NO_WAY.contains(&word(0))
        || is(Class::Asking, word(0))
        || is(Class::Pronoun, word(0)) && known.len() == 1
    {
        return None;
    }
    let mut start = match (is_auxiliary(word(0)) && word(0) != "be", word(1)) {
        (false, _) => 0,
        (true, "i" | "we") => 2,
        (true, _) => return None,
    };
    while LEADING.contains(&word(start)) {
        start += 1;
    }
    let named = &words[start..];
    let fits = (1..=LONGEST_WAY).contains(&named.len()) && !NO_WAY.contains(&word(start));
    let told = told(named);
    (fits && told.len() <= LONGEST_NAME).then_some(told)
}

/// A name within the question: words with a capital that do not begin it. A question in capitals has none.
fn name(words: &[Word<'_>], lower: &[Option<String>]) -> Option<String> {
    let has_capital = |word: &str| word.starts_with(char::is_uppercase) && word.chars().skip(1).any(char::is_lowercase);
    let is_name = |at: usize| {
        words[at].is_some_and(has_capital)
            && words[at]
                .is_some_and(|word| word.chars().all(|sign| sign.is_alphabetic() || matches!(sign, '-' | '\'' | '’')))
            && lower[at].as_deref().is_some_and(|word| !is(Class::Nameless, word) && !word.contains('\''))
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

/// What is owned: `your new job`, `his plans`.
fn owned(words: &[Word<'_>], lower: &[Option<String>]) -> Option<String> {
    phrase(words, lower, &["my", "our", "his", "their"])
}

/// A thing: `the garden`, `a new flat`.
fn noun(words: &[Word<'_>], lower: &[Option<String>]) -> Option<String> {
    phrase(words, lower, &["the", "this", "a", "an"])
}

/// The first noun that one of these words begins, with its adjectives, as the querent is told it.
fn phrase(words: &[Word<'_>], lower: &[Option<String>], begins: &[&str]) -> Option<String> {
    let at = |at: usize| lower.get(at).and_then(|word| word.as_deref());
    let is_noun = |word: &str| {
        let ends = [Class::Preposition, Class::Adverb, Class::Pronoun, Class::Asking, Class::Determiner];
        let signs = word.chars().all(|sign| sign.is_alphabetic() || sign == '-');
        word.len() > 1
            && signs
            && !is_auxiliary(word)
            && !["and", "or"].contains(&word)
            && !ends.into_iter().any(|class| is(class, word))
    };
    (0..lower.len()).find_map(|start| {
        at(start).filter(|word| begins.contains(word))?;
        let noun = (start + 1..lower.len()).find(|next| !at(*next).is_some_and(|word| is(Class::Adjective, word)))?;
        at(noun).filter(|word| is_noun(word))?;
        let end = (noun + 1..lower.len()).find(|next| {
            at(*next).is_none_or(|word| !is_noun(word) || verb_of(word).is_some() || is(Class::Adjective, word))
        });
        let end = end.unwrap_or(lower.len());
        let is_empty = end == noun + 1 && at(noun).is_some_and(|word| is(Class::Empty, word));
        let named = words[start..end].iter().flatten().copied().collect::<Vec<_>>();
        (!is_empty).then(|| told(&named))
    })
}

/// A question that is only a topic: `love`, `my marriage`, `career next year`.
fn topic(words: &[Word<'_>], lower: &[Option<String>]) -> Option<String> {
    let named = words.iter().flatten().copied().collect::<Vec<_>>();
    let known = lower.iter().flatten().map(String::as_str).collect::<Vec<_>>();
    let states = |word: &str| {
        let ends = [Class::Advice, Class::Asking, Class::Pronoun].into_iter().any(|class| is(class, word));
        ends || word == "me" || is_auxiliary(word) || verb_of(word).is_some_and(|verb| verb != word)
    };
    let ends = words.iter().position(Option::is_none).unwrap_or(words.len());
    let fits = ends == named.len() && (1..=LONGEST_TOPIC).contains(&ends);
    if !fits
        || ends > 1
            && (words.last().is_some_and(Option::is_none) && known.len() > 2 || known.iter().any(|word| states(word)))
    {
        return None;
    }
    let is_common = verb_of(known[0]).is_some()
        || QuestionKind::of(known[0]) != QuestionKind::Open
        || known.get(1).is_some_and(|next| *next != "and" && !is(Class::Preposition, next));
    let common = [known[0]].into_iter().filter(|_| is_common);
    Some(told(&common.chain(named.iter().skip(usize::from(is_common)).copied()).collect::<Vec<_>>()))
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
            ("Will she choose me or him?", "you", "him"),
            ("Is my new manager a friend or a foe?", "a friend", "a foe"),
            ("Will Anna or Marek win?", "Anna", "Marek"),
            ("Will the bakery or the school suit me?", "the bakery", "the school"),
            ("Is Paul or Peter the better partner?", "Paul", "Peter"),
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
            ("What should I do about him?", Form::How),
            ("How does he see me?", Form::What),
            ("How many cats should I have?", Form::Count),
            ("Where is this going?", Form::What),
            ("By when will it be done?", Form::When),
            ("Can you tell me when I will find a flat?", Form::When),
            ("Do you know where my keys are?", Form::Where),
            ("Any advice?", Form::How),
            ("Which of my friends helps?", Form::Which),
            ("She likes me, yes or no?", Form::YesNo),
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
            ("Will the weather hold?", Some("the weather")),
            ("WILL ANNA CALL?", None),
            ("Will it <b>be</b> this week?", None),
            ("Will my difficult boss relent?", Some("your difficult boss")),
            ("Will my boss relent?", Some("your boss")),
            ("What about my love life?", Some("your love life")),
            ("Career next year", Some("career next year")),
            ("Do you see a new job for me?", Some("a new job")),
        ] {
            assert_eq!(asked(question).subject.as_deref(), subject, "{question}");
        }
    }
}
