//! The words of English that a question is understood by: `grammar.txt`, each of whose lines begins with a class.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use strum::EnumString;

/// A class of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumString)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Class {
    Adjective,
    Adverb,
    /// What is asked for where one wants to know what to do.
    Advice,
    /// Words with which a question begins, such as `why`.
    Asking,
    Auxiliary,
    /// Words by which a question in the present asks for what comes.
    Coming,
    Determiner,
    /// Last words of a question with `where` that asks for no place.
    Direction,
    /// Nouns that a question is not about.
    Empty,
    /// A verb with its past and its participle.
    Irregular,
    /// Words before a question within a sentence, as in `I wonder why …`.
    Knowing,
    /// Words with a capital that are no names.
    Nameless,
    Preposition,
    Pronoun,
    Verb,
}

struct Grammar {
    words: BTreeMap<Class, BTreeSet<&'static str>>,
    /// Verbs by each of their forms, but the one in `-ing`.
    verbs: BTreeMap<String, &'static str>,
    /// The pasts of irregular verbs.
    pasts: BTreeMap<&'static str, &'static str>,
    participles: BTreeSet<&'static str>,
}

static ENGLISH: LazyLock<Grammar> = LazyLock::new(|| load(include_str!("grammar.txt")));

fn load(file: &'static str) -> Grammar {
    let (mut words, mut verbs) = (BTreeMap::<_, BTreeSet<_>>::new(), BTreeMap::new());
    let (mut pasts, mut participles) = (BTreeMap::new(), BTreeSet::new());
    for line in file.lines() {
        let mut line = line.split(' ');
        let class = line.next().and_then(|class| class.parse().ok()).expect("each line begins with a class");
        let listed = line.collect::<Vec<_>>();
        match (class, &listed[..]) {
            (Class::Irregular, [verb, past, participle]) => {
                verbs.extend([*verb, *past, *participle].map(|form| (form.to_owned(), *verb)));
                verbs.insert(third_person(verb), *verb);
                pasts.insert(*verb, *past);
                participles.insert(*participle);
            }
            (Class::Verb, regular) => verbs.extend(regular.iter().flat_map(|verb| {
                [(*verb).to_owned(), third_person(verb), regular_past(verb)].map(|form| (form, *verb))
            })),
            (class, listed) => words.entry(class).or_default().extend(listed),
        }
    }
    Grammar { words, verbs, pasts, participles }
}

/// Is the word, in lower case, in this class?
pub(super) fn is(class: Class, word: &str) -> bool {
    ENGLISH.words.get(&class).is_some_and(|words| words.contains(word))
}

/// The verb of which this is a form: `call` for `calls` and `called`.
pub(super) fn verb_of(form: &str) -> Option<&'static str> {
    ENGLISH.verbs.get(form).copied()
}

/// Is it `gone` or `moved`?
pub(super) fn is_participle(word: &str) -> bool {
    ENGLISH.participles.contains(word) || word.ends_with("ed")
}

/// `called` for `call`, `went` for `go`.
pub(super) fn past(verb: &str) -> String {
    ENGLISH.pasts.get(verb).map_or_else(|| regular_past(verb), |past| (*past).to_owned())
}

fn regular_past(verb: &str) -> String {
    match (verb.ends_with('e'), stem_before_y(verb)) {
        (true, _) => format!("{verb}d"),
        (false, Some(stem)) => format!("{stem}ied"),
        (false, None) => format!("{verb}ed"),
    }
}

/// `calls` for `call`.
pub(super) fn third_person(verb: &str) -> String {
    match (verb, stem_before_y(verb)) {
        ("have", _) => "has".to_owned(),
        ("be", _) => "is".to_owned(),
        (_, Some(stem)) => format!("{stem}ies"),
        _ if verb.ends_with(['s', 'x', 'z', 'o']) || verb.ends_with("ch") || verb.ends_with("sh") => {
            format!("{verb}es")
        }
        _ => format!("{verb}s"),
    }
}

/// `tr` for `try`, but nothing for `play`.
fn stem_before_y(verb: &str) -> Option<&str> {
    verb.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']))
}
