//! The words by which people and programs name suits, ranks and trumps (`docs/cards.md`).

use crate::cards::{Card, Deck, Rank, Suit};

/// The words for suits, in every deck.
pub const SUITS: [(&str, Suit); 36] = [
    ("wands", Suit::Wands),
    ("wand", Suit::Wands),
    ("rods", Suit::Wands),
    ("rod", Suit::Wands),
    ("staves", Suit::Wands),
    ("staffs", Suit::Wands),
    ("stave", Suit::Wands),
    ("staff", Suit::Wands),
    ("batons", Suit::Wands),
    ("baton", Suit::Wands),
    ("sceptres", Suit::Wands),
    ("scepters", Suit::Wands),
    ("clubs", Suit::Wands),
    ("club", Suit::Wands),
    ("cups", Suit::Cups),
    ("cup", Suit::Cups),
    ("chalices", Suit::Cups),
    ("chalice", Suit::Cups),
    ("hearts", Suit::Cups),
    ("heart", Suit::Cups),
    ("swords", Suit::Swords),
    ("sword", Suit::Swords),
    ("spades", Suit::Swords),
    ("spade", Suit::Swords),
    ("pentacles", Suit::Pentacles),
    ("pentacle", Suit::Pentacles),
    ("pents", Suit::Pentacles),
    ("coins", Suit::Pentacles),
    ("coin", Suit::Pentacles),
    ("disks", Suit::Pentacles),
    ("disk", Suit::Pentacles),
    ("discs", Suit::Pentacles),
    ("disc", Suit::Pentacles),
    ("deniers", Suit::Pentacles),
    ("diamonds", Suit::Pentacles),
    ("diamond", Suit::Pentacles),
];

/// The words for ranks, in every deck. `knight` is another court in Thoth.
const RANKS: [(&str, u8); 31] = [
    ("ace", 1),
    ("one", 1),
    ("ac", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("page", 11),
    ("princess", 11),
    ("herald", 11),
    ("knave", 11),
    ("valet", 11),
    ("jack", 11),
    ("pa", 11),
    ("knight", 12),
    ("prince", 12),
    ("cavalier", 12),
    ("chevalier", 12),
    ("kn", 12),
    ("queen", 13),
    ("riga", 13),
    ("qu", 13),
    ("king", 14),
    ("righ", 14),
    ("ki", 14),
    ("a", 1),
];

/// The words for trumps, without `the` and separators: the numbers are those of Waite and Smith.
pub const TRUMPS: [(&str, u8); 52] = [
    ("fool", 0),
    ("madman", 0),
    ("mat", 0),
    ("magician", 1),
    ("magus", 1),
    ("juggler", 1),
    ("bateleur", 1),
    ("highpriestess", 2),
    ("priestess", 2),
    ("popess", 2),
    ("papess", 2),
    ("papesse", 2),
    ("femalepope", 2),
    ("empress", 3),
    ("emperor", 4),
    ("hierophant", 5),
    ("highpriest", 5),
    ("pope", 5),
    ("lovers", 6),
    ("lover", 6),
    ("chariot", 7),
    ("strength", 8),
    ("fortitude", 8),
    ("force", 8),
    ("lust", 8),
    ("hermit", 9),
    ("wheeloffortune", 10),
    ("wheel", 10),
    ("fortune", 10),
    ("justice", 11),
    ("adjustment", 11),
    ("hangedman", 12),
    ("hangingman", 12),
    ("hangman", 12),
    ("traitor", 12),
    ("death", 13),
    ("temperance", 14),
    ("art", 14),
    ("devil", 15),
    ("tower", 16),
    ("lightningstrucktower", 16),
    ("houseofgod", 16),
    ("star", 17),
    ("moon", 18),
    ("sun", 19),
    ("judgement", 20),
    ("judgment", 20),
    ("lastjudgement", 20),
    ("lastjudgment", 20),
    ("aeon", 20),
    ("world", 21),
    ("universe", 21),
];

/// What may stand before the number or name of a trump, the longer before what they begin with.
pub const BEFORE_TRUMPS: [&str; 13] = [
    "major-arcana",
    "major-arcanum",
    "majors",
    "major",
    "maj",
    "arcanum",
    "arcana",
    "trumps",
    "trump",
    "stars",
    "star",
    "ar",
    "m",
];

/// The ranks that a word means in a deck.
pub fn ranks(word: &str, deck: Deck) -> Vec<Rank> {
    match (word, deck) {
        ("knight", Deck::Thoth) => vec![Rank::KING],
        _ => {
            let found = RANKS.iter().find(|(known, _)| *known == word).and_then(|(_, value)| Rank::new(*value));
            found.map_or_else(|| letter(word, deck), |rank| vec![rank])
        }
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
    let (_, number) = TRUMPS.iter().find(|(known, _)| *known == word)?;
    Some(deck.counterpart(Card::trump(*number)))
}
