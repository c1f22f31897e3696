//! Search for cards by properties and by words in their names and meanings.

use std::sync::OnceLock;

use super::{Language, SuitOrStars, Zone, texts::texts};
use arcana_engine::cards::{Card, Deck, PACK, Rank};

/// A search for cards; by default it matches all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardSearch {
    /// Words, each a prefix of a word in the card's name, keywords or meanings.
    pub words: SearchWords,
    /// A card that is found whatever its words are: the one that the words name.
    pub named: Option<Card>,
    /// Its suit.
    pub suit: Option<SuitOrStars>,
    /// Is it a trump?
    pub trump: Option<bool>,
    /// Its rank.
    pub rank: Option<Rank>,
    /// The deck whose names are searched.
    pub deck: Deck,
}

/// Words in lower case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchWords(Vec<String>);

impl SearchWords {
    /// Splits a text into words.
    pub fn of(text: &str) -> SearchWords {
        let text = text.to_lowercase();
        let words = text.split(|sign: char| !sign.is_alphanumeric());
        SearchWords(words.filter(|word| !word.is_empty()).map(str::to_owned).collect())
    }
}

/// The words of a card in lower case: each once, with a space before it.
struct CardWords(String);

impl CardWords {
    fn of(text: &str) -> CardWords {
        let SearchWords(mut words) = SearchWords::of(text);
        words.sort_unstable();
        words.dedup();
        CardWords(words.iter().flat_map(|word| [" ", word]).collect())
    }
}

impl CardSearch {
    /// The matching cards, in pack order.
    pub fn found(&self) -> impl Iterator<Item = Card> {
        let beginnings: Vec<String> = self.words.0.iter().map(|word| format!(" {word}")).collect();
        let has_words = move |index: usize| {
            beginnings.iter().all(|beginning| words_of_pack(self.deck)[index].0.contains(beginning.as_str()))
        };
        PACK.into_iter()
            .enumerate()
            .filter(move |(index, card)| self.fits(*card) && (has_words(*index) || self.named == Some(*card)))
            .map(|(_, card)| card)
    }

    fn fits(&self, card: Card) -> bool {
        self.suit.is_none_or(|suit| SuitOrStars::of(card) == suit)
            && self.trump.is_none_or(|trump| card.is_trump() == trump)
            && self.rank.is_none_or(|rank| card.rank() == Some(rank))
    }
}

/// The words of all cards in pack order, with the names of a deck: 0.1 MB, collected at the deck's first search.
fn words_of_pack(deck: Deck) -> &'static [CardWords] {
    static FORTUNES: OnceLock<Vec<CardWords>> = OnceLock::new();
    static WAITE_SMITH: OnceLock<Vec<CardWords>> = OnceLock::new();
    static THOTH: OnceLock<Vec<CardWords>> = OnceLock::new();
    static FRENCH: OnceLock<Vec<CardWords>> = OnceLock::new();
    let words = match deck {
        Deck::Fortunes => &FORTUNES,
        Deck::WaiteSmith => &WAITE_SMITH,
        Deck::Thoth => &THOTH,
        Deck::French => &FRENCH,
    };
    words.get_or_init(|| PACK.into_iter().map(|card| CardWords::of(&written(card, deck))).collect())
}

/// All texts of a card.
fn written(card: Card, deck: Deck) -> String {
    let texts = texts(Language::default()).card(card, deck);
    let mut written = vec![deck.card_name(card)];
    // A trump is also found by the names that it has in other decks, such as Lust for Strength.
    let other_names =
        [Deck::WaiteSmith, Deck::Thoth].map(|other| other.card_name(other.counterpart(deck.counterpart(card))));
    written.extend(other_names.into_iter().filter(|_| card.is_trump()));
    written.extend(deck.card_title(card).map(str::to_owned));
    for meaning in [&texts.well, &texts.ill] {
        written.extend(meaning.keywords.iter().cloned());
        written.extend(meaning.themes.iter().chain(&meaning.sentences).cloned());
        written.extend(Zone::ALL.into_iter().flat_map(|zone| meaning.advice.in_zone(zone)).cloned());
    }
    written.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(search: CardSearch) -> String {
        search.found().map(Card::id).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn filters_join() {
        assert_eq!(CardSearch::default().found().count(), 78);
        let queens = CardSearch { rank: Some(Rank::QUEEN), ..CardSearch::default() };
        assert_eq!(found(queens.clone()), "waqu cuqu swqu pequ");
        assert_eq!(found(CardSearch { suit: Some(SuitOrStars::Cups), ..queens.clone() }), "cuqu");
        assert_eq!(found(CardSearch { trump: Some(true), ..queens }), "");
        let majors = CardSearch { suit: Some(SuitOrStars::Stars), ..CardSearch::default() };
        assert_eq!(majors.found().count(), 22);
    }

    #[test]
    fn a_trump_is_found_by_its_name_in_any_deck() {
        let named = |text: &str, deck| {
            found(CardSearch { words: SearchWords::of(text), deck, trump: Some(true), ..CardSearch::default() })
        };
        for (text, waite_smith, thoth) in [
            ("lust", "ar08", "ar11"),
            ("strength", "ar08", "ar11"),
            ("adjustment", "ar11", "ar08"),
            ("magus", "ar01", "ar01"),
        ] {
            let found = [named(text, Deck::WaiteSmith), named(text, Deck::Fortunes), named(text, Deck::Thoth)];
            assert!(
                found[..2].iter().all(|ids| ids.contains(waite_smith)) && found[2].contains(thoth),
                "{text}: {found:?}"
            );
        }
    }

    #[test]
    fn words_match_prefixes_in_names_and_meanings() {
        let deck = Deck::WaiteSmith;
        let named = |text: &str| found(CardSearch { words: SearchWords::of(text), deck, ..CardSearch::default() });
        assert_eq!(named("Two CUPS zzz"), "");
        assert!(named("two of cups").split(' ').any(|card| card == "cu02"));
        assert!(named("magici").split(' ').any(|card| card == "ar01"));
        let ship = named("ship");
        assert!(ship.split(' ').any(|card| card == "wa02"), "{ship}");
        assert!(named("zzz").is_empty());
    }
}
