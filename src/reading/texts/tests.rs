use super::*;
use crate::cards::Suit;

fn english() -> &'static Texts {
    texts(TextsVersion::V1, Language::En)
}

fn meanings() -> impl Iterator<Item = (Card, &'static Meaning)> {
    english().cards.iter().flat_map(|(card, texts)| [(*card, &texts.well), (*card, &texts.ill)])
}

#[test]
fn every_version_in_every_language_is_there_and_says_so() {
    for version in TextsVersion::ALL {
        for language in Language::ALL {
            let texts = texts(version, language);
            assert_eq!((texts.version(), texts.language()), (version, language));
            assert_eq!(TextsVersion::from_number(version.number()), Some(version));
        }
    }
    assert_eq!(TextsVersion::from_number(0), None);
    assert_eq!(TextsVersion::from_number(2), None);
}

#[test]
fn every_card_has_three_to_five_keywords_and_one_sentence_either_way() {
    assert_eq!(english().cards.len(), 78);
    for (card, meaning) in meanings() {
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
fn no_two_cards_say_the_same() {
    let mut themes = meanings().map(|(_, meaning)| &meaning.theme).collect::<Vec<_>>();
    let mut sentences = meanings().map(|(_, meaning)| &meaning.sentence).collect::<Vec<_>>();
    for said in [&mut themes, &mut sentences] {
        said.sort_unstable();
        said.dedup();
        assert_eq!(said.len(), 156);
    }
}

#[test]
fn a_theme_fits_a_partners_place_as_well_as_the_querents() {
    for (card, meaning) in meanings() {
        let own = meaning.theme.split(' ').any(|word| ["you", "your", "yours"].contains(&word));
        assert!(!own, "{card}: {}", meaning.theme);
    }
}

#[test]
fn every_card_names_the_source_of_its_meaning() {
    for texts in english().cards.values() {
        assert_eq!(texts.source, "after A. E. Waite, The Pictorial Key to the Tarot (1911)");
    }
}

#[test]
fn places_are_told_differently_well_ill_and_empty() {
    let slots = Slots { card: "the Fool", theme: "trust", ..Slots::default() };
    for place in Place::ALL {
        let told = english().place(place);
        let (well, ill, empty) = (told.well.fill(slots), told.ill.fill(slots), told.empty.fill(slots));
        assert!(well != ill && well != empty && ill != empty, "{place:?}");
        for sentence in [&well, &ill] {
            assert!(sentence.contains("the Fool") && sentence.contains("trust"), "{place:?}: {sentence}");
        }
        assert!(ill.contains("turned") && !well.contains("turned"), "{place:?}");
        assert!(!empty.contains("the Fool"), "{place:?}");
    }
}

#[test]
fn in_thoth_the_meanings_of_strength_and_justice_go_with_their_names() {
    let strength = |card, deck| english().card(Card::trump(card), deck).well.keywords[0] == "courage";
    assert!(strength(8, Deck::WaiteSmith) && strength(8, Deck::Fortunes));
    assert!(strength(11, Deck::Thoth), "Lust");
    assert!(!strength(8, Deck::Thoth), "Adjustment");
    let two = Card::minor(Suit::Wands, crate::cards::Rank::new(2).expect("a rank"));
    assert_eq!(english().card(two, Deck::Thoth), english().card(two, Deck::Fortunes));
}

#[test]
fn a_file_with_something_missing_is_refused() {
    let file = include_str!("v1/en.json");
    assert!(Texts::load(&file.replacen("\"ar00\"", "\"ar99\"", 1)).is_err());
    assert!(Texts::load(&file.replacen("\"source\": \"waite\"", "\"source\": \"nobody\"", 1)).is_err());
    assert!(Texts::load(&file.replacen("{theme}", "{thema}", 1)).is_err());
}

#[test]
fn a_published_edition_never_changes() {
    // Stored readings are told with it: texts that differ are a new version.
    assert_eq!(crc32fast::hash(include_bytes!("v1/en.json")), 0xec0a_41ff);
}
