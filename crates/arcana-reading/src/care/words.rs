//! Words as people type them: one spelling for many, however they are disguised.

use std::iter::once;

use unicode_normalization::UnicodeNormalization;

/// What a sentence begins and ends with, in place of a word.
pub(super) const BREAK: &str = ".";

/// The letters that digits and signs stand for within a word. A one may be an i or an l.
const SIGNS: [(char, &str); 10] = [
    ('0', "o"),
    ('1', "il"),
    ('3', "e"),
    ('4', "a"),
    ('5', "s"),
    ('7', "t"),
    ('@', "a"),
    ('$', "s"),
    ('!', "i"),
    ('|', "l"),
];

/// Letters of other scripts that look like Latin ones; they count as these beside Latin letters.
const LOOKALIKES: [(char, char); 18] = [
    ('а', 'a'),
    ('е', 'e'),
    ('о', 'o'),
    ('р', 'p'),
    ('с', 'c'),
    ('у', 'y'),
    ('х', 'x'),
    ('і', 'i'),
    ('ѕ', 's'),
    ('ԁ', 'd'),
    ('к', 'k'),
    ('м', 'm'),
    ('т', 't'),
    ('α', 'a'),
    ('ε', 'e'),
    ('ι', 'i'),
    ('κ', 'k'),
    ('ο', 'o'),
];

/// Letters that are typed in place of each other.
const SAME: [(char, char); 9] =
    [('ı', 'i'), ('đ', 'd'), ('ł', 'l'), ('ى', 'ي'), ('ی', 'ي'), ('ة', 'ه'), ('ہ', 'ه'), ('ھ', 'ه'), ('ک', 'ك')];

/// What an apostrophe abbreviates. That of a possessive stands for nothing.
const SHORT: [(&str, &str); 6] =
    [("n't", " not"), ("'ll", " will"), ("'m", " am"), ("'re", " are"), ("'ve", " have"), ("'d", " would")];

/// The words of a text in lower case, each with the spellings that it may be meant for, and [`BREAK`]s between sentences.
pub(super) fn words(text: &str) -> Vec<Vec<String>> {
    let mut words = vec![BREAK.to_owned()];
    let mut word = String::new();
    let text = plain(text);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let beside = letters.peek().copied().unwrap_or(' ');
        match letter {
            _ if stands_alone(letter) => {
                words.extend(finished(&mut word));
                words.push(letter.to_string());
            }
            _ if is_of_word(letter) => word.push(letter),
            '\'' | '@' | '$' | '!' | '*' | '|' if !word.is_empty() && (is_of_word(beside) || beside == '*') => {
                word.push(letter);
            }
            '@' | '$' if word.is_empty() && beside.is_ascii_alphabetic() => word.push(letter),
            _ => {
                words.extend(finished(&mut word));
                let ends = matches!(letter, '.' | '?' | '!' | ';' | ':' | '\n' | '…' | '。' | '؟' | '।' | '۔');
                if ends && !is_of_word(beside) {
                    words.push(BREAK.to_owned());
                }
            }
        }
    }
    words.extend(finished(&mut word));
    words.push(BREAK.to_owned());
    joined(words).iter().map(|word| spellings(word)).collect()
}

/// The text in lower case without accents, invisible characters and fonts of letters.
fn plain(text: &str) -> String {
    let lower = text.to_lowercase();
    let visible = lower.nfkd().filter(|sign| {
        !matches!(sign, '\u{300}'..='\u{36F}' | '\u{64B}'..='\u{65F}' | '\u{670}' | '\u{640}' | '\u{AD}' | '\u{180E}')
            && !matches!(sign, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}')
            && !matches!(sign, '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E007F}')
    });
    let same = |sign: char| match sign {
        '‘' | '’' | '‛' | 'ʼ' | '`' | '´' | 'ʹ' | '′' => '\'',
        _ => SAME.iter().find(|(other, _)| *other == sign).map_or(sign, |(_, letter)| *letter),
    };
    visible.nfc().map(same).collect()
}

/// Scripts of India have signs within words that are no letters.
fn is_of_word(sign: char) -> bool {
    sign.is_alphanumeric() || (matches!(sign, '\u{900}'..='\u{DFF}') && !matches!(sign, '।' | '॥'))
}

