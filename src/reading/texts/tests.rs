//! Properties of the card texts in every language.

use super::*;
use crate::cards::{Card, Deck, PACK, Suit};

fn languages() -> impl Iterator<Item = &'static Texts> {
    Language::ALL.into_iter().map(texts)
}

fn meanings(texts: &'static Texts) -> impl Iterator<Item = (Card, &'static Meaning)> {
    PACK.into_iter().flat_map(|card| {
        let texts = texts.card(card, Deck::Fortunes);
        [(card, &texts.well), (card, &texts.ill)]
    })
}

#[test]
fn there_are_texts_in_every_language() {
    assert!(Language::ALL.into_iter().all(|language| texts(language).language() == language));
}

#[test]
fn every_card_has_three_to_five_keywords_and_one_sentence_either_way() {
    for (card, meaning) in languages().flat_map(meanings) {
        assert!((3..=5).contains(&meaning.keywords.len()), "{card}");
        let mut different = meaning.keywords.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), meaning.keywords.len(), "{card}: {:?}", meaning.keywords);
        let sentence = &meaning.sentence;
        assert!(sentence.ends_with('.') && sentence.matches('.').count() == 1, "{card}: {sentence}");
        assert!(sentence.len() <= 90, "{card}: {sentence}");
        assert!(meaning.theme.starts_with(char::is_lowercase) && !meaning.theme.ends_with('.'), "{card}");
    }
}

#[test]
fn texts_of_a_language_are_unique() {
    for texts in languages() {
        let mut themes = meanings(texts).map(|(_, meaning)| &meaning.theme).collect::<Vec<_>>();
        let mut sentences = meanings(texts).map(|(_, meaning)| &meaning.sentence).collect::<Vec<_>>();
        for said in [&mut themes, &mut sentences] {
            said.sort_unstable();
            said.dedup();
            assert_eq!(said.len(), 156, "{:?}", texts.language());
        }
    }
}

#[test]
fn a_theme_fits_a_partners_place_as_well_as_the_querents() {
    for (card, meaning) in languages().flat_map(meanings) {
        let own = meaning.theme.split(' ').any(|word| ["you", "your", "yours"].contains(&word));
        assert!(!own, "{card}: {}", meaning.theme);
    }
}

#[test]
fn every_card_names_the_source_of_its_meaning() {
    for texts in languages() {
        for card in PACK {
            let source = &texts.card(card, Deck::Fortunes).source;
            assert_eq!(source, "after A. E. Waite, The Pictorial Key to the Tarot (1911)");
        }
    }
}

#[test]
fn in_thoth_the_meanings_of_strength_and_justice_go_with_their_names() {
    for texts in languages() {
        let card = |number, deck| texts.card(Card::trump(number), deck);
        assert_eq!(card(11, Deck::Thoth), card(8, Deck::WaiteSmith), "Lust");
        assert_eq!(card(8, Deck::Thoth), card(11, Deck::Fortunes), "Adjustment");
        assert_ne!(card(8, Deck::Thoth), card(8, Deck::Fortunes));
        let two = Card::minor(Suit::Wands, crate::cards::Rank::new(2).expect("a rank"));
        assert_eq!(texts.card(two, Deck::Thoth), texts.card(two, Deck::Fortunes));
    }
}

#[test]
fn for_thoth_the_sources_say_that_the_meanings_are_not_crowleys() {
    let texts = texts(Language::En);
    assert!(texts.about(Deck::Thoth).contains("the meanings are Waite's here too"));
    assert!(!texts.about(Deck::WaiteSmith).contains("Crowley"));
}
