use std::collections::HashSet;

use super::*;
use crate::{Disposition, Place, QuestionKind, ReadingChoice, TeamOutcome, Tricks, WonTrick, read, read_with};
use arcana_engine::{cards::PACK, chance::Chance, games::Player};

fn choice(question_kind: QuestionKind) -> ReadingChoice {
    ReadingChoice { question_kind, ..ReadingChoice::default() }
}

/// Tricks from a shuffled pack, about a third of them ill-disposed.
fn tricks(seed: &str, own: usize, partner: usize) -> Tricks {
    let mut chance = Chance::of_table(seed, "");
    let pack = chance.pack();
    let mut won = pack.into_iter().map(|card| {
        let disposition = if chance.below(3) == 0 { Disposition::Ill } else { Disposition::Well };
        WonTrick { card, disposition }
    });
    let own = won.by_ref().take(own).collect();
    let partner = won.take(partner).collect();
    Tricks { own, partner, outcome: TeamOutcome::Won, seats: None }
}

fn told(tricks: &Tricks, seed: &str, choice: ReadingChoice) -> Reading {
    read_with(tricks, choice, Variants::of_game(seed, "", 1, Player(0))).expect("different cards").told_for("", [])
}

/// All sentences about positions and zones, except introductions of zones.
fn sentences(reading: &Reading) -> Vec<String> {
    let texts = reading.zones.iter().flat_map(|zone| {
        let places = zone.places.iter().map(|place| place.text.clone());
        places.chain(zone.empty.clone())
    });
    let texts = texts.filter(|text| !text.is_empty()).collect::<Vec<_>>();
    texts.iter().flat_map(|text| text.split_inclusive(". ")).map(|sentence| sentence.trim().to_owned()).collect()
}

#[test]
fn a_position_describes_its_card_with_the_advice_for_the_zone() {
    let cards = |disposition| Tricks {
        own: vec![WonTrick { card: "wa02".parse().expect("a card"), disposition }],
        partner: vec![],
        outcome: TeamOutcome::Won,
        seats: None,
    };
    for disposition in Disposition::ALL {
        let reading = told(&cards(disposition), "a", choice(QuestionKind::Open));
        let text = &reading.zones[0].places[0].text;
        let meaning = edition(Language::En).cards.card("wa02".parse().expect("a card"), Deck::Fortunes);
        let meaning = meaning.meaning(disposition);
        assert!(text.contains("the Two of Wands") && meaning.themes.iter().any(|theme| text.contains(theme)), "{text}");
        assert!(meaning.advice.man.iter().any(|advice| text.ends_with(advice.as_str())), "{text}");
        assert_eq!(text.contains("turned"), disposition == Disposition::Ill, "{text}");
    }
}

#[test]
fn the_question_is_taken_up_by_its_kind() {
    let matters = |kind: QuestionKind| {
        let matter = edition(Language::En).questions.of(kind).matter.to_lowercase();
        let readings = (0..20).map(|seed| told(&tricks("matter", 9, 9), &seed.to_string(), choice(kind)));
        readings.filter(|reading| sentences(reading).iter().any(|text| text.to_lowercase().contains(&matter))).count()
    };
    for kind in QuestionKind::ALL {
        assert_eq!(matters(kind), 20, "{kind}");
    }
}

#[test]
fn empty_places_are_one_sentence_a_zone() {
    let reading = told(&tricks("few", 2, 0), "a", choice(QuestionKind::Open));
    let [man, clan, future] = &reading.zones[..] else { panic!("a simple reading") };
    let said = man.empty.as_ref().expect("two places are empty");
    assert!(said.contains("the House of Magic and the House of Illusion"), "{said}");
    assert!(clan.empty.is_some() && future.empty.is_some());
    assert!(!clan.empty.as_ref().expect("all are empty").contains("House of War"));
    assert!(reading.places().filter(|place| place.cards.is_empty()).all(|place| place.text.is_empty()));
    let full = told(&tricks("many", 10, 9), "a", choice(QuestionKind::Open));
    let empty = |zone| full.zones.iter().find(|there| there.zone == zone).expect("a zone").empty.clone();
    assert_eq!(empty(Zone::Man), None);
    assert!(empty(Zone::Fate).expect("one is empty").contains("your partner's outcome"));
}

#[test]
fn every_zone_is_explained_and_the_first_explains_houses_and_spheres() {
    let about = |own, partner| {
        let reading = told(&tricks("about", own, partner), "a", choice(QuestionKind::Open));
        reading.zones.into_iter().map(|zone| zone.about.expect("a line")).collect::<Vec<_>>()
    };
    let (simple, fate) = (about(4, 4), about(9, 9));
    assert!(simple[0].starts_with("Man is you yourself") && simple[0].contains("A house is a place under a planet"));
    assert!(!simple[0].contains("spheres") && fate[0].contains("spheres of the tree of life"));
    assert!(simple[1..].iter().chain(&fate[1..]).all(|line| !line.contains("planet") && !line.contains("spheres")));
}

#[test]
fn the_partners_outcome_has_no_advice_and_a_shared_fate_describes_both_cards() {
    let reading = told(&tricks("fate", 9, 10), "a", choice(QuestionKind::Open));
    let text = |place| reading.places().find(|there| there.place == place).expect("a place").text.clone();
    assert_eq!(text(Place::PartnerOutcome).matches(['.', '?']).count(), 1, "{}", text(Place::PartnerOutcome));
    assert_eq!(text(Place::SharedFate).matches(['.', '?']).count(), 4, "{}", text(Place::SharedFate));
    let alone = told(&tricks("fate", 0, 10), "a", choice(QuestionKind::Open));
    let alone = alone.places().find(|there| there.place == Place::SharedFate).expect("a place").text.clone();
    assert!(alone.contains("our partner"), "{alone}");
}

#[test]
fn the_seed_determines_the_wordings() {
    let cards = tricks("alike", 10, 9);
    let love = choice(QuestionKind::Love);
    assert_eq!(told(&cards, "a", love), told(&cards, "a", love));
    assert_ne!(sentences(&told(&cards, "a", love)), sentences(&told(&cards, "b", love)));
    assert_eq!(read(&cards, love), read(&cards, love));
}

#[test]
fn no_reading_repeats_a_sentence() {
    for number in 0..3000 {
        let seed = format!("twice {number}");
        let (own, partner) = (number % 11, number / 11 % 10);
        let kind = QuestionKind::ALL[number % QuestionKind::ALL.len()];
        let deck = Deck::ALL[number % 3];
        let reading = told(&tricks(&seed, own, partner), &seed, ReadingChoice { deck, ..choice(kind) });
        let mut said = HashSet::new();
        let whole = reading.summary.text.split_inclusive(". ").map(|sentence| sentence.trim().to_owned());
        for sentence in sentences(&reading).into_iter().chain(whole) {
            assert!(!sentence.contains(['{', '}']) && !sentence.contains("  "), "{sentence}");
            assert!(
                sentence.starts_with(char::is_uppercase) && sentence.trim_end_matches('”').ends_with(['.', '?']),
                "{sentence}"
            );
            assert!(said.insert(sentence.clone()), "{seed}: {sentence}");
        }
    }
}

#[test]
fn small_cards_of_thoth_have_their_titles() {
    let reading =
        told(&tricks("titles", 10, 9), "a", ReadingChoice { deck: Deck::Thoth, ..choice(QuestionKind::Open) });
    for card in reading.cards() {
        assert_eq!(card.title, Deck::Thoth.card_title(card.id));
    }
    assert!(PACK.iter().filter(|card| Deck::Thoth.card_title(**card).is_some()).count() == 40);
}
