use std::collections::{BTreeMap, BTreeSet};

use super::{laid::Striking, *};
use crate::{
    Dignity, Disposition, Draw, Element, KnownSpread, Place, QuestionKind, Reading, ReadingChoice, Settled, Spread,
    SpreadChoice, SpreadReading, TeamOutcome, Tricks, WonTrick, narrate::narrate, read, read_spread,
};
use arcana_engine::{
    cards::{Card, Deck, Rank},
    chance::Chance,
};

/// The words of summaries.
const FILE: &str = include_str!("../texts/en/summary.json");

/// Cards in the order won; a trailing `-` marks an ill-disposed one.
fn list(cards: &str) -> Vec<WonTrick> {
    let trick = |text: &str| {
        let (id, disposition) = match text.strip_suffix('-') {
            Some(id) => (id, Disposition::Ill),
            None => (text, Disposition::Well),
        };
        WonTrick { card: id.parse().expect("a card"), disposition }
    };
    cards.split_whitespace().map(trick).collect()
}

fn tricks(own: &str, partner: &str) -> Tricks {
    Tricks { own: list(own), partner: list(partner), outcome: TeamOutcome::Won, seats: None }
}

fn asked(own: &str, partner: &str, question: &str) -> Reading {
    let choice = ReadingChoice { question_kind: QuestionKind::of(question), ..ReadingChoice::default() };
    read(&tricks(own, partner), choice).expect("different cards").told_for(question, [])
}

/// The cards of a deal as they lie.
fn laid(own: &str, partner: &str) -> Laid {
    read(&tricks(own, partner), ReadingChoice::default()).expect("different cards").laid
}

/// A spread of these cards, `'` after a reversed one.
fn spread(id: &str, cards: &str, question: &str) -> SpreadReading {
    let known = KnownSpread::find(id, None).expect("a spread");
    let cards = cards.split(' ').map(|card| card.parse().expect("a card")).collect::<Vec<_>>();
    let choice = SpreadChoice { question_kind: QuestionKind::of(question), ..SpreadChoice::of(Spread::Known(known)) };
    read_spread(choice, &cards).expect("a card for each place").told_for(question, [])
}

/// Readings of random cards, with all numbers of own and partner's cards, verdicts, kinds and decks.
fn readings(each: u32) -> impl Iterator<Item = Reading> {
    let sizes = (0..=19).flat_map(|own| (0..=19 - own).map(move |partner| (own, partner)));
    let mut chance = Chance::of_table("synthesis", "");
    sizes.flat_map(move |size| (0..each).map(move |_| size)).map(move |(own, partner)| {
        let pack = chance.pack();
        let mut trick = |card: &Card| WonTrick { card: *card, disposition: Disposition::ALL[chance.below(2) as usize] };
        let (own, partner) =
            (pack[..own].iter().map(&mut trick).collect(), pack[own..own + partner].iter().map(&mut trick).collect());
        let outcome = [TeamOutcome::Won, TeamOutcome::Lost, TeamOutcome::Drawn][chance.below(3) as usize];
        let (kind, deck) = (QuestionKind::ALL[chance.below(9) as usize], Deck::ALL[chance.below(4) as usize]);
        let choice = ReadingChoice { question_kind: kind, deck, ..ReadingChoice::default() };
        read(&Tricks { own, partner, outcome, seats: None }, choice).expect("different cards").told_for("", [])
    })
}

