//! A question as a clause, as the querent is told it: `whether they will let you keep the garden` for a yes or no, else
//! with its question word, as in `why your sister does not call`.
//!
//! Whatever is not plainly understood has no clause, and the answer does without.

use super::words::{
    ADJECTIVES, AUXILIARIES, NO_NAMES, PEOPLE, QUESTION_WORDS, THINGS, Word, is_known_noun, told_to_the_querent,
};

/// The most words of a clause.
const LONGEST: usize = 14;
/// The most letters of a clause.
const LONGEST_TOLD: usize = 90;
/// The most words between a question word and its verb, as in `what kind of work should I …`.
const LONGEST_ASKED: usize = 4;

const PRONOUNS: &[&str] = &["he", "i", "it", "she", "there", "they", "we"];
const BEING: &[&str] = &["am", "are", "is", "was", "were"];
const POSSESSIVES: &[&str] = &["her", "his", "my", "our", "their"];
const ARTICLES: &[&str] = &["a", "an", "the"];
/// Words before a verb that do not change with it.
const ADVERBS: &[&str] =
    &["actually", "also", "always", "even", "finally", "just", "never", "often", "only", "really", "still"];
/// Words with which a subject goes on.
const CONTINUING: &[&str] = &["and", "at", "for", "from", "in", "of", "or", "to", "who", "with"];
/// Verbs after things, which a second noun might follow as well: `Will my job last?`, but `Will my job interview go well?`.
const VERBS: &[&str] = &[
    "arrive", "ask", "be", "become", "begin", "bring", "change", "come", "end", "feel", "finish", "get", "give", "go",
    "grow", "happen", "have", "help", "hold", "improve", "keep", "know", "last", "lead", "leave", "let", "like",
    "look", "love", "make", "mean", "mind", "move", "need", "open", "pass", "pay", "say", "see", "sell", "show",
    "start", "stay", "succeed", "survive", "take", "tell", "think", "trust", "turn", "want", "work",
];
/// Words after `my` that are no nouns.
const NO_NOUNS: &[&str] =
    &["current", "final", "first", "great", "last", "next", "only", "other", "real", "right", "same", "second", "true"];
/// Words after which a clause would not say the same, and those that speak to the cards.
const UNTOLD: &[&str] = &["cards", "or", "tarot", "universe", "you", "your", "yours"];
/// Words that only a question has.
const ASKING: &[&str] = &["any", "anybody", "anymore", "anyone", "anything", "anywhere", "either", "not", "yet"];

/// The clause of a question, if it is one with a subject and a verb in a known place.
pub(super) fn clause(words: &[Word<'_>]) -> Option<String> {
    let words = words.split(Option::is_none).map(|part| part.iter().flatten().copied().collect::<Vec<_>>());
    let mut asking = words.filter(|part| begins(part, QUESTION_WORDS) || begins(part, AUXILIARIES));
    let words = asking.find_map(|part| (3..=LONGEST).contains(&part.len()).then_some(part))?;
    let mut words = words.iter().flat_map(|word| parted(word)).collect::<Vec<_>>();
    if let [.., "or", "not"] = words[..] {
        words.truncate(words.len() - 2);
    }
    let lower = words.iter().map(|word| word.to_lowercase().replace('’', "'")).collect::<Vec<_>>();
    if lower.iter().any(|word| UNTOLD.contains(&word.as_str())) {
        return None;
    }
    let told = match QUESTION_WORDS.contains(&lower[0].as_str()) {
        true => asked(&words, &lower),
        false => claim(&words, &lower),
    }?;
    (told.len() <= LONGEST_TOLD).then_some(told)
}

fn begins(words: &[&str], known: &[&str]) -> bool {
    words.first().is_some_and(|first| known.contains(&first.to_lowercase().replace('’', "'").as_str()))
}

/// `what is` for `what's`.
fn parted(word: &str) -> Vec<&str> {
    match word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")) {
        Some(asking) if QUESTION_WORDS.contains(&asking.to_lowercase().as_str()) => vec![asking, "is"],
        _ => vec![word],
    }
}

/// `whether they will let you keep the garden`.
fn claim(words: &[&str], lower: &[String]) -> Option<String> {
    if lower.iter().any(|word| ASKING.contains(&word.as_str())) {
        return None;
    }
    let (subject, rest) = subject(words, lower, 1)?;
    let stated = stated(&lower[0], &lower[1], &words[rest..], &lower[rest..])?;
    (rest < words.len()).then(|| format!("whether {subject} {stated}"))
}

