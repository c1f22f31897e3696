//! The vocabulary that care is recognised by, and how a text is compared with it.
//!
//! It is data: `english.txt` and `languages.txt` explain how they are written.

use std::{collections::HashMap, sync::LazyLock};

use super::{
    Care,
    words::{BREAK, beginnings, is_misspelled, is_starred, words},
};

/// Alternatives for one word of a pattern, by index.
type Choice = u16;

/// How many words on either side are neighbours.
const NEIGHBOURS: usize = 4;

/// A part of a pattern.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// One of these words.
    Word(Choice),
    /// One of these words or none.
    Maybe(Choice),
    /// Up to this many words of a sentence.
    Gap(u8),
    /// No word of these follows.
    Not(Choice),
}

/// What it means that a pattern is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Needs(Care),
    /// The words have another meaning here.
    Harmless,
}

#[derive(Debug)]
struct Pattern {
    parts: Vec<Part>,
    meaning: Meaning,
    /// A neighbour of these shows that the words mean something else.
    unless: Option<Choice>,
}

/// All patterns, by the words that they begin with.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    patterns: Vec<Pattern>,
    beginning_with: HashMap<Choice, Vec<usize>>,
    choices: HashMap<String, Choice>,
    whole: HashMap<String, Vec<Choice>>,
    stems: HashMap<String, Vec<Choice>>,
    sets: HashMap<String, String>,
    /// Words for other spellings of them, and for slang.
    spelled: HashMap<String, Vec<String>>,
    /// Long words that are recognised with one wrong letter.
    mistyped: Vec<String>,
}

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
    let mut vocabulary = Vocabulary::default();
    vocabulary.choice(BREAK).expect("the first choice");
    for file in [include_str!("english.txt"), include_str!("languages.txt")] {
        vocabulary.read(file).expect("the files are part of the program, and a test reads them");
    }
    vocabulary
});

/// A pattern, and the neighbours with which it means something else.
fn split_unless<'a>(text: &'a str, sign: &str) -> (&'a str, Option<&'a str>) {
    text.split_once(sign).map_or((text, None), |(pattern, unless)| (pattern, Some(unless)))
}

/// A pattern in which `b+c` is among alternatives, as one without it and one with `b c` in their place.
fn with_phrases_alone(pattern: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for word in pattern.split_whitespace() {
        let (phrases, words) = word.split('|').partition::<Vec<_>, _>(|word| word.contains('+'));
        let words = (!words.is_empty()).then(|| words.join("|"));
        let each = words.into_iter().chain(phrases.into_iter().map(|phrase| phrase.replace('+', " ")));
        let each = each.collect::<Vec<_>>();
        all = all.iter().flat_map(|before| each.iter().map(move |word| format!("{before} {word}"))).collect();
    }
    all
}

/// The gravest care that a text needs.
pub(super) fn care_of(text: &str) -> Option<Care> {
    VOCABULARY.care_of(text)
}

