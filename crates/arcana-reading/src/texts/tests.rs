//! Properties of the texts.

use std::collections::BTreeSet;

use super::*;
use crate::{Disposition, Place, QuestionKind};
use arcana_engine::cards::{Card, Deck, PACK, Suit};

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
fn every_card_has_three_to_five_keywords_and_short_phrases_either_way() {
    for (card, meaning) in languages().flat_map(meanings) {
        assert!((3..=5).contains(&meaning.keywords.len()), "{card}");
        let mut different = meaning.keywords.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), meaning.keywords.len(), "{card}: {:?}", meaning.keywords);
        for sentence in &meaning.sentences {
            assert!(sentence.ends_with('.') && sentence.matches('.').count() == 1, "{card}: {sentence}");
            assert!(sentence.starts_with(char::is_uppercase) && sentence.len() <= 90, "{card}: {sentence}");
        }
        for theme in &meaning.themes {
            assert!(theme.starts_with(char::is_lowercase) && theme.len() <= 60, "{card}: {theme}");
            assert!(!theme.contains(['.', ':', ';', ',']), "{card}: {theme}");
        }
    }
}

#[test]
fn texts_of_a_language_are_unique() {
    for texts in languages() {
        let said = meanings(texts).flat_map(|(_, meaning)| meaning.themes.iter().chain(&meaning.sentences));
        let different = said.map(|phrase| phrase.to_lowercase()).collect::<BTreeSet<_>>();
        assert_eq!(different.len(), 156 * 6, "{:?}", texts.language());
    }
}

#[test]
fn a_theme_fits_a_partners_place_as_well_as_the_querents() {
    for (card, meaning) in languages().flat_map(meanings) {
        let mut words = meaning.themes.iter().flat_map(|theme| theme.split(' '));
        assert!(!words.any(|word| ["you", "your", "yours"].contains(&word)), "{card}: {:?}", meaning.themes);
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
        let two = Card::minor(Suit::Wands, arcana_engine::cards::Rank::new(2).expect("a rank"));
        assert_eq!(texts.card(two, Deck::Thoth), texts.card(two, Deck::Fortunes));
    }
}

#[test]
fn for_thoth_the_sources_say_that_the_meanings_are_not_crowleys() {
    let texts = texts(Language::En);
    assert!(texts.about(Deck::Thoth).contains("the meanings are Waite's here too"));
    assert!(!texts.about(Deck::WaiteSmith).contains("Crowley"));
}

fn english() -> &'static Edition {
    edition(Language::En)
}

/// All advice, with its card.
fn advice() -> impl Iterator<Item = (Card, &'static String)> {
    let texts = |card| english().cards.card(card, Deck::Fortunes);
    let lists = PACK.into_iter().flat_map(move |card| {
        let meanings = Disposition::ALL.map(|disposition| texts(card).meaning(disposition));
        meanings.into_iter().flat_map(move |meaning| Zone::ALL.map(|zone| (card, meaning.advice.in_zone(zone))))
    });
    lists.flat_map(|(card, list)| list.iter().map(move |sentence| (card, sentence)))
}

/// Does the text look like one sentence, or like several on one line?
fn is_written(text: &str) -> bool {
    let begins = text.starts_with(|sign: char| sign.is_uppercase() || sign == '{');
    begins && text.ends_with(['.', '?']) && !text.contains("  ") && text.trim() == text
}

#[test]
fn every_piece_of_advice_is_one_unique_sentence() {
    let mut said = BTreeSet::new();
    for (card, sentence) in advice() {
        assert!(is_written(sentence), "{card}: {sentence}");
        let ends = sentence.matches(['.', '?', '!']).count();
        assert_eq!(ends, 1, "{card}: {sentence}");
        assert!(sentence.len() <= 100, "{card}: {sentence}");
        assert!(said.insert(sentence), "{card} says again: {sentence}");
    }
    assert!(said.len() >= 156 * 6 * 2);
}

#[test]
fn no_text_threatens_or_promises() {
    let said =
        languages().flat_map(meanings).flat_map(|(card, meaning)| meaning.sentences.iter().map(move |it| (card, it)));
    for (card, sentence) in advice().chain(said) {
        let words = sentence.to_lowercase();
        for word in ["you will ", "you shall", "never again", "die ", "doomed", "guarantee"] {
            assert!(!words.contains(word), "{card}: {sentence}");
        }
    }
}

#[test]
fn a_reversed_card_is_described_as_such_in_every_position() {
    let said = |frame: &Frame| format!("{frame:?}");
    for place in Place::ALL {
        let wordings = english().places.of(place);
        let turned = |frame| said(frame).contains("turned") || said(frame).contains("upside down");
        assert!(wordings.of(Disposition::Ill).iter().all(turned), "{place:?}");
        assert!(!wordings.of(Disposition::Well).iter().any(turned), "{place:?}");
    }
}

