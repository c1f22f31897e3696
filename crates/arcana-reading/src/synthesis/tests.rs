use std::collections::{BTreeMap, BTreeSet};

use super::facts::{Leaning, ReadingFacts, Remark, Remarks, Share, Turned};
use crate::element::Meeting;
use crate::{
    Disposition, Element, Layout, Place, QuestionKind, Reading, ReadingChoice, TeamOutcome, Tricks, Variants, WonTrick,
    read, read_with, texts::edition, usual::Measure,
};
use arcana_engine::{
    cards::{Card, Deck, Rank, Suit},
    chance::Chance,
    games::{Fortunes, Game, Player},
    players::{Skill, play_out, seat},
};

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

fn choice(kind: QuestionKind, deck: Deck) -> ReadingChoice {
    ReadingChoice { question_kind: kind, deck, ..ReadingChoice::default() }
}

/// The words of the synthesis.
const FILE: &str = include_str!("../texts/en/summary.json");

fn lay_with(own: &str, partner: &str, choice: ReadingChoice) -> Reading {
    let tricks = Tricks { own: list(own), partner: list(partner), outcome: TeamOutcome::Won, seats: None };
    read(&tricks, choice).expect("different cards").told_for("", [])
}

fn lay(own: &str, partner: &str) -> Reading {
    lay_with(own, partner, choice(QuestionKind::Open, Deck::Fortunes))
}

/// Readings of random cards, with all numbers of own and partner's cards, verdicts, kinds and decks.
fn readings(each: u32) -> impl Iterator<Item = Reading> {
    let sizes = (0..=19).flat_map(|own| (0..=19 - own).map(move |partner| (own, partner)));
    let mut chance = Chance::of_table("synthesis", "");
    sizes.flat_map(move |size| (0..each).map(move |n| (size, n))).map(move |((own, partner), _)| {
        let pack = chance.pack();
        let mut trick = |card: &Card| WonTrick { card: *card, disposition: Disposition::ALL[chance.below(2) as usize] };
        let (own, partner) =
            (pack[..own].iter().map(&mut trick).collect(), pack[own..own + partner].iter().map(&mut trick).collect());
        let outcomes = [TeamOutcome::Won, TeamOutcome::Lost, TeamOutcome::Drawn];
        let outcome = outcomes[chance.below(3) as usize];
        let kind = QuestionKind::ALL[chance.below(9) as usize];
        let deck = Deck::ALL[chance.below(4) as usize];
        read(&Tricks { own, partner, outcome, seats: None }, choice(kind, deck))
            .expect("different cards")
            .told_for("", [])
    })
}

fn sentences(text: &str) -> Vec<&str> {
    text.split_inclusive(". ").map(str::trim_end).collect()
}

#[test]
fn every_synthesis_is_three_to_five_whole_sentences() {
    for reading in readings(10) {
        let text = &reading.summary.text;
        let sentences = sentences(text);
        let numbers = match reading.summary.cards {
            0 => 2..=2,
            1 => 2..=2,
            2 => 3..=3,
            _ => 4..=5,
        };
        assert!(numbers.contains(&sentences.len()), "{text}");
        assert!(!text.contains(['{', '}']) && !text.contains("  ") && !text.contains(" ,"), "{text}");
        for sentence in &sentences {
            assert!(sentence.ends_with('.') && !sentence.ends_with(".."), "{text}");
            assert!(sentence.starts_with(char::is_uppercase), "{text}");
        }
        assert_eq!(BTreeSet::from_iter(&sentences).len(), sentences.len(), "said twice: {text}");
    }
}

/// All lists of wordings in the file, with their paths.
fn lists(value: &serde_json::Value, at: &str, found: &mut Vec<(String, Vec<String>)>) {
    if let Some(fields) = value.as_object() {
        fields.iter().for_each(|(name, value)| lists(value, &format!("{at}.{name}"), found));
    } else {
        found.push((at.to_owned(), serde_json::from_value(value.clone()).expect("a list of wordings")));
    }
}

