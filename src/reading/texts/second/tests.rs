use std::collections::BTreeSet;

use super::*;
use crate::{
    cards::{Deck, PACK},
    reading::{Disposition, Place, QuestionKind, Verdict},
};

fn english() -> &'static Edition {
    edition(Language::En)
}

/// Every piece of advice, with its card.
fn advice() -> impl Iterator<Item = (Card, &'static String)> {
    let texts = |card| english().cards.card(card, Deck::Fortunes);
    let lists = PACK.into_iter().flat_map(move |card| {
        let meanings = Disposition::ALL.map(|disposition| texts(card).meaning(disposition));
        meanings.into_iter().flat_map(move |meaning| Zone::ALL.map(|zone| (card, meaning.advice.in_zone(zone))))
    });
    lists.flat_map(|(card, list)| list.iter().map(move |sentence| (card, sentence)))
}

/// Does the text look like one sentence, or a line of several?
fn is_written(text: &str) -> bool {
    let begins = text.starts_with(|sign: char| sign.is_uppercase() || sign == '{');
    begins && text.ends_with(['.', '?']) && !text.contains("  ") && text.trim() == text
}

#[test]
fn every_piece_of_advice_is_one_sentence_that_nothing_else_says() {
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
fn nothing_that_is_said_threatens_or_promises() {
    for (card, sentence) in advice() {
        let words = sentence.to_lowercase();
        for word in ["you will ", "you shall", "never again", "die ", "doomed", "guarantee"] {
            assert!(!words.contains(word), "{card}: {sentence}");
        }
    }
}

#[test]
fn a_turned_card_is_told_as_turned_in_every_place() {
    let said = |frame: &crate::reading::texts::Frame| format!("{frame:?}");
    for place in Place::ALL {
        let wordings = english().places.of(place);
        let turned = |frame| said(frame).contains("turned") || said(frame).contains("upside down");
        assert!(wordings.of(Disposition::Ill).iter().all(turned), "{place:?}");
        assert!(!wordings.of(Disposition::Well).iter().any(turned), "{place:?}");
    }
}

#[test]
fn zones_are_explained_and_places_have_names_of_their_own() {
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
fn a_word_speaks_for_one_topic_only() {
    let mut words = BTreeSet::new();
    for kind in QuestionKind::ALL {
        for word in &english().questions.of(kind).words {
            assert!(words.insert(word), "{kind}: {word}");
        }
    }
}

#[test]
fn files_with_something_missing_are_refused() {
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
    assert!(replaced(3, "\"love\"", "\"hate\"").is_err());
    assert!(replaced(3, "\"closing\"", "\"opening\"").is_err());
}
