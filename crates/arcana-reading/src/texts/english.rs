//! English grammar: articles, numbers, plurals.

use arcana_engine::cards::{Card, Deck};

const NUMBERS: [&str; 20] = [
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

/// `the Two of Wands`, `the Fool`, `the Wheel of Fortune`, but `Death`.
pub(super) fn card(card: Card, deck: Deck) -> String {
    let name = deck.card_name(card);
    match name.strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None if name.contains(" of ") => format!("the {name}"),
        None => name,
    }
}

/// `nine`; digits from twenty on.
pub(super) fn count(number: u8) -> String {
    NUMBERS.get(number as usize).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// `1st`, `2nd`, `11th`.
pub(super) fn ordinal(number: u8) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// `the Self, the Astral and the House of Magic`.
pub(super) fn list(things: &[&str]) -> String {
    joined(things, "and")
}

/// `the Self, the Astral or the House of Magic`.
pub(super) fn list_or(things: &[&str]) -> String {
    joined(things, "or")
}

fn joined(things: &[&str], word: &str) -> String {
    match things {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// Plural of a name: `Kings`, `Sixes`, `Princesses`.
pub(super) fn several(name: &str) -> String {
    let ending = if name.ends_with(['s', 'x']) { "es" } else { "s" };
    format!("{name}{ending}")
}

/// `five of the nine cards`, `all nine cards`.
pub(super) fn part(cards: u8, total: u8) -> String {
    if cards == total {
        format!("all {} cards", count(total))
    } else {
        format!("{} of the {} cards", count(cards), count(total))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arcana_engine::cards::Rank;

    #[test]
    fn cards_have_their_articles_within_a_sentence() {
        let named = |id: &str, deck| card(id.parse().expect("a card"), deck);
        assert_eq!(named("wa02", Deck::Fortunes), "the Two of Wands");
        assert_eq!(named("ar00", Deck::Fortunes), "the Fool");
        assert_eq!(named("ar10", Deck::WaiteSmith), "the Wheel of Fortune");
        assert_eq!(named("ar10", Deck::Thoth), "Fortune");
        assert_eq!(named("ar13", Deck::Thoth), "Death");
        assert_eq!(named("ar20", Deck::Thoth), "the Aeon");
        assert_eq!(named("pepa", Deck::Thoth), "the Princess of Disks");
    }

    #[test]
    fn ordinals_have_their_endings() {
        assert_eq!(
            [1, 2, 3, 4, 11, 12, 13, 21].map(ordinal),
            ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st"]
        );
    }

    #[test]
    fn numbers_are_words() {
        assert_eq!((count(1).as_str(), count(19).as_str(), count(20).as_str()), ("one", "nineteen", "20"));
    }

    #[test]
    fn several_things_are_listed_with_a_word_before_the_last() {
        assert_eq!(list(&["the Self"]), "the Self");
        assert_eq!(list(&["the Self", "the Astral"]), "the Self and the Astral");
        assert_eq!(list(&["hopes", "fears", "allies"]), "hopes, fears and allies");
        assert_eq!((list_or(&["hopes"]).as_str(), list_or(&["hopes", "fears"]).as_str()), ("hopes", "hopes or fears"));
    }

    #[test]
    fn every_rank_of_every_deck_has_a_plural() {
        let plurals =
            |deck: Deck, ranks: &[Rank]| ranks.iter().map(|rank| several(deck.rank_name(*rank))).collect::<Vec<_>>();
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
        assert_eq!((part(5, 9).as_str(), part(3, 3).as_str()), ("five of the nine cards", "all three cards"));
    }
}
