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
    assert!(replaced(3, "\"love\"", "\"hate\"").is_err());
    assert!(replaced(3, "\"closing\"", "\"opening\"").is_err());
}

#[test]
fn the_third_version_differs_from_the_second_in_words_only() {
    let (second, third) = (english(), third_edition(Language::En));
    for card in PACK {
        assert_eq!(second.cards.card(card, Deck::Fortunes), third.cards.card(card, Deck::Fortunes));
    }
    for kind in QuestionKind::ALL {
        let (before, after) = (second.questions.of(kind), third.questions.of(kind));
        for (before, after) in
            [(&before.words, &after.words), (&before.begins, &after.begins), (&before.ignored, &after.ignored)]
        {
            assert!(before.iter().all(|phrase| after.contains(phrase)), "{kind}");
        }
    }
    for place in Place::ALL {
        assert_eq!(second.zones.place_name(place), third.zones.place_name(place));
    }
    let file = THIRD_EN.zones.replacen("{either}", "{either} and {places}", 1);
    assert!(Edition::load(Files { zones: &file, ..THIRD_EN }).is_err());
}

#[test]
fn the_fourth_version_has_the_questions_and_zones_of_the_third() {
    let (third, fourth) = (third_edition(Language::En), fourth_edition(Language::En));
    for kind in QuestionKind::ALL {
        let closings =
            |edition: &'static Edition| Verdict::ALL.map(|verdict| edition.questions.of(kind).closing(verdict));
        assert_eq!(closings(third), closings(fourth), "{kind}");
    }
    assert!(Zone::ALL.into_iter().all(|zone| third.zones.of(zone).about == fourth.zones.of(zone).about));
}

#[test]
fn a_published_edition_never_changes() {
    // Stored readings use these files. From release 1.0.0 on, changed texts need a new version. Of the third version's questions only the words
    // that tell kinds apart may change: the kind of a stored reading is stored, and goldens have the sentences.
    let published: [(&[u8], u32); 13] = [
        (include_bytes!("../v2/en/cups.json"), 0xd756_b4cf),
        (include_bytes!("../v2/en/pentacles.json"), 0x2866_a099),
        (include_bytes!("../v2/en/places.json"), 0x6585_f086),
        (include_bytes!("../v2/en/questions.json"), 0x72c8_7186),
        (include_bytes!("../v2/en/sources.json"), 0xdcbf_2e4b),
        (include_bytes!("../v2/en/stars.json"), 0xeb35_082d),
        (include_bytes!("../v2/en/summary.json"), 0x2876_0703),
        (include_bytes!("../v2/en/swords.json"), 0x12e6_812f),
        (include_bytes!("../v2/en/wands.json"), 0x7c31_e5dc),
        (include_bytes!("../v2/en/zones.json"), 0x7dd2_61b8),
        (include_bytes!("../v3/en/summary.json"), 0x39f5_1504),
        (include_bytes!("../v3/en/zones.json"), 0x649a_2d4b),
        (include_bytes!("../v4/en/summary.json"), 0xd30a_01d4),
    ];
    for (file, sum) in published {
        assert_eq!(crc32fast::hash(file), sum, "{}", String::from_utf8_lossy(&file[..80]));
    }
}
