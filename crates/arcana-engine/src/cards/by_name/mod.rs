//! The card that a text names: by its id, or as people and other programs write it (`docs/cards.md`).

mod refusal;
#[cfg(test)]
mod tests;
mod words;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

pub use self::refusal::Refusal;
use super::{Card, Deck, PACK, Rank, Suit};

/// Maximum length of a name, in bytes. No name is longer.
const LIMIT: usize = 80;

/// The signs between the words of a name, besides spaces of all kinds.
const SEPARATORS: [char; 15] = ['-', '_', '.', ',', ':', '/', '\\', '(', ')', '\'', '’', '–', '—', '‑', '·'];

/// The highest number of a minor card that is not a court.
const PIPS: u8 = 10;
/// The number of the king, where courts are counted on from the ten.
const COURTS: u8 = 14;

/// The numbers by which decks count the cards of strength and of justice: which is which depends on the deck.
const EXCHANGED: [u8; 2] = [8, 11];

/// The card that a text names in a deck.
///
/// A name is a meaning: `justice` and `adjustment` are the card of justice in every deck. Numbers are the deck's own,
/// and a name that decks use for different cards (`knight-of-cups`) is that of this deck. Case, accents and the kind of
/// separator do not count.
///
/// # Errors
/// If the text names no card, or may name several.
pub fn by_name(text: &str, deck: Deck) -> Result<Card, Refusal> {
    let name = plain(without_variant(text));
    if let Ok(card) = name.parse() {
        return Ok(card);
    }
    let mut readings = trumps(&name, deck);
    readings.extend(minors(&name, deck));
    readings.sort_unstable();
    readings.dedup();
    match readings.as_slice() {
        [] => Err(Refusal::unknown(&name, deck, known(deck))),
        [card] => Ok(*card),
        cards => Err(Refusal::ambiguous(cards, deck)),
    }
}

/// The names that an unknown one is compared with, and their cards: those of the deck and of Waite and Smith, and the
/// common ones of trumps.
fn known(deck: Deck) -> impl Iterator<Item = (String, Card)> {
    let names = [deck, Deck::WaiteSmith].into_iter().flat_map(|named| PACK.map(|card| named.card_name(card)));
    let names = names.chain(words::trumps().map(str::to_owned));
    names.filter_map(move |name| by_name(&name, deck).ok().map(|card| (name, card)))
}

/// An id of the Arcana Land deck specification without the artwork it chooses: `major_arcana.06:two_women`.
fn without_variant(text: &str) -> &str {
    text.split_once(':').filter(|(id, _)| id.contains("_arcana.")).map_or(text, |(id, _)| id)
}

/// The name in lower case, without accents, with one hyphen between words (also where a capital begins one: `TheFool`).
/// Empty for a text that cannot be a name.
fn plain(text: &str) -> String {
    let text = text.trim();
    if text.len() > LIMIT || text.starts_with(SEPARATORS) {
        return String::new();
    }
    let mut name = String::new();
    let mut before = '-';
    for sign in text.nfkd().filter(|sign| !is_combining_mark(*sign)) {
        let separates = sign.is_whitespace() || SEPARATORS.contains(&sign);
        if !name.is_empty() && !name.ends_with('-') && (separates || (before.is_lowercase() && sign.is_uppercase())) {
            name.push('-');
        }
        if !separates {
            name.extend(sign.to_lowercase());
        }
        before = sign;
    }
    name.trim_end_matches('-').to_owned()
}

/// The trumps that a name may mean: `the-fool`, `trump-viii`, `8`, `major-arcana-08`, `00-the-fool`, `strength-8`.
fn trumps(name: &str, deck: Deck) -> Vec<Card> {
    let named = name.strip_prefix("the-").unwrap_or(name);
    let without_word = words::BEFORE_TRUMPS.split(' ').find_map(|word| {
        let rest = named.strip_prefix(word)?;
        // A word that goes on is another one: `starling`.
        rest.starts_with(|sign: char| sign == '-' || sign.is_ascii_digit()).then(|| rest.trim_start_matches('-'))
    });
    let found = without_word.map_or_else(Vec::new, |rest| trump(rest, deck));
    if found.is_empty() { trump(named, deck) } else { found }
}

/// The trumps of a number, a name, or both. Two if these contradict each other.
fn trump(name: &str, deck: Deck) -> Vec<Card> {
    let (number, title) = apart(name);
    let named = words::trump(title, deck);
    match (number, named) {
        (Some(number), None) if title.is_empty() => numbered(number).into_iter().collect(),
        (Some(number), Some(card)) if !agree(number, card) => {
            numbered(number).map_or_else(Vec::new, |other| vec![other, card])
        }
        (Some(_) | None, named) => named.into_iter().collect(),
    }
}

fn numbered(number: u8) -> Option<Card> {
    (usize::from(number) < Card::TRUMPS).then(|| Card::trump(number))
}

/// Whether a number is one by which decks count the card. The Fool, who has none, is sometimes put behind all others.
fn agree(number: u8, card: Card) -> bool {
    let own = card.index() as u8;
    number == own
        || (EXCHANGED.contains(&number) && EXCHANGED.contains(&own))
        || (card == Card::FOOL && usize::from(number) == Card::TRUMPS)
}

