//! The languages of readings, with their grammar: articles, numbers, plurals.

use arcana_engine::cards::{Card, Deck};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A language of readings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReadingLanguage)]
pub enum Language {
    /// English.
    #[default]
    En,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 1] = [Language::En];

    /// The language's tag, as in `en`.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::En => "en",
        }
    }

    /// A card's name within a sentence, as in `the Two of Wands`, `the Fool`, but `Death`.
    pub fn card_within_sentence(self, card: Card, deck: Deck) -> String {
        let name = deck.card_name(card);
        match (self, name.strip_prefix("The ")) {
            (Language::En, Some(rest)) => format!("the {rest}"),
            (Language::En, None) if name.contains(" of ") => format!("the {name}"),
            (Language::En, None) => name,
        }
    }

    /// A card's name within a sentence with how it lies, as in `the reversed Two of Wands` or `reversed Death`.
    pub fn lying_card(self, card: Card, deck: Deck, lies: Option<&str>) -> String {
        let name = self.card_within_sentence(card, deck);
        match (self, lies, name.strip_prefix("the ")) {
            (Language::En, None, _) => name,
            (Language::En, Some(lies), Some(rest)) => format!("the {lies} {rest}"),
            (Language::En, Some(lies), None) => format!("{lies} {name}"),
        }
    }

    /// A number in words; in digits from twenty on.
    pub fn count(self, number: u8) -> String {
        match self {
            Language::En => {
                ENGLISH_NUMBERS.get(number as usize).map_or_else(|| number.to_string(), |word| (*word).to_owned())
            }
        }
    }

    /// An ordinal number, as in `2nd`.
    pub fn ordinal(self, number: u8) -> String {
        let ending = match (self, number % 10, number % 100) {
            (Language::En, _, 11..=13) => "th",
            (Language::En, 1, _) => "st",
            (Language::En, 2, _) => "nd",
            (Language::En, 3, _) => "rd",
            (Language::En, ..) => "th",
        };
        format!("{number}{ending}")
    }

    /// A list within a sentence, as in `the Self, the Astral and the House of Magic`.
    pub fn list(self, things: &[&str]) -> String {
        match self {
            Language::En => joined(things, "and"),
        }
    }

    /// A list of which any is meant, as in `the Self, the Astral or the House of Magic`.
    pub fn list_or(self, things: &[&str]) -> String {
        match self {
            Language::En => joined(things, "or"),
        }
    }

    /// The plural of a rank, as in `Kings`, `Sixes`, `Princesses`.
    pub fn several(self, rank: &str) -> String {
        match self {
            Language::En if rank.ends_with(['s', 'x']) => format!("{rank}es"),
            Language::En => format!("{rank}s"),
        }
    }

    /// A part of all cards, as in `five of the nine cards`, or `all nine cards`.
    pub fn part(self, cards: u8, total: u8) -> String {
        match self {
            Language::En if cards == total => format!("all {} cards", self.count(total)),
            Language::En => format!("{} of the {} cards", self.count(cards), self.count(total)),
        }
    }
}

/// The things, with a word before the last.
fn joined(things: &[&str], word: &str) -> String {
    match things {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

const ENGLISH_NUMBERS: [&str; 20] = [
    "none",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

#[cfg(test)]
mod tests {
    use super::*;
    use arcana_engine::cards::Rank;

    #[test]
    fn cards_have_their_articles_within_a_sentence() {
        let named = |id: &str, deck| Language::En.card_within_sentence(id.parse().expect("a card"), deck);
        assert_eq!(named("wa02", Deck::Fortunes), "the Two of Wands");
        assert_eq!(named("ar00", Deck::Fortunes), "the Fool");
        assert_eq!(named("ar10", Deck::WaiteSmith), "the Wheel of Fortune");
        assert_eq!(named("ar10", Deck::Thoth), "Fortune");
        assert_eq!(named("ar13", Deck::Thoth), "Death");
        assert_eq!(named("ar20", Deck::Thoth), "the Aeon");
        assert_eq!(named("pepa", Deck::Thoth), "the Princess of Disks");
    }

    #[test]
    fn a_card_that_is_not_upright_says_so_within_its_name() {
        let lying = |id: &str, lies| Language::En.lying_card(id.parse().expect("a card"), Deck::WaiteSmith, lies);
        assert_eq!(lying("wa02", Some("reversed")), "the reversed Two of Wands");
        assert_eq!(lying("ar13", Some("turned")), "turned Death");
        assert_eq!(lying("ar00", None), "the Fool");
    }

    #[test]
    fn ordinals_have_their_endings() {
        assert_eq!(
            [1, 2, 3, 4, 11, 12, 13, 21].map(|number| Language::En.ordinal(number)),
            ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st"]
        );
    }

    #[test]
    fn numbers_are_words() {
        assert_eq!(
            (Language::En.count(1).as_str(), Language::En.count(19).as_str(), Language::En.count(20).as_str()),
            ("one", "nineteen", "20")
        );
    }

    #[test]
    fn several_things_are_listed_with_a_word_before_the_last() {
        assert_eq!(Language::En.list(&["the Self"]), "the Self");
        assert_eq!(Language::En.list(&["the Self", "the Astral"]), "the Self and the Astral");
        assert_eq!(Language::En.list(&["hopes", "fears", "allies"]), "hopes, fears and allies");
        assert_eq!(
            (Language::En.list_or(&["hopes"]).as_str(), Language::En.list_or(&["hopes", "fears"]).as_str()),
            ("hopes", "hopes or fears")
        );
    }

    #[test]
    fn every_rank_of_every_deck_has_a_plural() {
        let plurals = |deck: Deck, ranks: &[Rank]| {
            ranks.iter().map(|rank| Language::En.several(deck.rank_name(*rank))).collect::<Vec<_>>()
        };
        let courts = [Rank::PAGE, Rank::KNIGHT, Rank::QUEEN, Rank::KING];
        assert_eq!(plurals(Deck::Thoth, &courts), ["Princesses", "Princes", "Queens", "Knights"]);
        assert_eq!(plurals(Deck::Fortunes, &courts), ["Heralds", "Knights", "Rigas", "Righs"]);
        assert_eq!(
            plurals(Deck::WaiteSmith, &Rank::ALL[..10]),
            ["Aces", "Twos", "Threes", "Fours", "Fives", "Sixes", "Sevens", "Eights", "Nines", "Tens"]
        );
    }

    #[test]
    fn a_part_of_the_cards_may_be_all_of_them() {
        assert_eq!(
            (Language::En.part(5, 9).as_str(), Language::En.part(3, 3).as_str()),
            ("five of the nine cards", "all three cards")
        );
    }
}
