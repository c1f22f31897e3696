use std::collections::BTreeSet;

use super::*;
use crate::{
    cards::{Deck, PACK},
    reading::{Disposition, Place, QuestionKind, Verdict, texts::Slots},
};

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
    for (card, sentence) in advice() {
        let words = sentence.to_lowercase();
        for word in ["you will ", "you shall", "never again", "die ", "doomed", "guarantee"] {
            assert!(!words.contains(word), "{card}: {sentence}");
        }
    }
}

#[test]
fn a_reversed_card_is_described_as_such_in_every_position() {
    let said = |frame: &crate::reading::texts::Frame| format!("{frame:?}");
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
        let theme = &texts.cards.card(card, Deck::Fortunes).meaning(disposition).theme;
        let ninth = &texts.places.partners_ninth;
        let joined = [&ninth.alone, &ninth.joined].map(|wordings| (Place::SharedFate, wordings));
        let places = Place::ALL.into_iter().map(move |place| (place, texts.places.of(place))).chain(joined);
        let frames =
            places.flat_map(move |(place, wordings)| wordings.of(disposition).iter().map(move |one| (place, one)));
        frames.map(move |(place, frame)| {
            let slots = Slots { card: &name, theme, matter: "this matter", ..Slots::default() };
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
    assert!(said > 156 * 24 * 3);
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
fn the_last_sentences_are_different_for_every_kind_and_verdict() {
    let mut said = BTreeSet::new();
    for kind in QuestionKind::ALL {
        let texts = english().questions.of(kind);
        assert!(!texts.matter.ends_with('.'));
        for sentence in Verdict::ALL.into_iter().flat_map(|verdict| texts.closing(verdict)) {
            assert!(is_written(sentence), "{sentence}");
            assert!(said.insert(sentence), "{kind} says again: {sentence}");
        }
    }
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
    assert!(replaced(3, "\"closing\"", "\"opening\"").is_err());
}
