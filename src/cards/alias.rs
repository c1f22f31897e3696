//! Common names of cards in URLs and files: `the-fool`, `two-of-cups`, `princess-of-disks`.

use super::{Card, Deck, Rank, Suit};

/// Further names of suits, besides those of the decks.
const SUITS: [(&str, Suit); 15] = [
    ("wands", Suit::Wands),
    ("rods", Suit::Wands),
    ("staves", Suit::Wands),
    ("batons", Suit::Wands),
    ("clubs", Suit::Wands),
    ("cups", Suit::Cups),
    ("chalices", Suit::Cups),
    ("hearts", Suit::Cups),
    ("swords", Suit::Swords),
    ("spades", Suit::Swords),
    ("pentacles", Suit::Pentacles),
    ("coins", Suit::Pentacles),
    ("disks", Suit::Pentacles),
    ("discs", Suit::Pentacles),
    ("diamonds", Suit::Pentacles),
];

/// Names of the courts in all decks. `knight` is a different court in Thoth.
const COURTS: [(&str, Rank); 11] = [
    ("page", Rank::PAGE),
    ("herald", Rank::PAGE),
    ("princess", Rank::PAGE),
    ("jack", Rank::PAGE),
    ("knight", Rank::KNIGHT),
    ("prince", Rank::KNIGHT),
    ("cavalier", Rank::KNIGHT),
    ("queen", Rank::QUEEN),
    ("riga", Rank::QUEEN),
    ("king", Rank::KING),
    ("righ", Rank::KING),
];

/// Numbers as words.
const PIPS: [&str; 10] = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// Names of the trumps in all decks, without `the-`.
const TRUMPS: [(&str, u8); 36] = [
    ("fool", 0),
    ("magician", 1),
    ("magus", 1),
    ("high-priestess", 2),
    ("priestess", 2),
    ("popess", 2),
    ("empress", 3),
    ("emperor", 4),
    ("hierophant", 5),
    ("pope", 5),
    ("lovers", 6),
    ("lover", 6),
    ("chariot", 7),
    ("strength", 8),
    ("adjustment", 8),
    ("hermit", 9),
    ("wheel-of-fortune", 10),
    ("wheel", 10),
    ("fortune", 10),
    ("justice", 11),
    ("lust", 11),
    ("hanged-man", 12),
    ("death", 13),
    ("temperance", 14),
    ("art", 14),
    ("devil", 15),
    ("tower", 16),
    ("star", 17),
    ("moon", 18),
    ("sun", 19),
    ("judgement", 20),
    ("judgment", 20),
    ("last-judgement", 20),
    ("aeon", 20),
    ("world", 21),
    ("universe", 21),
];

/// The card with an id (`wa02`) or a common name in any deck (`the-fool`, `2-of-rods`, `trump-xxi`).
///
/// Case is ignored, `the-` is optional, and words may be separated by `-`, `_` or a space. The deck decides what
/// `knight-of-wands` is: `waki` in Thoth, otherwise `wakn`.
pub fn alias(text: &str, deck: Option<Deck>) -> Option<Card> {
    // No name is longer, so longer texts need not be copied.
    if text.len() > 40 {
        return None;
    }
    let name = text.trim().to_ascii_lowercase().replace([' ', '_'], "-");
    let name = name.strip_prefix("the-").unwrap_or(&name);
    name.parse().ok().or_else(|| trump(name)).or_else(|| minor(name, deck))
}

fn trump(name: &str) -> Option<Card> {
    let number = match name.split_once('-') {
        Some(("trump" | "major" | "star", number)) => (0..=21).find(|n| is_number(number, *n))?,
        _ => TRUMPS.iter().find(|(trump, _)| *trump == name)?.1,
    };
    Some(Card::trump(number))
}

fn minor(name: &str, deck: Option<Deck>) -> Option<Card> {
    let (rank, suit) = name.split_once("-of-")?;
    let suit = SUITS.iter().find(|(word, _)| *word == suit)?.1;
    Some(Card::minor(suit, court(rank, deck).or_else(|| pip(rank))?))
}

fn court(name: &str, deck: Option<Deck>) -> Option<Rank> {
    if (name, deck) == ("knight", Some(Deck::Thoth)) {
        return Some(Rank::KING);
    }
    COURTS.iter().find(|(word, _)| *word == name).map(|(_, rank)| *rank)
}

fn pip(name: &str) -> Option<Rank> {
    let value = (1..=10u8).find(|n| PIPS[*n as usize - 1] == name || is_number(name, *n))?;
    Rank::new(value)
}

/// Whether the text is this number, in Arabic or Roman digits.
fn is_number(text: &str, number: u8) -> bool {
    text == number.to_string() || (number > 0 && text == roman(number))
}

fn roman(number: u8) -> String {
    const ONES: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    "x".repeat(number as usize / 10) + ONES[number as usize % 10]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> Option<String> {
        alias(name, None).map(Card::id)
    }

    #[test]
    fn every_name_of_every_deck_is_an_alias_within_that_deck() {
        for deck in Deck::ALL {
            for card in crate::cards::PACK {
                let name = deck.card_name(card);
                let slug = name.to_lowercase().replace(' ', "-");
                assert_eq!(alias(&name, Some(deck)), Some(card), "{name} in {deck:?}");
                assert_eq!(alias(&slug, Some(deck)), Some(card), "{slug} in {deck:?}");
            }
        }
    }

    #[test]
    fn common_names_are_known() {
        for (name, card) in [
            ("the-fool", "ar00"),
            ("fool", "ar00"),
            ("The High Priestess", "ar02"),
            ("wheel-of-fortune", "ar10"),
            ("the_hanged_man", "ar12"),
            ("judgment", "ar20"),
            ("trump-xxi", "ar21"),
            ("trump-0", "ar00"),
            ("two-of-cups", "cu02"),
            ("10-of-swords", "sw10"),
            ("ix-of-swords", "sw09"),
            ("ace-of-coins", "peac"),
            ("page-of-pentacles", "pepa"),
            ("princess-of-disks", "pepa"),
            ("queen-of-wands", "waqu"),
            ("riga-of-cups", "cuqu"),
            ("jack-of-clubs", "wapa"),
            ("WA02", "wa02"),
        ] {
            assert_eq!(id(name).as_deref(), Some(card), "{name}");
        }
    }

    #[test]
    fn a_knight_is_the_highest_court_in_thoth_alone() {
        assert_eq!(id("knight-of-wands").as_deref(), Some("wakn"));
        assert_eq!(alias("knight-of-wands", Some(Deck::Fortunes)).map(Card::id).as_deref(), Some("wakn"));
        assert_eq!(alias("knight-of-wands", Some(Deck::Thoth)).map(Card::id).as_deref(), Some("waki"));
        assert_eq!(alias("prince-of-wands", Some(Deck::Thoth)).map(Card::id).as_deref(), Some("wakn"));
    }

    #[test]
    fn strength_and_justice_stay_where_their_own_decks_put_them() {
        assert_eq!((id("strength").as_deref(), id("justice").as_deref()), (Some("ar08"), Some("ar11")));
        assert_eq!((id("adjustment").as_deref(), id("lust").as_deref()), (Some("ar08"), Some("ar11")));
    }

    #[test]
    fn other_texts_name_no_card() {
        let long = "the-".repeat(50_000);
        for text in
            ["", "the-", "of", "-of-", "eleven-of-cups", "11-of-cups", "0-of-cups", "trump-22", "21", "é", &long]
        {
            assert_eq!(alias(text, None), None, "{}", &text[..text.len().min(20)]);
        }
    }
}