/// `why your sister does not call`, or `what helps you at work`.
fn asked(words: &[&str], lower: &[String]) -> Option<String> {
    let is_verb = |word: &String| AUXILIARIES.contains(&word.as_str()) || word.ends_with("n't");
    let Some(verb) = (1..lower.len().min(LONGEST_ASKED + 2)).find(|at| is_verb(&lower[*at])) else {
        let is_told = lower.len() > 2 && lower[1..lower.len() - 1].iter().any(|word| word.ends_with('s'));
        return (is_told && ["what", "which", "who"].contains(&lower[0].as_str())).then(|| told(words, lower));
    };
    let asks = told(&words[..verb], &lower[..verb]);
    if let Some((subject, rest)) = subject(words, lower, verb + 1) {
        let stated = stated(&lower[verb], &lower[verb + 1], &words[rest..], &lower[rest..])?;
        return Some(format!("{asks} {subject} {stated}").trim_end().to_owned());
    }
    let next = lower.get(verb + 1)?.as_str();
    let (being, last) = (BEING.contains(&lower[verb].as_str()), lower.last()?.as_str());
    if POSSESSIVES.contains(&next) || ARTICLES.contains(&next) {
        // `what the best way to begin is`
        let noun = &words[verb + 1..];
        let is_noun = !noun.iter().any(|word| word.ends_with("ing")) && !CONTINUING.contains(&last);
        return (being && is_noun).then(|| format!("{asks} {} {}", told(noun, &lower[verb + 1..]), lower[verb]));
    }
    // `what will happen`, `who is behind this`
    let asks_for_subject = verb == 1 && ["what", "who"].contains(&lower[0].as_str());
    let whole = lower.len() > if being { 3 } else { 2 };
    let unknown = ["did", "do", "does"].contains(&lower[verb].as_str())
        || ["that", "these", "this", "those"].contains(&next)
        || words[verb + 1].starts_with(char::is_uppercase);
    (asks_for_subject && whole && !unknown).then(|| told(words, lower))
}

/// The subject that begins here, as it is told, and where what follows it begins.
fn subject(words: &[&str], lower: &[String], start: usize) -> Option<(String, usize)> {
    let at = |at: usize| lower.get(at).map(String::as_str);
    let goes_on = |next: usize| at(next).is_some_and(|next| CONTINUING.contains(&next));
    let first = at(start)?;
    if PRONOUNS.contains(&first) {
        return (at(start + 1) != Some("and")).then(|| (told_to_the_querent(words[start]), start + 1));
    }
    let is_name = |at: usize| {
        words.get(at).is_some_and(|word| {
            word.starts_with(char::is_uppercase)
                && word.chars().skip(1).all(char::is_lowercase)
                && word.len() > 1
                && !NO_NAMES.contains(&lower[at].as_str())
        })
    };
    let named = (start..words.len()).take_while(|at| is_name(*at)).count();
    if named > 0 {
        let end = start + named;
        return (!goes_on(end) && end < words.len()).then(|| (words[start..end].join(" "), end));
    }
    if !POSSESSIVES.contains(&first) && !["the", "this"].contains(&first) {
        return None;
    }
    let noun = (start + 1..lower.len()).find(|next| !ADJECTIVES.contains(&lower[*next].as_str()))?;
    let next = at(noun + 1)?;
    let known = match at(noun)? {
        person if person == "ex" || PEOPLE.contains(&person) => {
            !is_known_noun(next) && !words[noun + 1].starts_with(char::is_uppercase)
        }
        thing => {
            // No bare verb follows `is`, and a noun that is not known might be an adjective before another.
            let being = BEING.contains(&lower[start - 1].as_str());
            let known = THINGS.contains(&thing);
            let is_word = thing.chars().all(char::is_alphabetic) && !NO_NOUNS.contains(&thing);
            let ends = ADVERBS.contains(&next) || next == "not" || noun + 2 == lower.len();
            (known && ends) || (is_word && !being && VERBS.contains(&next))
        }
    };
    (known && !goes_on(noun + 1)).then(|| (told(&words[start..=noun], &lower[start..=noun]), noun + 1))
}

