use std::collections::{BTreeSet, HashMap};

use super::*;
use crate::{Draw, DrawnCard, Element, QuestionKind, Reversals, Shuffled, formats::Heading, spread, svg::Faces};
use arcana_engine::cards::{Card, Deck};

fn drawn(seed: &str, count: usize) -> Vec<DrawnCard> {
    Draw::new(seed, "").take(count).collect()
}

fn known(id: &str) -> Spread {
    Spread::Known(KnownSpread::find(id, None).expect("a spread"))
}

fn own(count: usize) -> Spread {
    let place = |n: usize| SpreadPlace {
        id: n.to_string(),
        name: format!("Place {n}"),
        asks: String::new(),
        x: (n % 13) as f64,
        y: (n / 13) as f64 * 1.7,
        rotation: 0.0,
    };
    Spread::Own(OwnSpread::new("My own".into(), (1..=count).map(place).collect()).expect("within the limits"))
}

fn read(spread: Spread, cards: &[DrawnCard]) -> SpreadReading {
    read_spread(SpreadChoice::of(spread), cards).expect("a card for each place").told_for("", [])
}

/// All sentences of a reading.
fn sentences(reading: &SpreadReading) -> Vec<String> {
    let texts = reading.places.iter().map(|place| place.text.as_str()).chain([reading.summary.text.as_str()]);
    texts
        .flat_map(|text| text.split_inclusive(['.', '?', '!']))
        .map(|told| told.trim().to_owned())
        .filter(|told| told != "”")
        .collect()
}

/// A phrase of at least five words that the summary repeats.
fn repeated(reading: &SpreadReading) -> Option<String> {
    let parts = reading.summary.text.split([',', ':', '.']).map(|part| part.trim().to_lowercase());
    let mut seen = BTreeSet::new();
    parts.filter(|part| part.split(' ').count() >= 5).find(|part| !seen.insert(part.clone()))
}

#[test]
fn every_spread_matches_the_page() {
    let page = include_str!("../../../../docs/spreads.md");
    let ids: Vec<_> = KnownSpread::each().map(|known| known.id.as_str()).collect();
    let expected = "one-card three-card yes-no five-card-cross horseshoe celtic-cross relationship decision week year tree-of-life";
    assert_eq!(ids.join(" "), expected);
    for known in KnownSpread::all() {
        assert_eq!(KnownSpread::find(&known.id, known.frame.as_deref()), Ok(known));
        assert!(page.contains(&format!("`{}`", known.id)), "docs/spreads.md has {}", known.id);
        let places: BTreeSet<_> = known.places.iter().map(|place| &place.id).collect();
        assert_eq!(places.len(), known.places.len(), "{}: a place twice", known.id);
        assert!(
            OwnSpread::new(known.name.clone(), known.places.clone()).is_ok(),
            "{}: within the limits of any",
            known.id
        );
    }
    assert_eq!(KnownSpread::frames("three-card").count(), 3);
    assert_eq!(KnownSpread::find("three", None), Err(UnknownSpread::Id));
    assert_eq!(KnownSpread::find("week", Some("x")), Err(UnknownSpread::Frame("week".into())));
}

#[test]
fn every_place_takes_its_card_in_reading_order() {
    let cards = drawn("arcana", 10);
    let reading = read(known("celtic-cross"), &cards);
    let told: Vec<_> = reading.places.iter().map(|it| (it.card.id, it.card.reversed)).collect();
    let expected: Vec<_> = cards.iter().map(|it| (it.card, it.to_string().ends_with('\''))).collect();
    assert_eq!(told, expected);
    assert_eq!((reading.places[1].place.id.as_str(), reading.places[1].place.rotation), ("crossing", 90.0));
    assert!(reading.places.iter().all(|it| it.text.contains(", reversed") == it.card.reversed));
    assert!(reading.places.iter().all(|it| it.text.contains(it.card.name.trim_start_matches("The "))));
}

#[test]
fn no_reading_repeats_a_sentence() {
    let spreads: Vec<_> =
        KnownSpread::all().iter().map(Spread::Known).chain([own(1), own(7), own(30), own(78)]).collect();
    let mut readings = 0;
    for n in 0..200 {
        for (spread, kind) in spreads.iter().zip(QuestionKind::ALL.into_iter().cycle().skip(n)) {
            let seed = format!("twice {n}");
            let cards: Vec<_> = Draw::new(&seed, "").take(spread.places().len()).collect();
            let choice = SpreadChoice { question_kind: kind, ..SpreadChoice::of(spread.clone()) };
            let reading = read_spread(choice, &cards).expect("a card for each place").told_for("", []);
            let told = sentences(&reading);
            let different: BTreeSet<_> = told.iter().collect();
            assert_eq!(different.len(), told.len(), "{seed}: {told:#?}");
            assert_eq!(repeated(&reading), None, "{seed}");
            readings += 1;
        }
    }
    assert!(readings > 3000);
}

#[test]
fn sentences_begin_with_a_capital_and_have_no_slot_left() {
    for n in 0..100 {
        for spread in KnownSpread::all().iter().map(Spread::Known).chain([own(5)]) {
            for told in sentences(&read(spread.clone(), &drawn(&n.to_string(), spread.places().len()))) {
                let first = told.chars().next().unwrap_or_default();
                assert!(first.is_uppercase() || first == '“', "{told}");
                assert!(!told.contains(['{', '}']) && !told.contains("  "), "{told}");
            }
        }
    }
}