impl Vocabulary {
    /// Reads a file: sections of lines.
    fn read(&mut self, file: &str) -> Result<(), String> {
        let mut section = "";
        let lines = file.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        for line in lines {
            match (line.strip_prefix('['), section) {
                (Some(name), _) => section = name.trim_end_matches(']'),
                (None, "sets") => {
                    let (name, all) = line.split_once('=').ok_or_else(|| format!("no set: {line}"))?;
                    let all = all.split_whitespace().map(|word| self.expanded(word)).collect::<Result<Vec<_>, _>>()?;
                    self.sets.insert(name.trim().to_owned(), all.join("|"));
                }
                (None, "spellings") => {
                    let (written, meant) = line.split_once('=').ok_or_else(|| format!("no spelling: {line}"))?;
                    let meant = meant.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
                    self.spelled.extend(written.split('|').map(|word| (word.trim().to_owned(), meant.clone())));
                }
                (None, "mistyped") => self.mistyped.extend(line.split_whitespace().map(str::to_owned)),
                (None, name) => {
                    let kind = name.parse().ok().map(Meaning::Needs);
                    let meaning = kind.or_else(|| (name == "harmless").then_some(Meaning::Harmless));
                    let meaning = meaning.ok_or_else(|| format!("no section: {name}"))?;
                    let (patterns, all) = split_unless(line, " -- ");
                    for pattern in patterns.split(',') {
                        let (pattern, own) = split_unless(pattern, " - ");
                        for pattern in with_phrases_alone(pattern) {
                            self.add(&pattern, meaning, own.or(all))?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds a pattern.
    fn add(&mut self, line: &str, meaning: Meaning, unless: Option<&str>) -> Result<(), String> {
        let mut parts = Vec::new();
        for word in line.split_whitespace() {
            match (word.strip_prefix('_'), word.strip_prefix('!'), word.strip_suffix('?')) {
                (Some(gap), ..) => parts.push(Part::Gap(gap.parse().map_err(|_| format!("no gap: {line}"))?)),
                (_, Some(not), _) => parts.push(Part::Not(self.choice(not)?)),
                (.., Some(maybe)) => parts.push(Part::Maybe(self.choice(maybe)?)),
                (None, None, None) if word.is_ascii() || word.contains('|') => {
                    parts.push(Part::Word(self.choice(word)?));
                }
                // Of a script without spaces, each letter is a word.
                (None, None, None) => {
                    for letters in words(word.trim_end_matches('*')).into_iter().flatten().filter(|it| it != BREAK) {
                        let stem = if word.ends_with('*') { "*" } else { "" };
                        parts.push(Part::Word(self.choice(&format!("{letters}{stem}"))?));
                    }
                }
            }
        }
        let Some(Part::Word(first)) = parts.first() else { return Err(format!("it begins with no word: {line}")) };
        self.beginning_with.entry(*first).or_default().push(self.patterns.len());
        let unless =
            unless.map(|words| self.choice(&words.split_whitespace().collect::<Vec<_>>().join("|"))).transpose()?;
        self.patterns.push(Pattern { parts, meaning, unless });
        Ok(())
    }

    /// The index of alternatives: words, stems that end with a star, and names of sets.
    fn choice(&mut self, written: &str) -> Result<Choice, String> {
        if let Some(known) = self.choices.get(written) {
            return Ok(*known);
        }
        let all = self.expanded(written)?;
        let choice = Choice::try_from(self.choices.len()).map_err(|_| "too many alternatives".to_owned())?;
        self.choices.insert(written.to_owned(), choice);
        for word in all.split('|') {
            let (word, known) = match word.strip_suffix('*') {
                Some(stem) => (stem, &mut self.stems),
                None => (word, &mut self.whole),
            };
            let word = if word == BREAK { BREAK.to_owned() } else { words(word).concat().concat().replace(BREAK, "") };
            if word.is_empty() {
                return Err(format!("an empty word: {written}"));
            }
            known.entry(word).or_default().push(choice);
        }
        Ok(choice)
    }

    /// Alternatives with the words of the sets that they name.
    fn expanded(&self, written: &str) -> Result<String, String> {
        let word = |word: &str| match word.strip_prefix('@') {
            Some(set) => self.sets.get(set).cloned().ok_or_else(|| format!("no set: {word}")),
            None => Ok(word.to_owned()),
        };
        Ok(written.split('|').map(word).collect::<Result<Vec<_>, _>>()?.join("|"))
    }

    fn care_of(&self, text: &str) -> Option<Care> {
        let mut text = self.choices_in(text);
        let harmless = self.found(&text, |meaning| (meaning == Meaning::Harmless).then_some(()));
        let covered = harmless.flat_map(|((), places)| places).collect::<Vec<_>>();
        covered.into_iter().for_each(|place| text[place].clear());
        let needs = self.found(&text, |meaning| match meaning {
            Meaning::Needs(care) => Some(care),
            Meaning::Harmless => None,
        });
        needs.map(|(care, _)| care).min()
    }

    /// For each word of a text the alternatives that it is among.
    fn choices_in(&self, text: &str) -> Vec<Vec<Choice>> {
        let meant = |spellings: Vec<String>| match spellings.iter().find_map(|word| self.spelled.get(word)) {
            Some(meant) => meant.iter().map(|word| vec![word.clone()]).collect(),
            None => vec![spellings],
        };
        words(text).into_iter().flat_map(meant).map(|spellings| self.choices_of(&spellings)).collect()
    }

    fn choices_of(&self, spellings: &[String]) -> Vec<Choice> {
        let of = |word: &str| {
            let stems = beginnings(word).filter_map(|stem| self.stems.get(stem));
            stems.chain(self.whole.get(word)).flatten().copied().collect::<Vec<_>>()
        };
        let known = spellings.iter().flat_map(|word| of(word)).collect::<Vec<_>>();
        if !known.is_empty() {
            return known;
        }
        let word = spellings[0].as_str();
        if word.contains('*') {
            let known = self.whole.iter().filter(|(known, _)| is_starred(word, known));
            let long = self.mistyped.iter().filter(|known| is_starred(word, known));
            return known.flat_map(|(_, choices)| choices.clone()).chain(long.flat_map(|it| of(it))).collect();
        }
        let long = self.mistyped.iter().filter(|known| word.len() > 4 && is_misspelled(word, known));
        long.flat_map(|known| of(known)).collect()
    }

    /// The patterns of a kind that are found, with the places of their words.
    fn found<'a, K: 'a>(
        &'a self,
        text: &'a [Vec<Choice>],
        kind: fn(Meaning) -> Option<K>,
    ) -> impl Iterator<Item = (K, Vec<usize>)> + 'a {
        text.iter().enumerate().flat_map(move |(place, choices)| {
            let begin = choices.iter().filter_map(|choice| self.beginning_with.get(choice)).flatten();
            begin.filter_map(move |pattern| {
                let Pattern { parts, meaning, unless } = &self.patterns[*pattern];
                let kind = kind(*meaning)?;
                let mut places = Vec::new();
                let fits = self.fits(parts, text, place, &mut places);
                let otherwise = || unless.is_some_and(|unless| self.is_beside(unless, text, &places));
                (fits && !otherwise()).then_some((kind, places))
            })
        })
    }

    /// Whether one of these words is near the others, in their sentence.
    fn is_beside(&self, unless: Choice, text: &[Vec<Choice>], places: &[usize]) -> bool {
        let ends = self.choices.get(BREAK);
        let (first, last) = (places[0], places[places.len() - 1]);
        let within = |word: &&Vec<Choice>| ends.is_none_or(|end| !word.contains(end));
        let before = text[..first].iter().rev().take_while(within).take(NEIGHBOURS);
        let after = text[last + 1..].iter().take_while(within).take(NEIGHBOURS);
        before.chain(after).any(|word| word.contains(&unless))
    }

    /// Whether parts of a pattern are found from this place on, and at which places.
    fn fits(&self, parts: &[Part], text: &[Vec<Choice>], place: usize, places: &mut Vec<usize>) -> bool {
        let Some((part, rest)) = parts.split_first() else { return true };
        let is = |choice: &Choice| text.get(place).is_some_and(|choices| choices.contains(choice));
        match part {
            Part::Word(choice) => {
                places.push(place);
                let fits = is(choice) && self.fits(rest, text, place + 1, places);
                if !fits {
                    places.pop();
                }
                fits
            }
            Part::Maybe(choice) => {
                (is(choice) && self.fits(&[&[Part::Word(*choice)], rest].concat(), text, place, places))
                    || self.fits(rest, text, place, places)
            }
            Part::Not(choice) => !is(choice) && self.fits(rest, text, place, places),
            Part::Gap(most) => {
                let ends = self.choices.get(BREAK);
                let within = (0..=usize::from(*most)).take_while(|gap| {
                    *gap == 0
                        || text.get(place + gap - 1).is_some_and(|word| ends.is_none_or(|end| !word.contains(end)))
                });
                within.into_iter().any(|gap| self.fits(rest, text, place + gap, places))
            }
        }
    }
}