/// The number before or behind a name, and the name.
fn apart(name: &str) -> (Option<u8>, &str) {
    let is_digit = |sign: char| sign.is_ascii_digit();
    let behind_digits = name.trim_start_matches(is_digit);
    let before_digits = name.trim_end_matches(is_digit);
    if behind_digits.len() < name.len() {
        let digits = &name[..name.len() - behind_digits.len()];
        return (Some(digits.parse().unwrap_or(u8::MAX)), behind_digits.trim_start_matches('-'));
    }
    if before_digits.len() < name.len() {
        return (Some(name[before_digits.len()..].parse().unwrap_or(u8::MAX)), before_digits.trim_end_matches('-'));
    }
    let (first, rest) = name.split_once('-').unwrap_or((name, ""));
    let (start, last) = name.rsplit_once('-').unwrap_or(("", name));
    match (roman(first), roman(last)) {
        (Some(number), _) => (Some(number), rest),
        (None, Some(number)) => (Some(number), start),
        (None, None) => (None, name),
    }
}

/// The minor cards that a name may mean: `two-of-cups`, `cups-02`, `minor-arcana-wands-ace`, `w3`, `kc`.
fn minors(name: &str, deck: Deck) -> Vec<Card> {
    let name = name.strip_prefix("the-").unwrap_or(name);
    let name = ["minor-arcana-", "minor-"].iter().find_map(|word| name.strip_prefix(word)).unwrap_or(name);
    let cards = |suit: Suit, ranks: Vec<Rank>| ranks.into_iter().map(move |rank| Card::minor(suit, rank));
    let mut found: Vec<Card> = codes(name, deck).into_iter().flat_map(|(suit, ranks)| cards(suit, ranks)).collect();
    let ids = Suit::ALL.map(|suit| (suit.id(), suit));
    for (word, suit) in words::suits().chain(ids) {
        if let Some(rest) = name.strip_prefix(word) {
            found.extend(cards(suit, behind_suit(rest, deck)));
        }
    }
    for (word, suit) in words::suits() {
        if let Some(rest) = name.strip_suffix(word) {
            found.extend(cards(suit, before_suit(rest, deck)));
        }
    }
    found
}

/// The suit and ranks of a code with one letter for the suit: `c10`, `3w`, `ck`, `q-s`, `koc`.
fn codes(name: &str, deck: Deck) -> Vec<(Suit, Vec<Rank>)> {
    let code = name.replace('-', "");
    let ranks = |code: &str, most: u8| match value(code) {
        Some(value) => ranks_of(value, most),
        None if code.len() == 1 || code == Rank::KNIGHT.id() => words::ranks(code, deck),
        None => Vec::new(),
    };
    let (first, last) = (code.chars().next(), code.chars().next_back());
    let suit_first =
        first.and_then(|letter| Some((words::suit(letter, deck)?, ranks(&code[letter.len_utf8()..], COURTS))));
    let suit_last = last.and_then(|letter| {
        let rank = &code[..code.len() - letter.len_utf8()];
        Some((words::suit(letter, deck)?, ranks(rank.strip_suffix('o').unwrap_or(rank), PIPS)))
    });
    suit_first.into_iter().chain(suit_last).collect()
}

/// The ranks behind a suit: `-ace`, `02`, `-iv`, `-01-ace`; courts continue after the ten.
fn behind_suit(text: &str, deck: Deck) -> Vec<Rank> {
    let rank = text.trim_start_matches('-');
    let word = rank.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let (digits, word) = (&rank[..rank.len() - word.len()], word.trim_start_matches('-'));
    let counted = value(digits).map_or_else(Vec::new, |value| ranks_of(value, COURTS));
    match (digits, word) {
        (_, "") => counted,
        ("", word) if text.starts_with('-') => spelled(word, deck),
        // A letter by itself means a court only where it stands apart.
        ("", word) if word.len() == 1 => Vec::new(),
        ("", word) => words::ranks(word, deck),
        (_, word) => {
            let named = words::ranks(word, deck);
            if named.is_empty() || counted.is_empty() { Vec::new() } else { [named, counted].concat() }
        }
    }
}

/// The ranks before a suit: `ace-of-`, `2-`, `iv-of-`, `knightof`.
fn before_suit(text: &str, deck: Deck) -> Vec<Rank> {
    let rank = text.trim_end_matches('-');
    let rank = rank.strip_suffix("of").unwrap_or(rank);
    let rank = rank.trim_end_matches('-');
    value(rank).map_or_else(|| spelled(rank, deck), |value| ranks_of(value, PIPS))
}

/// The ranks of a word or of a Roman number.
fn spelled(word: &str, deck: Deck) -> Vec<Rank> {
    roman(word).map_or_else(|| words::ranks(word, deck), |value| ranks_of(value, PIPS))
}

fn ranks_of(value: u8, most: u8) -> Vec<Rank> {
    Rank::new(value).filter(|_| value <= most).into_iter().collect()
}

/// The number that Arabic digits write.
fn value(digits: &str) -> Option<u8> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// The number that Roman digits write, up to that of the last trump.
fn roman(digits: &str) -> Option<u8> {
    let card =
        PACK.into_iter().skip(1).find(|card| card.roman().is_some_and(|own| own.eq_ignore_ascii_case(digits)))?;
    card.number()
}