/// Is the letter of a script that leaves no space between words?
const fn stands_alone(letter: char) -> bool {
    matches!(letter, '\u{E00}'..='\u{E7F}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// The words that a written word is short for.
fn finished(word: &mut String) -> Vec<String> {
    let word = std::mem::take(word);
    let mut written = word.trim_matches('\'').to_owned();
    let short = if written == "can't" {
        Some(("'t", " not"))
    } else {
        SHORT.into_iter().find(|(end, _)| written.ends_with(end))
    };
    if let Some((end, meant)) = short {
        written = format!("{}{meant}", written.strip_suffix(end).unwrap_or_default());
    }
    let written = written.strip_suffix("'s").unwrap_or(&written).replace('\'', "");
    written.split_whitespace().map(str::to_owned).collect()
}

/// Letters that are spaced out are one word.
fn joined(words: Vec<String>) -> Vec<String> {
    let is_letter = |word: &String| word.len() == 1 && word.chars().all(|letter| letter.is_ascii_alphabetic());
    let mut all = Vec::with_capacity(words.len());
    for part in words.chunk_by(|one, next| is_letter(one) && is_letter(next)) {
        if part.len() > 2 { all.push(part.concat()) } else { all.extend_from_slice(part) }
    }
    all
}

/// A word, and what it may be meant for: with fewer of a letter that is repeated, with letters in place of signs.
fn spellings(word: &str) -> Vec<String> {
    let mut all = vec![word.to_owned()];
    let mixed = word.bytes().any(|byte| byte.is_ascii_alphabetic());
    if mixed && !word.is_ascii() {
        let latin =
            |sign: char| LOOKALIKES.iter().find(|(other, _)| *other == sign).map_or(sign, |(_, letter)| *letter);
        all.push(word.chars().map(latin).collect());
    }
    if mixed && word.chars().any(|sign| SIGNS.iter().any(|(other, _)| *other == sign)) {
        let read = |index: usize| {
            let letter = |sign: char| {
                let meant = SIGNS.iter().find(|(other, _)| *other == sign).map(|(_, letters)| *letters);
                meant.and_then(|letters| letters.chars().nth(index).or(letters.chars().next())).unwrap_or(sign)
            };
            word.chars().map(letter).collect::<String>()
        };
        all.extend([read(0), read(1)]);
    }
    let fewer = all.iter().flat_map(|word| [2, 1].map(|most| with_fewer(word, most))).collect::<Vec<_>>();
    let long = |word: &String| with_fewer(word, 2) != *word;
    if all.iter().any(long) {
        all.extend(fewer);
    }
    all.sort();
    all.dedup();
    all
}

/// The word with at most this many of a letter that is there three times or more in a row.
fn with_fewer(word: &str, most: usize) -> String {
    let letters = word.chars().collect::<Vec<_>>();
    let runs = letters.chunk_by(|one, next| one == next);
    runs.flat_map(|run| if run.len() > 2 { &run[..most] } else { run }).collect()
}

/// Whether two words differ in one letter: another, a missing or additional one, or two exchanged. The first is right.
pub(super) fn is_misspelled(written: &str, word: &str) -> bool {
    if written.as_bytes().first() != word.as_bytes().first() || written.len().abs_diff(word.len()) > 1 {
        return false;
    }
    let (one, other) = (written.chars().collect::<Vec<_>>(), word.chars().collect::<Vec<_>>());
    let same = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    if same == 0 || one.len().abs_diff(other.len()) > 1 {
        return false;
    }
    let (one, other) = (&one[same..], &other[same..]);
    match one.len().cmp(&other.len()) {
        std::cmp::Ordering::Less => one == &other[1..],
        std::cmp::Ordering::Greater => &one[1..] == other,
        std::cmp::Ordering::Equal => {
            let exchanged = one.len() > 1 && one[0] == other[1] && one[1] == other[0] && one[2..] == other[2..];
            one.is_empty() || one[1..] == other[1..] || exchanged
        }
    }
}

/// Whether the written word, some of whose letters are stars, can be this one: `s*icide`.
pub(super) fn is_starred(written: &str, word: &str) -> bool {
    let stars = written.matches('*').count();
    let fits = |(sign, letter): (char, char)| sign == '*' || sign == letter;
    stars * 3 <= written.len() + 1
        && written.chars().count() == word.chars().count()
        && written.chars().zip(word.chars()).all(fits)
        && !written.starts_with('*')
}

/// Every beginning of a word of two letters or more, and the whole.
pub(super) fn beginnings(word: &str) -> impl Iterator<Item = &str> {
    let ends = word.char_indices().map(|(at, _)| at).skip(2).chain(once(word.len()));
    ends.map(|end| &word[..end])
}