#[test]
fn cards_given_by_hand_read_the_same_as_drawn_ones() {
    let cards = drawn("any text", 7);
    let by_hand: Vec<_> = cards.iter().map(|it| DrawnCard { card: it.card, disposition: it.disposition }).collect();
    assert_eq!(read(known("horseshoe"), &cards), read(known("horseshoe"), &by_hand));
}

#[test]
fn wordings_differ_from_reading_to_reading() {
    let frames: BTreeSet<_> = (0..30)
        .map(|n| read(known("one-card"), &drawn(&n.to_string(), 1)).places[0].text.chars().take(9).collect::<String>())
        .collect();
    assert!(frames.len() >= 3, "{frames:?}");
}

#[test]
fn a_plain_question_is_answered_by_the_count() {
    let mut answers = HashMap::new();
    for n in 0..40 {
        let cards = drawn(&n.to_string(), 3);
        let reading = read(known("yes-no"), &cards);
        let answer = reading.answer.expect("an answer");
        let upright = cards.iter().filter(|it| !it.to_string().ends_with('\'')).count() as u8;
        assert_eq!((answer.upright, answer.reversed), (upright, 3 - upright));
        assert_eq!(answer.answer == YesNo::Yes, upright >= 2);
        assert!(reading.summary.text.starts_with(&answer.text) && !answer.text.is_empty(), "{}", answer.text);
        *answers.entry(upright).or_insert(0) += 1;
    }
    assert_eq!(answers.len(), 4, "all counts occur: {answers:?}");
    assert_eq!(read(known("three-card"), &drawn("x", 3)).answer, None);
}

#[test]
fn every_spread_says_why_it_cannot_lean() {
    for (share, lies) in [(0.0, "every card was to lie upright"), (1.0, "every card was to lie reversed")] {
        let reversals = Reversals::new(share).expect("a share");
        for (known, n) in KnownSpread::all().iter().flat_map(|known| (0..20).map(move |n| (known, n))) {
            let pack = Shuffled::default().cards(None);
            let cards: Vec<_> =
                Draw::of_pack(&format!("told {n}"), "", pack.clone(), reversals).take(known.places.len()).collect();
            let choice = SpreadChoice { question_kind: QuestionKind::YesNo, ..SpreadChoice::of(Spread::Known(known)) };
            let reading = read_drawn(choice, Settled::of(pack, reversals), &cards).expect("a card for each place");
            let text = reading.told_for("", []).summary.text;
            assert!(text.to_lowercase().contains(lies), "{}: {text}", known.id);
        }
    }
}

#[test]
fn one_card_for_each_place_and_none_twice() {
    let cards = drawn("any text", 3);
    let count = read_spread(SpreadChoice::of(known("three-card")), &cards[..2]);
    assert_eq!(count, Err(SpreadError::Count { cards: 2, places: 3 }));
    let twice = read_spread(SpreadChoice::of(known("three-card")), &[cards[0], cards[1], cards[0]]);
    assert_eq!(twice, Err(SpreadError::Twice(cards[0].card)));
    let significator = Some(cards[2].card);
    let choice = SpreadChoice { significator, ..SpreadChoice::of(known("three-card")) };
    assert_eq!(read_spread(choice.clone(), &cards), Err(SpreadError::Twice(cards[2].card)));
    let rest = Draw::of_pack("any text", "", Shuffled::default().cards(significator), Reversals::default());
    let reading = read_spread(choice, &rest.take(3).collect::<Vec<_>>()).expect("other cards").told_for("", []);
    assert_eq!(reading.significator.map(|card| card.id), significator);
}

#[test]
fn the_summary_counts_the_cards() {
    let cards: Vec<_> = ["ar00", "wa02", "wa03", "waqu"].map(|id| id.parse::<Card>().expect("a card")).into();
    let shuffled = Draw::of_pack("x", "", cards, Reversals::new(1.0).expect("a share"));
    let choice = SpreadChoice { deck: Deck::Thoth, ..SpreadChoice::of(own(4)) };
    let summary = read_spread(choice, &shuffled.collect::<Vec<_>>()).expect("four cards").told_for("", []).summary;
    assert_eq!((summary.cards, summary.upright, summary.reversed, summary.courts), (4, 0, 4, 1));
    assert_eq!((summary.suits.wands, summary.element), (3, Some(Element::Fire)));
    assert!(summary.text.contains("three of the four cards"), "{}", summary.text);
}

#[test]
fn every_format_describes_every_position() {
    let reading = read(known("celtic-cross"), &drawn("arcana", 10));
    let heading = Heading { querent: Some("Ada".into()), ..Heading::default() };
    let text = spread::plain(&reading, &heading).split_whitespace().collect::<Vec<_>>().join(" ");
    let page = spread::html(&reading, &heading, Faces::Drawn);
    let markdown = spread::markdown(&reading, &heading).replace('\\', "");
    assert!(text.starts_with("Celtic Cross for Ada ===") && markdown.starts_with("# Celtic Cross for Ada\n"));
    for place in &reading.places {
        assert!(text.contains(&place.text) && page.contains(&place.text) && markdown.contains(&place.text));
        assert!(text.contains(&place.card.label()) && markdown.contains(&place.place.asks));
    }
    assert!(spread::plain(&reading, &heading).lines().all(|line| line.chars().count() <= 79));
}