/// What is stated of a subject: the verb, and what follows. The past of `did` is not known.
fn stated(verb: &str, subject: &str, words: &[&str], lower: &[String]) -> Option<String> {
    let verb = match (verb, subject) {
        ("am", _) => "are",
        ("was", "i") => "were",
        (verb, _) => verb,
    };
    let negated = lower.first().is_some_and(|first| first == "not");
    let rest = told(words, lower);
    match verb {
        "did" if !negated => None,
        "do" | "does" if !negated => {
            let at = lower.iter().position(|word| !ADVERBS.contains(&word.as_str()))?;
            let third = if verb == "does" { third_person(&lower[at]) } else { lower[at].clone() };
            let (before, after) = (told(&words[..at], &lower[..at]), told(&words[at + 1..], &lower[at + 1..]));
            Some([before, third, after].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
        }
        verb => Some(format!("{verb} {rest}").trim_end().to_owned()),
    }
}

/// `calls` for `call`.
fn third_person(verb: &str) -> String {
    let vowel = |sign: char| "aeiou".contains(sign);
    match verb {
        "have" => "has".to_owned(),
        "be" => "is".to_owned(),
        _ if verb.ends_with(['s', 'x', 'z', 'o']) || verb.ends_with("ch") || verb.ends_with("sh") => {
            format!("{verb}es")
        }
        _ => match verb.strip_suffix('y') {
            Some(stem) if !stem.ends_with(vowel) => format!("{stem}ies"),
            Some(_) | None => format!("{verb}s"),
        },
    }
}

/// Words as the querent is told them: names as they stand, and all else without `ever`.
fn told(words: &[&str], lower: &[String]) -> String {
    let mut told: Vec<String> = Vec::new();
    for (word, lower) in words.iter().zip(lower) {
        let of_querent = told.last().is_some_and(|before| before == "you");
        match lower.as_str() {
            "ever" => (),
            "was" if of_querent => told.push("were".to_owned()),
            asking if told.is_empty() && QUESTION_WORDS.contains(&asking) => told.push(lower.clone()),
            _ => told.push(told_to_the_querent(word)),
        }
    }
    told.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthesis::words::words_of;

    #[test]
    fn a_question_is_told_to_the_querent_as_a_clause() {
        for (question, told) in [
            ("Will they let us keep the garden?", "whether they will let you keep the garden"),
            ("Does she love me as I love her?", "whether she loves you as you love her"),
            ("Do I really need this?", "whether you really need this"),
            ("Am I ready for a child?", "whether you are ready for a child"),
            ("Was I wrong about him?", "whether you were wrong about him"),
            ("Should I move to New York in May?", "whether you should move to New York in May"),
            ("Will Anna call?", "whether Anna will call"),
            ("Will my boss relent?", "whether your boss will relent"),
            ("Will my job last?", "whether your job will last"),
            ("How long will the renovation take?", "how long the renovation will take"),
            ("What does the new year bring?", "what the new year brings"),
            ("How does my partner see our marriage?", "how your partner sees your marriage"),
            ("Will I ever find a flat?", "whether you will find a flat"),
            ("Is it too late to begin again?", "whether it is too late to begin again"),
            ("If I go, will I be happy there?", "whether you will be happy there"),
            ("Why does my sister not call?", "why your sister does not call"),
            ("Why don't they write back?", "why they don't write back"),
            ("Why am I always late?", "why you are always late"),
            ("How can I finish my thesis?", "how you can finish your thesis"),
            ("What does Ben think of me?", "what Ben thinks of you"),
            ("What helps me at work?", "what helps you at work"),
            ("What will happen next?", "what will happen next"),
            ("What is my next move?", "what your next move is"),
            ("What's the best way to begin?", "what the best way to begin is"),
            ("What kind of work should I look for?", "what kind of work you should look for"),
            ("What is my boss thinking of me?", "what your boss is thinking of you"),
            ("Should I go or not?", "whether you should go"),
            ("Who is behind this?", "who is behind this"),
            ("Who am I now?", "who you are now"),
            ("Where should we live?", "where you should live"),
            ("When will I hear from them?", "when you will hear from them"),
            ("How long will it take?", "how long it will take"),
        ] {
            assert_eq!(clause(&words_of(question)).as_deref(), Some(told), "{question}");
        }
    }

    #[test]
    fn what_is_not_plainly_understood_has_no_clause() {
        for question in [
            "",
            "My garden?",
            "Will you help me?",
            "Will my job interview go well?",
            "Will my sister in Rome call?",
            "Will Anna and Ben marry?",
            "Won't he call?",
            "Will he not call?",
            "Is there anything that I overlook?",
            "Did he lie?",
            "What about my work?",
            "What is love?",
            "What is my true calling about?",
            "Will my next move pay off?",
            "Will the old school friend of my mother call?",
        ] {
            assert_eq!(clause(&words_of(question)), None, "{question}");
        }
    }
}