/// The longest part of a wording between slots.
fn longest_part(wording: &str) -> String {
    let parts = wording.split('{').map(|part| part.split_once('}').map_or(part, |(_, longest_part)| longest_part));
    parts.max_by_key(|part| part.len()).unwrap_or_default().to_lowercase()
}

#[test]
fn every_list_of_wordings_is_used() {
    let told: Vec<_> = readings(20).map(|reading| reading.summary.text.to_lowercase()).collect();
    let mut found = Vec::new();
    lists(&serde_json::from_str(FILE).expect("JSON"), "", &mut found);
    assert!(found.len() > 80, "{}", found.len());
    // A list whose only wording is just a slot cannot be recognised.
    let wordings = |list: &[String]| {
        list.iter()
            .map(|wording| longest_part(wording))
            .filter(|longest_part| longest_part.len() > 4)
            .collect::<Vec<_>>()
    };
    let untold = found.iter().filter(|(_, list)| {
        let wordings = wordings(list);
        !told.iter().any(|text| wordings.iter().any(|wording| text.contains(wording)))
    });
    assert_eq!(untold.map(|(at, _)| at).collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
fn no_last_sentence_ends_more_than_one_reading_in_twenty() {
    let mut last: BTreeMap<(QuestionKind, String), u32> = BTreeMap::new();
    for deal in 0..500 {
        let seed = format!("last/{deal}");
        let mut game = Fortunes::new(4, Default::default()).expect("four play Fortunes");
        play_out(&mut game, &mut seat(&[Skill::Random; 4], &seed, ""), &mut Chance::of_table(&seed, ""), |_, _| ());
        let outcome = game.outcome().expect("the game is over");
        for player in [0, 1, 2, 3].map(Player) {
            let tricks = Tricks::of_deal(&outcome.detail.deals[0], player);
            for kind in [QuestionKind::Open, QuestionKind::Money, QuestionKind::YesNo] {
                let variants = Variants::of_game(&seed, "", 1, player);
                let reading = read_with(&tricks, choice(kind, Deck::Fortunes), variants)
                    .expect("different cards")
                    .told_for("", []);
                let sentence = sentences(&reading.summary.text).pop().unwrap_or_default().to_owned();
                *last.entry((kind, sentence)).or_default() += 1;
            }
        }
    }
    let (commonest, readings) = last.iter().max_by_key(|(_, readings)| **readings).expect("there are some");
    assert!(*readings <= 2000 / 20, "{readings} of 2000: {commonest:?}");
}

/// The ids of the cards at root, centre and end.
fn way(reading: &Reading) -> (String, Option<String>, String) {
    let way = ReadingFacts::of(reading).way.expect("there are cards");
    (way.root.id.id(), way.center.map(|center| center.id.id()), way.last.id.id())
}

#[test]
fn the_path_goes_from_the_root_through_the_centre_to_the_end() {
    let text =
        |root: &str, center: Option<&str>, last: &str| (root.to_owned(), center.map(str::to_owned), last.to_owned());
    // The simple layout ends with the Future, or with the last own card.
    assert_eq!(way(&lay("wa02 wa03", "cu02 cu03 cu04")), text("wa02", None, "cu04"));
    assert_eq!(way(&lay("wa02 wa03 wa04 wa05 wa06 wa07", "")), text("wa02", Some("wa06"), "wa07"));
    assert_eq!(way(&lay("wa02 wa03 wa04 wa05 wa06", "")), text("wa02", None, "wa06"));
    // The others end with the Union, unless there is an outcome.
    assert_eq!(way(&lay("wa02 wa03 wa04 wa05 wa06", "cu02 cu03 cu04 cu05 cu06")), text("wa02", Some("wa06"), "cu02"));
    let ten = "wa02 wa03 wa04 wa05 wa06 wa07 wa08 wa09 wa10 wapa";
    assert_eq!(way(&lay(ten, "cu02")), text("wa02", Some("wa06"), "wapa"));
    // Without own cards, all are the partner's.
    assert_eq!(way(&lay("", "cu02 cu03 cu04")), text("cu02", None, "cu04"));
    assert_eq!(way(&lay("", "cu02 cu03 cu04 cu05 cu06")), text("cu06", None, "cu02"));
    // A requested layout may leave cards out.
    let simple = ReadingChoice { layout: Some(Layout::Simple), ..choice(QuestionKind::Open, Deck::Fortunes) };
    assert_eq!(way(&lay_with("wa02", "cu02 cu03 cu04 cu05 cu06", simple)), text("wa02", None, "cu05"));
    assert!(ReadingFacts::of(&lay("", "")).way.is_none());
}

#[test]
fn the_path_names_its_cards_and_orientations() {
    let text = lay("waqu sw02 sw03 sw04 cu05-", "peac- pe02 pe03 pe04 pe05").summary.text;
    let way = sentences(&text)[0];
    for card in ["the Riga of Wands", "the Five of Cups", "the Ace of Pentacles"] {
        assert!(way.to_lowercase().contains(&card.to_lowercase()), "{way}");
    }
    assert!(way.contains("turned"), "{way}");
}

#[test]
fn elements_meet_alike_in_either_order() {
    use Element::{Air, Earth, Fire, Spirit, Water};
    let elements = [Fire, Water, Air, Earth, Spirit];
    for one in elements {
        for other in elements {
            assert_eq!(Meeting::of(one, other), Meeting::of(other, one));
        }
    }
    assert_eq!(Meeting::of(Fire, Air), Meeting::FireAir);
    assert_eq!(Meeting::of(Fire, Water), Meeting::FireWater);
    assert_eq!((Meeting::of(Spirit, Earth), Meeting::of(Spirit, Spirit)), (Meeting::Spirit, Meeting::SpiritSpirit));
}

#[test]
fn own_cards_are_compared_with_the_partners() {
    let share = |own: usize, partner: usize| {
        let pack = "wa02 wa03 wa04 wa05 cu02 cu03 cu04 cu05 sw02 sw03 sw04 sw05";
        let cards: Vec<_> = pack.split(' ').collect();
        let reading = lay(&cards[..own].join(" "), &cards[own..own + partner].join(" "));
        ReadingFacts::of(&reading).share()
    };
    assert_eq!(
        (share(3, 0), share(6, 6), share(5, 6), share(3, 2)),
        (Share::All, Share::Even, Share::Near, Share::More)
    );
    assert_eq!(
        (share(7, 5), share(5, 7), share(9, 3), share(3, 9)),
        (Share::More, Share::Fewer, Share::FarMore, Share::FarFewer)
    );
}

#[test]
fn a_suit_leads_only_if_the_stars_do_not() {
    let mut led = 0;
    for reading in readings(10) {
        let counts = ReadingFacts::of(&reading).counts;
        let remarks = format!("{:?}", Remarks::on(&reading, &counts));
        if remarks.contains("Leads") || remarks.contains("Shared") {
            assert!(counts.get(Measure::Stars) < counts.get(Measure::Suit), "{remarks}");
            led += 1;
        }
    }
    assert!(led > 0);
}

#[test]
fn reversed_cards_are_compared_with_the_reference() {
    let facts = |marks: [&str; 9]| {
        let cards = ["wa02", "wa03", "wa04", "cu02", "cu03", "cu04", "sw02", "sw03", "sw04"];
        let own: Vec<_> = cards.into_iter().zip(marks).map(|(card, mark)| format!("{card}{mark}")).collect();
        let reading = lay(&own.join(" "), "");
        let facts = ReadingFacts::of(&reading);
        (facts.turned(), facts.leaning())
    };
    let some = |turned: usize| std::array::from_fn(|index| if index < turned { "-" } else { "" });
    assert_eq!(facts(some(0)), (Turned::None, Leaning::Yes));
    assert_eq!(facts(some(2)), (Turned::Fewer, Leaning::Yes));
    assert_eq!(facts(some(4)), (Turned::Usual, Leaning::Yes));
    assert_eq!(facts(some(5)), (Turned::Usual, Leaning::No));
    assert_eq!(facts(some(7)), (Turned::More, Leaning::No));
    assert_eq!(facts(some(9)), (Turned::All, Leaning::No));
}

#[test]
fn the_rarest_feature_is_remarked_on() {
    let on = |own: &str| {
        let reading = lay(own, "");
        Remarks::on(&reading, &ReadingFacts::of(&reading).counts)
    };
    let card = |id: &str| id.parse().expect("a card");
    assert_eq!(
        on("waki cuki swki pe02 pe03 pe04 pe05"),
        Remarks::Two(Remark::Alike(Rank::KING, 3), Remark::Leads(Suit::Pentacles, 4))
    );
    assert_eq!(on("ar01 ar05 ar06 ar07 wa02 cu07 sw09"), Remarks::Two(Remark::ManyStars(4), Remark::NoCourts));
    assert_eq!(
        on("wa02 wa03 wa04 wa05 cu06 cu07 cupa ar01"),
        Remarks::Two(Remark::Missing(vec![Suit::Swords, Suit::Pentacles]), Remark::OneCourt(card("cupa")))
    );
    assert_eq!(on("wa02 wa03 wa04 cu05 sw06 swpa pepa ar01 ar02"), Remarks::None);
    assert_eq!(on("wa02 wa03 wa04 cu05 cu06 cu07 swpa pepa ar01"), Remarks::Ordinary(Remark::OneStar(card("ar01"))));
    assert_eq!(
        on("wa02 wa03 wa04 wa05 cu06 sw06 swpa pepa ar01 ar02"),
        Remarks::Ordinary(Remark::Leads(Suit::Wands, 4))
    );
    assert_eq!(
        on("wa02 wa03 wa04 cu05 cu06 cu07 sw06 swpa pepa ar01 ar02"),
        Remarks::Ordinary(Remark::Shared([Suit::Wands, Suit::Cups]))
    );
}

#[test]
fn cards_alike_have_the_names_of_the_deck() {
    let kings =
        |deck| lay_with("waki cuki swki pe02 wa03 cu04 sw05 ar01", "", choice(QuestionKind::Open, deck)).summary.text;
    for (deck, name) in [(Deck::Fortunes, "Righs"), (Deck::WaiteSmith, "Kings"), (Deck::Thoth, "Knights")] {
        let text = kings(deck).to_lowercase();
        assert!(text.contains(&format!("three {} ", name.to_lowercase())), "{text}");
    }
}

#[test]
fn yes_or_no_follows_the_cards() {
    let told = |own: &str| lay_with(own, "", choice(QuestionKind::YesNo, Deck::Fortunes)).summary.text;
    let yes_no = edition(Default::default()).questions.of(QuestionKind::YesNo);
    let closes = |text: &str, verdict| {
        let ending = |closing: &String| text.contains(closing.trim_end_matches('.'));
        yes_no.closing(verdict).iter().any(ending)
    };
    use crate::Verdict::{Balance, Doom, Fortune};
    assert!(closes(&told("wa02 cu03 sw04-"), Fortune));
    // The deal was won, but most cards are reversed.
    assert!(closes(&told("wa02- cu03 sw04-"), Doom));
    assert!(closes(&told("wa02- cu03 sw04- pe05"), Balance));
}

#[test]
fn the_card_to_take_along_is_upright_and_new() {
    let keepsake = |own: &str, partner: &str| {
        ReadingFacts::of(&lay(own, partner)).keepsake.map(|card| card.id.id()).unwrap_or_default()
    };
    assert_eq!(keepsake("wa02 ar01- wa03", "ar17 cu02 cu03"), "ar17");
    assert_eq!(keepsake("wa02 wa03- wa04", "cu02 cu03"), "wa04");
    assert_eq!(keepsake("wa02 wa03-", "cu02"), "wa02");
    assert_eq!(keepsake("wa02- wa03-", "cu02-"), "wa02");
    // Death has a benign meaning here, but its picture may frighten.
    assert_eq!(
        (keepsake("wa02- wa03- ar13 wa04", ""), keepsake("wa02- ar13 wa04-", "")),
        ("wa04".into(), String::new())
    );
}

#[test]
fn the_card_to_take_along_is_a_friend() {
    let simple = |own: &str, partner: &str| {
        let choice = ReadingChoice { layout: Some(Layout::Simple), ..choice(QuestionKind::Open, Deck::Fortunes) };
        let reading = lay_with(own, partner, choice);
        ReadingFacts::of(&reading).keepsake.map(|card| card.id.id()).unwrap_or_default()
    };
    // Hopes, fears, enemies, allies, and one that has no place.
    assert_eq!(simple("wa02-", "cu02- cu03- ar14 cu04-"), "", "only the enemies' card is upright");
    assert_eq!(simple("wa02-", "cu02- ar14 ar17 cu04 cu06-"), "cu04");
    assert_eq!(simple("wa02-", "cu02- cu03- sw02- cu04- cu06"), "");
    assert_eq!(simple("wa02-", "cu02- cu03- sw02- cu04- cu06-"), "wa02", "none is upright");
    for reading in readings(4) {
        let keepsake = ReadingFacts::of(&reading).keepsake.filter(|card| card.disposition == Disposition::Well);
        let is_there = |place: Place| {
            let mut cards = reading.places().filter(|there| there.place == place).flat_map(|there| &there.cards);
            keepsake.is_some_and(|keepsake| cards.any(|card| card.id == keepsake.id))
        };
        assert!(![Place::Enemies, Place::Fears, Place::Abyss, Place::PartnerOutcome].into_iter().any(is_there));
    }
}

/// Sentences that say opposite things, which earlier texts had in one reading.
const OPPOSITES: [(&[&str], &[&str]); 4] = [
    (&["no element has the upper hand"], &[" lead with ", " gather here"]),
    (
        &["leans a little towards", "a feather on the side of"],
        &[
            "there is none: yes and no weigh the same",
            "the cards lean neither way",
            "hangs on something that you have not asked",
            "even scales mean",
        ],
    ),
    (
        &["nobody to win over", "need not ask anybody's leave", "about things rather than people"],
        &["ask before you act", "nothing here is settled by one alone", "part of the answer lies with others"],
    ),
    (&["a single person has a say"], &["two people have an equal part", "nothing here is settled by one alone"]),
];

#[test]
fn no_sentence_contradicts_another_or_its_place() {
    for reading in readings(20) {
        let text = reading.summary.text.to_lowercase();
        let has = |said: &[&str]| said.iter().any(|said| text.contains(said));
        let even = reading.question_kind == QuestionKind::YesNo
            && reading.summary.cards > 2
            && ReadingFacts::of(&reading).leaning() == Leaning::Even;
        assert!(!OPPOSITES.into_iter().any(|(some, others)| has(some) && has(others)), "{text}");
        // No card lies at the Center that lies in the House of Consciousness.
        assert!(!has(&["turned at the center"]), "{text}");
        assert!(!even || !has(&["leans", "a feather"]), "{text}");
    }
}

#[test]
fn an_incomplete_file_is_refused() {
    let load = |text: &str| serde_json::from_str::<crate::texts::SynthesisWords>(text).map(drop);
    assert!(load(FILE).is_ok());
    for (old, new) in [("\"ki\"", "\"xx\""), ("[\"over {card}\", ", "["), ("{meeting}", "{meting}")] {
        assert!(FILE.contains(old) && load(&FILE.replacen(old, new, 1)).is_err(), "{old}");
    }
}