/// All sentences about a card at a position.
fn pairs() -> impl Iterator<Item = (Place, String)> {
    let texts = english();
    let cards = PACK.into_iter().flat_map(move |card| Disposition::ALL.map(|disposition| (card, disposition)));
    cards.flat_map(move |(card, disposition)| {
        let name = Language::En.card_within_sentence(card, Deck::Fortunes);
        let themes = &texts.cards.card(card, Deck::Fortunes).meaning(disposition).themes;
        let ninth = &texts.places.partners_ninth;
        let joined = [&ninth.alone, &ninth.joined].map(|wordings| (Place::SharedFate, wordings));
        let places = Place::ALL.into_iter().map(move |place| (place, texts.places.of(place))).chain(joined);
        let frames =
            places.flat_map(move |(place, wordings)| wordings.of(disposition).iter().map(move |one| (place, one)));
        let filled = frames.flat_map(move |(place, frame)| themes.iter().map(move |theme| (place, frame, theme)));
        filled.map(move |(place, frame, theme)| {
            let slots: &[(Slot, &str)] = &[(Slot::Card, &name), (Slot::Theme, theme), (Slot::Matter, "this matter")];
            (place, frame.fill(slots))
        })
    })
}

#[test]
fn every_frame_with_every_theme_is_one_wellformed_sentence() {
    let mut said = 0;
    for (place, sentence) in pairs() {
        assert!(is_written(&sentence) && sentence.matches(['.', '?', '!']).count() == 1, "{place:?}: {sentence}");
        assert!(sentence.matches(':').count() <= 1 && !sentence.contains(';'), "{place:?}: {sentence}");
        assert!(sentence.len() <= 200, "{place:?}: {sentence}");
        let words: Vec<_> = sentence.split(|sign: char| !sign.is_alphanumeric()).collect();
        let stumbles = words.windows(2).any(|pair| !pair[0].is_empty() && pair[0].eq_ignore_ascii_case(pair[1]));
        assert!(!stumbles, "{place:?}: {sentence}");
        assert!(
            !["a the ", "of of", "the a ", " ,", ",,", " ."].iter().any(|slip| sentence.contains(slip)),
            "{sentence}"
        );
        said += 1;
    }
    assert!(said > 156 * 24 * 9);
}

#[test]
fn zones_are_explained_and_positions_have_unique_names() {
    let zones = &english().zones;
    for zone in Zone::ALL {
        assert!(is_written(&zones.of(zone).about) && zones.of(zone).about.starts_with(zone.name()), "{zone:?}");
    }
    assert!(is_written(&zones.houses) && is_written(&zones.spheres));
    let names: BTreeSet<_> = Place::ALL.into_iter().map(|place| zones.place_name(place)).collect();
    assert_eq!(names.len(), Place::ALL.len());
}

#[test]
fn a_word_belongs_to_one_topic() {
    let mut words = BTreeSet::new();
    for kind in QuestionKind::ALL {
        for word in &english().questions.of(kind).words {
            assert!(words.insert(word), "{kind}: {word:?}");
        }
    }
}

#[test]
fn incomplete_files_are_refused() {
    let load = |change: &dyn Fn(&mut [String; 4])| {
        let mut files = [EN.cards[1], EN.places, EN.zones, EN.questions].map(str::to_owned);
        change(&mut files);
        let [wands, places, zones, questions] = &files;
        let mut cards = EN.cards;
        cards[1] = wands;
        Edition::load(Files { cards, places, zones, questions, ..EN }).map(|_| ())
    };
    let replaced = |file: usize, from: &str, to: &str| {
        load(&|files| {
            assert!(files[file].contains(from), "{from}");
            files[file] = files[file].replacen(from, to, 1);
        })
    };
    assert_eq!(load(&|_| ()), Ok(()));
    assert!(replaced(0, "\"wa02\"", "\"cu02\"").is_err(), "a card twice");
    assert!(replaced(0, "\"source\": \"waite\"", "\"source\": \"nobody\"").is_err());
    assert!(replaced(0, "\"clan\"", "\"tribe\"").is_err());
    assert!(load(&|files| files[0] = "{}".to_owned()).is_err(), "cards missing");
    assert!(replaced(1, "\"astral\"", "\"ghost\"").is_err());
    assert!(replaced(1, "{theme}", "{thema}").is_err());
    assert!(replaced(1, "{theme}", "it").is_err(), "a slot missing");
    assert!(replaced(2, "\"clan\"", "\"tribe\"").is_err());
    assert!(replaced(2, "{places}", "{card}").is_err());
    assert!(replaced(2, "{either}", "{either} and {places}").is_err());
    assert!(replaced(3, "\"love\"", "\"hate\"").is_err());
    assert!(replaced(3, "\"matter\"", "\"manner\"").is_err());
}
