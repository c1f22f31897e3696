//! The words by which people and programs name suits, ranks and trumps (`docs/cards.md`).

use crate::cards::{Card, Deck, Rank, Suit};

/// The words for each suit, in every deck.
const SUITS: [&str; Suit::ALL.len()] = [
    "wands wand rods rod staves staffs stave staff batons baton sceptres scepters clubs club",
    "cups cup chalices chalice hearts heart",
    "swords sword spades spade",
    "pentacles pentacle pents coins coin disks disk discs disc deniers diamonds diamond",
];

/// The words for each rank, in every deck. `knight` is another court in Thoth.
const RANKS: [&str; Rank::ALL.len()] = [
    "ace one ac a",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "page princess herald knave valet jack pa",
    "knight prince cavalier chevalier kn",
    "queen riga qu",
    "king righ ki",
];

/// The words for each trump, without `the` and separators: the numbers are those of Waite and Smith.
const TRUMPS: [&str; Card::TRUMPS] = [
    "fool madman mat",
    "magician magus juggler bateleur",
    "highpriestess priestess popess papess papesse femalepope",
    "empress",
    "emperor",
    "hierophant highpriest pope",
    "lovers lover",
    "chariot",
    "strength fortitude force lust",
    "hermit",
    "wheeloffortune wheel fortune",
    "justice adjustment",
    "hangedman hangingman hangman traitor",
    "death",
    "temperance art",
    "devil",
    "tower lightningstrucktower houseofgod",
    "star",
    "moon",
    "sun",
    "judgement judgment lastjudgement lastjudgment aeon",
    "world universe",
];

/// The words for suits, each with its suit.
pub fn suits() -> impl Iterator<Item = (&'static str, Suit)> {
    Suit::ALL.into_iter().zip(SUITS).flat_map(|(suit, words)| words.split(' ').map(move |word| (word, suit)))
}

/// The words for trumps.
pub fn trumps() -> impl Iterator<Item = &'static str> {
    TRUMPS.into_iter().flat_map(|words| words.split(' '))
}

/// The place of the line that has this word.
fn place(lines: &[&str], word: &str) -> Option<usize> {
    lines.iter().position(|words| words.split(' ').any(|known| known == word))
}

/// What may stand before the number or name of a trump, the longer before what they begin with.
pub const BEFORE_TRUMPS: &str =
    "major-arcana major-arcanum majors major maj arcanum arcana trumps trump stars star ar m";

/// The ranks that a word means in a deck.
pub fn ranks(word: &str, deck: Deck) -> Vec<Rank> {
    match (word, deck) {
        ("knight", Deck::Thoth) => vec![Rank::KING],
        _ => place(&RANKS, word).map_or_else(|| letter(word, deck), |place| vec![Rank::ALL[place]]),
    }
}

/// The courts that one letter means in a deck: K, Q, N (knight) and P (page) as usual, and the initials of the deck's
/// own courts. Two of them begin alike in Thoth and in the Fortunes deck.
fn letter(letter: &str, deck: Deck) -> Vec<Rank> {
    match (letter, deck) {
        ("k", _) | ("n", Deck::Thoth) => vec![Rank::KING],
        ("q", _) => vec![Rank::QUEEN],
        ("n", _) | ("c", Deck::French) => vec![Rank::KNIGHT],
        ("p", Deck::Thoth) => vec![Rank::PAGE, Rank::KNIGHT],
        ("r", Deck::Fortunes) => vec![Rank::QUEEN, Rank::KING],
        ("p" | "j", _) | ("h", Deck::Fortunes) => vec![Rank::PAGE],
        _ => Vec::new(),
    }
}

/// The suit that one letter means in a deck.
pub fn suit(letter: char, deck: Deck) -> Option<Suit> {
    match (letter, deck) {
        ('c', Deck::French) | ('w' | 'b', _) => Some(Suit::Wands),
        ('c' | 'h', _) => Some(Suit::Cups),
        ('s', _) => Some(Suit::Swords),
        ('p' | 'd', _) => Some(Suit::Pentacles),
        _ => None,
    }
}

/// The trump that a word means in a deck.
pub fn trump(word: &str, deck: Deck) -> Option<Card> {
    // As in `the-fool`, and in lists `fool-the`.
    let word = word.strip_suffix("-the").unwrap_or(word).replace('-', "");
    let word = word.strip_prefix("the").unwrap_or(&word);
    place(&TRUMPS, word).map(|number| deck.counterpart(Card::trump(number as u8)))
}