fn sentences(text: &str) -> Vec<String> {
    let mut sentences = vec![String::new()];
    for word in text.split(' ') {
        let sentence = sentences.last_mut().expect("there is one");
        *sentence = format!("{sentence} {word}").trim().to_owned();
        if word.trim_end_matches('”').ends_with('.') {
            sentences.push(String::new());
        }
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

fn first(text: &str) -> String {
    sentences(text).swap_remove(0)
}

#[test]
fn every_summary_is_whole_sentences_and_says_none_twice() {
    for reading in readings(8) {
        let text = &reading.summary.text;
        let sentences = sentences(text);
        let numbers = if reading.summary.cards == 0 { 1..=1 } else { 3..=9 };
        assert!(numbers.contains(&sentences.len()), "{text}");
        assert!(!text.contains(['{', '}']) && !text.contains("  ") && !text.contains(" ,"), "{text}");
        assert!(sentences.iter().all(|sentence| sentence.starts_with(char::is_uppercase)), "{text}");
        assert_eq!(BTreeSet::from_iter(&sentences).len(), sentences.len(), "said twice: {text}");
        assert!(!text.contains("the the ") && !text.contains("your your "), "{text}");
    }
}

#[test]
fn a_yes_or_no_leans_with_its_cards_and_weighs_them() {
    let told = |own: &str| first(&asked(own, "", "Will they let us keep the garden?").summary.text);
    let yes = told("wa02 cu03 sw04");
    assert!(yes.contains("yes") && yes.contains("all three cards lie upright") && yes.contains("the garden"), "{yes}");
    let narrow = told("wa02 cu03 sw04-");
    assert!(narrow.contains("yes") && narrow.contains("the turned Four of Swords"), "{narrow}");
    let no = told("wa02- cu03- sw04-");
    assert!(no.to_lowercase().contains("no") && no.contains("all three cards lie turned"), "{no}");
    let even = told("wa02- cu03");
    assert!(even.contains("the turned Two of Wands") && even.contains("the Three of Cups"), "{even}");
    let single = told("wa02");
    assert!(single.contains("yes") && single.contains("the Two of Wands"), "{single}");
}

#[test]
fn of_two_ways_that_lie_there_the_better_one_is_named() {
    const QUESTION: &str = "Shall I take the post in Bergen, or stay with the orchestra?";
    let told = |cards: &str| first(&spread("decision", cards, QUESTION).summary.text);
    let one = told("ar00 wa02 wa03 cu02' cu03' sw02 sw03");
    assert!(
        one.starts_with("Take the post in Bergen, ") && one.contains("the other, stay with the orchestra,"),
        "{one}"
    );
    assert!(one.contains("the Three of Wands") && one.contains("the reversed Three of Cups"), "{one}");
    let other = told("ar00 wa02' wa03' cu02 cu03 sw02 sw03");
    assert!(other.starts_with("Stay with the orchestra, "), "{other}");
    let level = told("ar00 wa02 wa03 cu02 cu03 sw02 sw03");
    assert!(level.contains("take the post in Bergen") && level.contains("stay with the orchestra"), "{level}");
    let unnamed = spread("decision", "ar00 wa02 wa03 cu02' cu03' sw02 sw03", "").summary.text;
    assert!(unnamed.starts_with("The first way, "), "{unnamed}");
}

#[test]
fn of_two_named_ways_the_first_has_the_upright_cards() {
    let told = |cards: &str| first(&spread("three-card", cards, "Tea or coffee?").summary.text);
    assert!(told("wa02 wa03 wa04").starts_with("Tea, "), "{}", told("wa02 wa03 wa04"));
    assert!(told("wa02' wa03' wa04").starts_with("Coffee, "), "{}", told("wa02' wa03' wa04"));
}

#[test]
fn a_when_gets_a_span_or_an_honest_none() {
    let told =
        |last: &str| first(&spread("three-card", &format!("wa02 wa03 {last}"), "When will it come?").summary.text);
    for (last, span) in
        [("wa05", "five days"), ("cuac", "one week"), ("sw10'", "ten months"), ("pe03", "three seasons")]
    {
        assert!(told(last).to_lowercase().contains(span), "{last}: {}", told(last));
    }
    for last in ["ar19", "cuqu'"] {
        assert!(["date", "day"].iter().any(|none| told(last).contains(none)), "{}", told(last));
        assert!(!["days", "weeks", "months"].iter().any(|span| told(last).contains(span)), "{}", told(last));
    }
}

#[test]
fn a_why_and_a_how_get_the_place_that_tells_it() {
    let told =
        |question: &str| first(&spread("horseshoe", "wa02 wa03 wa04 wa05 wa06 cu07 wa08", question).summary.text);
    let why = told("Why does my sister not call?");
    assert!(why.contains("“Past”") && why.contains("the Two of Wands") && why.contains("your sister"), "{why}");
    let how = told("How can I finish my thesis?");
    assert!(how.contains("the Seven of Cups") && how.contains(": “") && how.contains("your thesis"), "{how}");
    let of_game = first(&asked("wa02 wa03 wa04 wa05 wa06", "cu02", "Why?").summary.text);
    assert!(of_game.contains("at the Self"), "{of_game}");
}

#[test]
fn what_was_and_what_is_are_answered_from_their_own_places() {
    let told = |question: &str| first(&spread("three-card", "wa02 cu07 sw10", question).summary.text);
    for (question, place) in [
        ("What did I do wrong with Isabel?", "“Past”"),
        ("How did she find out?", "“Past”"),
        ("What should I have said?", "“Past”"),
        ("How do people at the office see me?", "“Present”"),
        ("What will happen at the reunion?", "“Future”"),
        ("Where is this relationship going?", "“Future”"),
    ] {
        assert!(told(question).contains(place), "{}", told(question));
    }
    let ago = told("When did she lose interest?");
    assert!(ago.contains("two days") && ["ago", "back"].iter().any(|word| ago.contains(word)), "{ago}");
    let took = told("How long did it take?");
    assert!(took.contains("two days") && !took.contains("ago"), "{took}");
    let of_game = first(&asked("wa02 wa03 wa04 wa05 wa06 wa07", "cu02", "What went wrong?").summary.text);
    assert!(of_game.contains("at the Self"), "{of_game}");
}

#[test]
fn advice_is_not_given_twice_in_the_same_words() {
    for last in ["wa02", "cu03'", "ar00", "pe05"] {
        let text = spread("one-card", last, "What should I do?").summary.text;
        let said = text.split('“').skip(1).filter_map(|rest| rest.split('”').next()).collect::<Vec<_>>();
        assert!(said.len() == 2 && said[0] != said[1], "{text}");
    }
}

#[test]
fn a_where_gets_the_quarter_of_the_suit_and_a_how_many_its_pips() {
    let told = |last: &str, question: &str| first(&spread("one-card", last, question).summary.text);
    for (last, quarter) in [("wa05", "south"), ("cuqu'", "west"), ("sw03", "east"), ("peki", "north")] {
        assert!(told(last, "Where are my keys?").contains(quarter), "{}", told(last, "Where are my keys?"));
    }
    assert!(!told("ar04", "Where are my keys?").contains("th,"), "{}", told("ar04", "Where are my keys?"));
    assert!(told("wa05", "How many cats?").to_lowercase().contains("five"), "{}", told("wa05", "How many cats?"));
    assert!(told("waki", "How many cats?").to_lowercase().contains("no"), "{}", told("waki", "How many cats?"));
}

#[test]
fn a_question_in_another_language_gets_the_open_form() {
    let told = spread("yes-no", "wa02 wa03 wa04", "¿Debo dejar mi trabajo?");
    assert_eq!(told.answer, None);
    assert!(!told.summary.text.to_lowercase().contains("yes"), "{}", told.summary.text);
    assert!(first(&told.summary.text).contains("the Three of Wands"), "{}", told.summary.text);
}

#[test]
fn the_pairs_of_a_celtic_cross_are_told_with_their_dignity() {
    let cards = "wa02 cu03 sw04 pe05 wa06 sw07 ar08 cu09 wa10 pe02";
    let text = spread("celtic-cross", cards, "").summary.text.to_lowercase();
    for pair in ["the matter and what crosses it", "what passes and what comes next", "what is hoped and feared"] {
        let (one, other) = pair.split_once(" and what ").unwrap_or((pair, ""));
        assert!(text.contains(one) && text.contains(other), "{pair}: {text}");
    }
    assert!(text.contains("fire and water") && text.contains("fire and air"), "{text}");
}

#[test]
fn neighbours_bear_on_each_other_in_the_data() {
    let dignities = spread("three-card", "wa02 cu03 pe04", "").summary.dignities;
    assert_eq!(dignities.iter().map(|it| it.dignity).collect::<Vec<_>>(), [Dignity::Weakens, Dignity::Strengthens]);
    let ids = dignities[0].cards.map(|card| card.id());
    assert_eq!(ids, ["wa02", "cu03"]);
    assert_eq!(asked("wa02 sw03", "ar04", "").summary.dignities.len(), 2);
}

#[test]
fn elements_bear_on_each_other_alike_in_either_order() {
    use Element::{Air, Earth, Fire, Spirit, Water};
    let elements = [Fire, Water, Air, Earth, Spirit];
    for one in elements {
        assert!(elements.iter().all(|other| Dignity::of(one, *other) == Dignity::of(*other, one)));
        assert_eq!(Dignity::of(one, one), if one == Spirit { Dignity::Spirit } else { Dignity::Alike });
    }
    assert_eq!([Dignity::of(Fire, Air), Dignity::of(Water, Earth)], [Dignity::Strengthens; 2]);
    assert_eq!([Dignity::of(Fire, Water), Dignity::of(Air, Earth)], [Dignity::Weakens; 2]);
    assert_eq!([Dignity::of(Fire, Earth), Dignity::of(Water, Air)], [Dignity::Neutral; 2]);
}

#[test]
fn the_line_goes_from_the_root_by_the_heart_to_the_outcome() {
    let line = |own: &str, partner: &str| {
        let laid = laid(own, partner);
        laid.roles.map(|Roles { root, heart, outcome, .. }| {
            [root, heart, outcome].map(|at| laid.cards[at].card.id()).join(" ")
        })
    };
    assert_eq!(line("wa02 wa03", "cu02 cu03 cu04").as_deref(), Some("wa02 cu04 cu04"));
    assert_eq!(line("wa02 wa03 wa04 wa05 wa06 wa07", "").as_deref(), Some("wa02 wa06 wa07"));
    let ten = "wa02 wa03 wa04 wa05 wa06 wa07 wa08 wa09 wa10 wapa";
    assert_eq!(line(ten, "cu02").as_deref(), Some("wa02 wa06 wapa"));
    assert_eq!(line("", "cu02 cu03 cu04").as_deref(), Some("cu02 cu04 cu04"));
    assert_eq!(line("", ""), None);
}

#[test]
fn own_and_partners_tricks_are_a_pair() {
    let text = asked("wa02 wa03", "cu02 cu03", "").summary.text.to_lowercase();
    assert!(text.contains("your first trick") && text.contains("your partner's first"), "{text}");
}

#[test]
fn ranks_that_come_back_and_a_suit_that_leads_strike_the_eye() {
    let striking = |own: &str| laid(own, "").striking();
    assert_eq!(striking("waki cuki swki pe02 pe03"), [Striking::Alike(Rank::KING, 3)]);
    let wands = Striking::Leads(crate::SuitOrStars::Wands, 3);
    assert_eq!(striking("wa02 wa03 wa04 cu05"), [wands]);
    assert_eq!(striking("wa02 wa03 cu04 cu05"), []);
    assert_eq!(striking("wa02 wa03 wa04"), [], "of three cards none leads");
}

#[test]
fn no_first_sentence_leans_where_every_card_was_to_lie_so() {
    let known = KnownSpread::find("yes-no", None).expect("a spread");
    let reversals = crate::Reversals::new(0.0).expect("a share");
    let pack = crate::Shuffled::default().cards(None);
    let cards = Draw::of_pack("settled", "", pack.clone(), reversals).take(3).collect::<Vec<_>>();
    let choice = SpreadChoice { question_kind: QuestionKind::YesNo, ..SpreadChoice::of(Spread::Known(known)) };
    let settled = Settled::of(pack, reversals);
    let reading = crate::read_drawn(choice, settled, &cards).expect("three cards").told_for("Will it?", []);
    assert_eq!(reading.answer, None);
    assert!(
        first(&reading.summary.text).to_lowercase().contains("every card was to lie upright"),
        "{}",
        reading.summary.text
    );
}

/// All lists of wordings in the file, with their paths.
fn lists(value: &serde_json::Value, at: &str, found: &mut Vec<(String, Vec<String>)>) {
    if let Some(fields) = value.as_object() {
        fields.iter().for_each(|(name, value)| lists(value, &format!("{at}.{name}"), found));
    } else if let Ok(list) = serde_json::from_value(value.clone()) {
        found.push((at.to_owned(), list));
    }
}

#[test]
fn no_wording_is_there_twice() {
    let mut found = Vec::new();
    lists(&serde_json::from_str(FILE).expect("JSON"), "", &mut found);
    let mut said = BTreeMap::new();
    for (at, wording) in found.iter().flat_map(|(at, list)| list.iter().map(move |wording| (at, wording))) {
        if let Some(other) = said.insert(wording, at).filter(|_| wording.contains('{')) {
            panic!("{other} and {at}: {wording}");
        }
    }
    assert!(said.len() > 250, "{}", said.len());
}

#[test]
fn an_incomplete_file_is_refused() {
    let load = |text: &str| {
        let words = serde_json::from_str::<crate::texts::SummaryWords>(text).map_err(|error| error.to_string());
        words.and_then(crate::texts::SummaryWords::checked).map(drop)
    };
    assert_eq!(load(FILE), Ok(()));
    for (old, new) in
        [("\"ki\"", "\"xx\""), ("{share}", "{card}"), ("{theme}", "{thema}"), ("\"self\": \"at", "\"s\": \"at")]
    {
        assert!(FILE.contains(old) && load(&FILE.replacen(old, new, 1)).is_err(), "{old}");
    }
}

#[test]
fn the_summary_is_told_when_the_question_is_known() {
    let mut reading = read(&tricks("wa02 wa03", "cu02"), ReadingChoice::default()).expect("different cards").reading;
    assert!(reading.summary.text.is_empty());
    assert!(reading.places().any(|place| place.place == Place::TheSelf && !place.text.is_empty()));
    let variants = crate::Variants::of_text("again");
    assert_eq!(narrate(&mut reading, variants).cards.len(), 3);
}
