//! The examples and rulings of `reading.md`, by their numbers.

use serde_json::{Value, json};
use std::collections::BTreeSet;

use super::*;
use crate::{Element, Layout, PartnerSeats, Place, TeamOutcome, Zone};
use arcana_engine::{
    cards::{Deck, PACK},
    games::Player,
};

/// Well-disposed tricks in pack order, own first.
fn tricks(own: usize, partner: usize) -> Tricks {
    let all = PACK.map(|card| WonTrick { card, disposition: Disposition::Well });
    Tricks {
        own: all[..own].to_vec(),
        partner: all[own..own + partner].to_vec(),
        outcome: TeamOutcome::Won,
        seats: None,
    }
}

fn list(cards: &[(&str, Disposition)]) -> Vec<WonTrick> {
    let trick =
        |(id, disposition): &(&str, _)| WonTrick { card: id.parse().expect("a card"), disposition: *disposition };
    cards.iter().map(trick).collect()
}

fn auto(own: usize, partner: usize) -> Reading {
    read(&tricks(own, partner), ReadingChoice::default()).expect("cards of one pack").told_for("", [])
}

/// The tricks at a position, as in `own 8`.
fn tricks_at(reading: &Reading, place: Place) -> Vec<String> {
    let there = reading.places().find(|there| there.place == place).expect("a place of the layout");
    told(&there.cards)
}

fn told(cards: &[ReadCard]) -> Vec<String> {
    cards.iter().map(|card| card.source().to_string()).collect()
}

/// Number of cards in each zone.
fn zone_counts(reading: &Reading) -> Vec<(Zone, usize)> {
    let count = |zone: &ZoneReading| zone.places.iter().map(|place| place.cards.len()).sum();
    reading.zones.iter().map(|zone| (zone.zone, count(zone))).collect()
}

#[test]
fn example_1_simple_and_broad() {
    let simple = auto(4, 4);
    assert_eq!(simple.layout, Layout::Simple);
    assert_eq!(zone_counts(&simple), [(Zone::Man, 4), (Zone::Clan, 0), (Zone::Future, 4)]);

    let clan = auto(5, 4);
    assert_eq!(zone_counts(&clan), [(Zone::Man, 4), (Zone::Clan, 1), (Zone::Future, 4)]);
    assert_eq!(tricks_at(&clan, Place::HouseOfConsciousness), ["own trick 5"]);

    let broad = auto(4, 5);
    assert_eq!(broad.layout, Layout::Broad);
    assert_eq!(tricks_at(&broad, Place::Center), ["the partner's trick 5"]);
    assert_eq!(tricks_at(&broad, Place::Union), ["the partner's trick 1"]);
}

#[test]
fn example_2_an_eighth_card_of_ones_own() {
    let fate = auto(8, 5);
    assert_eq!(fate.layout, Layout::Fate);
    assert_eq!(tricks_at(&fate, Place::GiftGiven), ["own trick 8"]);
    for place in [Place::SharedFate, Place::GiftReceived, Place::Outcome, Place::PartnerOutcome] {
        assert!(tricks_at(&fate, place).is_empty(), "{place:?}");
    }
    assert_eq!(tricks_at(&fate, Place::Center), ["the partner's trick 5"]);
    assert_eq!(
        zone_counts(&fate),
        [(Zone::Man, 4), (Zone::Clan, 3), (Zone::Fate, 1), (Zone::Realm, 1), (Zone::Universe, 4)]
    );
}

#[test]
fn example_3_a_fate_shared_and_cards_beyond() {
    let shared = auto(9, 9);
    assert_eq!(tricks_at(&shared, Place::SharedFate), ["own trick 9", "the partner's trick 9"]);
    assert_eq!(tricks_at(&shared, Place::GiftGiven), ["own trick 8"]);
    assert_eq!(tricks_at(&shared, Place::GiftReceived), ["the partner's trick 8"]);

    let beyond = auto(12, 0);
    assert_eq!(tricks_at(&beyond, Place::Outcome), ["own trick 10"]);
    assert_eq!(told(&beyond.beyond), ["own trick 11", "own trick 12"]);
    assert!(beyond.unplaced.is_empty());
}

#[test]
fn example_4_a_layout_asked_for_by_name() {
    let choice = ReadingChoice { layout: Some(Layout::Simple), ..ReadingChoice::default() };
    let simple = read(&tricks(3, 6), choice).expect("cards of one pack").told_for("", []);
    assert_eq!(simple.layout, Layout::Simple);
    assert_eq!(told(&simple.unplaced), ["the partner's trick 5", "the partner's trick 6"]);
    assert!(simple.beyond.is_empty());
}

#[test]
fn example_5_no_tricks_at_all() {
    let lost = Tricks { outcome: TeamOutcome::Lost, ..tricks(0, 0) };
    let empty = read(&lost, ReadingChoice::default()).expect("no cards").told_for("", []);
    assert_eq!((empty.layout, empty.verdict), (Layout::Simple, Verdict::Doom));
    assert_eq!(empty.places().count(), 11);
    assert!(empty.places().all(|place| place.cards.is_empty()));
    assert_eq!(empty.summary.element, None);
}

/// The readings of a team: the querent's, then the partner's.
fn read_both(tricks: &Tricks) -> [Reading; 2] {
    let across = |seats: PartnerSeats| PartnerSeats { player: seats.partner, partner: seats.player };
    let of_partner = Tricks {
        own: tricks.partner.clone(),
        partner: tricks.own.clone(),
        outcome: tricks.outcome,
        seats: tricks.seats.map(across),
    };
    [tricks, &of_partner]
        .map(|tricks| read(tricks, ReadingChoice::default()).expect("cards of one pack").told_for("", []))
}

#[test]
fn ruling_1_partners_of_one_team_can_have_different_layouts() {
    let team = read_both(&tricks(4, 5));
    assert_eq!(team.each_ref().map(|reading| reading.layout), [Layout::Broad, Layout::Simple]);
}

#[test]
fn ruling_2_more_than_seven_with_fewer_than_fifteen_for_the_team_is_fate() {
    assert_eq!(auto(9, 3).layout, Layout::Fate);
    assert_eq!(auto(3, 9).layout, Layout::Fate);
}

#[test]
fn ruling_3_the_partners_ninth_card_joins_the_querents() {
    assert_eq!(tricks_at(&auto(0, 9), Place::SharedFate), ["the partner's trick 9"]);
    assert_eq!(tricks_at(&auto(10, 9), Place::SharedFate), ["own trick 9", "the partner's trick 9"]);
}

#[test]
fn ruling_4_a_tenth_card_is_its_players_outcome_and_the_others_trap_avoided() {
    let team = read_both(&tricks(10, 9));
    assert_eq!(tricks_at(&team[0], Place::Outcome), ["own trick 10"]);
    assert_eq!(tricks_at(&team[1], Place::PartnerOutcome), ["the partner's trick 10"]);
}

#[test]
fn ruling_5_a_drawn_deal_is_neither_fortune_nor_doom() {
    let verdict = |outcome| {
        let reading = read(&Tricks { outcome, ..tricks(1, 0) }, ReadingChoice::default());
        reading.map(|reading| reading.told_for("", []).verdict)
    };
    assert_eq!(verdict(TeamOutcome::Won), Ok(Verdict::Fortune));
    assert_eq!(verdict(TeamOutcome::Lost), Ok(Verdict::Doom));
    assert_eq!(verdict(TeamOutcome::Drawn), Ok(Verdict::Balance));
}

#[test]
fn ruling_6_a_card_lies_as_its_winner_had_it_in_both_readings() {
    let mut ill = tricks(1, 1);
    ill.own[0].disposition = Disposition::Ill;
    let team = read_both(&ill);
    let disposition = |reading: &Reading| {
        reading.cards().find(|card| card.id == Card::FOOL).expect("the querent's first trick").disposition
    };
    assert_eq!(team.each_ref().map(disposition), [Disposition::Ill, Disposition::Ill]);
}

#[test]
fn ruling_8_a_team_reading_is_the_two_readings_with_one_verdict() {
    let seats = PartnerSeats { player: Player(1), partner: Player(3) };
    let both = Tricks { outcome: TeamOutcome::Drawn, seats: Some(seats), ..tricks(2, 3) };
    let team = read_both(&both);
    let [own, across] = &team;
    assert_eq!((own.verdict, across.verdict), (Verdict::Balance, Verdict::Balance));
    assert_eq!((own.player, own.partner), (Some(Player(1)), Some(Player(3))));
    assert_eq!((across.player, across.partner), (Some(Player(3)), Some(Player(1))));
    assert_eq!(told(&across.zones[0].places[0].cards), ["own trick 1"]);
    assert_eq!(across.zones[0].places[0].cards[0].id, both.partner[0].card);
}

#[test]
fn a_repeated_card_is_refused() {
    let mut twice = tricks(3, 2);
    twice.partner[1].card = twice.own[2].card;
    let error = read(&twice, ReadingChoice::default()).expect_err("a card twice");
    let first = Source { from: Side::Own, trick: 3 };
    let again = Source { from: Side::Partner, trick: 2 };
    assert_eq!(error, ReadingError::DuplicateCard { card: twice.own[2].card, first, again });
    assert_eq!(error.to_string(), "`ar02` won own trick 3, so it cannot have won the partner's trick 2 too.");
}

#[test]
fn nineteen_tricks_are_read_and_twenty_refused() {
    assert_eq!(auto(19, 0).summary.cards, 19);
    let error = read(&tricks(10, 10), ReadingChoice::default()).expect_err("too many");
    assert_eq!(error, ReadingError::TooManyTricks { own: 10, partner: 10 });
}

#[test]
fn every_card_is_found_in_exactly_one_list() {
    for own in 0..=19 {
        for partner in 0..=19 - own {
            for layout in [None, Some(Layout::Simple), Some(Layout::Broad), Some(Layout::Fate)] {
                let tricks = tricks(own, partner);
                let reading = read(&tricks, ReadingChoice { layout, ..ReadingChoice::default() })
                    .expect("cards of one pack")
                    .told_for("", []);
                let mut found = reading.cards().map(|card| card.id).collect::<Vec<_>>();
                found.sort_unstable();
                assert_eq!(found, PACK[..own + partner], "{own} and {partner} in {layout:?}");
                assert!(layout.is_some() || reading.unplaced.is_empty());
            }
        }
    }
}

#[test]
fn the_summary_counts_cards_without_a_place_too() {
    use Disposition::{Ill, Well};
    let tricks = Tricks {
        own: list(&[("wa02", Well), ("wa10", Ill), ("waki", Well), ("ar05", Well)]),
        partner: list(&[("cu02", Ill), ("cuqu", Well), ("pe03", Ill), ("swac", Well), ("wa03", Well)]),
        outcome: TeamOutcome::Won,
        seats: None,
    };
    let choice = ReadingChoice { layout: Some(Layout::Simple), ..ReadingChoice::default() };
    let summary = read(&tricks, choice).expect("different cards").told_for("", []).summary;
    let counted = SuitCounts { wands: 4, cups: 2, swords: 1, pentacles: 1, stars: 1 };
    assert_eq!((summary.cards, summary.well, summary.ill, summary.suits), (9, 6, 3, counted));
    assert_eq!((summary.element, summary.courts, summary.stars), (Some(Element::Fire), 2, 1));
}

#[test]
fn the_deck_names_the_cards() {
    let tricks = Tricks { own: list(&[("pepa", Disposition::Well)]), ..tricks(0, 0) };
    let name = |deck| {
        let reading =
            read(&tricks, ReadingChoice { deck, ..ReadingChoice::default() }).expect("one card").told_for("", []);
        reading.zones[0].places[0].cards[0].name.clone()
    };
    assert_eq!(name(Deck::Fortunes), "Herald of Pentacles");
    assert_eq!(name(Deck::WaiteSmith), "Page of Pentacles");
    assert_eq!(name(Deck::Thoth), "Princess of Disks");
}

#[test]
fn the_json_matches_the_page() {
    let tricks = Tricks {
        own: list(&[("wa02", Disposition::Well)]),
        partner: (0..5).map(|n| WonTrick { card: Card::trump(n), disposition: Disposition::Ill }).collect(),
        outcome: TeamOutcome::Won,
        seats: Some(PartnerSeats { player: Player(0), partner: Player(2) }),
    };
    let reading = read(&tricks, ReadingChoice::default()).expect("different cards").told_for("", []);
    let whole = serde_json::to_string(&reading).expect("JSON");
    let start = concat!(
        r#"{"layout":"broad","verdict":"fortune","player":0,"partner":2,"deck":"fortunes","#,
        r#""question_kind":"open","care":null,"zones":[{"zone":"man","about":"Man is you yourself: where you start, what you "#,
        r#"imagine, how you think and what you feel. A house is a place under a planet: it shows a field in which you act. "#,
        r#"The numbers 10 to 1 are the spheres of the tree of life, counted from the earth upwards.","#,
        r#""places":[{"place":"self","court":"The Self","meaning":"Root, Origin","#,
        r#""correspondence":"The World","sphere":"10","sources":[{"from":"own","trick":1}],"#,
        r#""cards":[{"id":"wa02","name":"Two of Wands","title":null,"suit":"wands","disposition":"well","#,
        r#""from":"own","trick":1,"keywords":["vision","planning","boldness","dominion"],"won":null}],"#,
        r#""text":""#,
    );
    assert_eq!(&whole[..start.len()], start);
    let end = concat!(
        r#""beyond":[],"unplaced":[],"#,
        r#""summary":{"cards":6,"well":1,"ill":5,"suits":{"wands":1,"cups":0,"swords":0,"pentacles":0,"stars":5},"#,
        r#""element":"spirit","courts":0,"stars":5,"dignities":[{"cards":["wa02","ar04"],"dignity":"spirit"},"#,
    );
    assert!(whole.contains(end), "{whole}");
    assert!(whole.ends_with("\"}}"), "nothing follows: {whole}");
}

#[test]
fn missing_properties_of_a_position_are_null() {
    let place = |reading: &Reading, place: Place| -> Value {
        let there = reading.places().find(|there| there.place == place).expect("a place of the layout");
        let value = serde_json::to_value(there).expect("JSON");
        json!([value["court"], value["correspondence"], value["sphere"]])
    };
    let (simple, fate) = (auto(1, 1), auto(8, 8));
    assert_eq!(place(&simple, Place::TheSelf), json!(["The Self", "The World", null]));
    assert_eq!(place(&simple, Place::Hopes), json!([null, null, null]));
    assert_eq!(place(&fate, Place::FathersHouse), json!(["The Father's House", null, "2"]));
    assert_eq!(place(&fate, Place::Center), json!(["The Center", null, "1"]));
    assert_eq!(place(&fate, Place::Abyss), json!(["The Abyss", "The Bull", "earth"]));
    assert_eq!(place(&fate, Place::Outcome), json!([null, null, null]));
    let unseated = serde_json::to_value(&simple).expect("JSON");
    assert_eq!((&unseated["player"], &unseated["partner"]), (&Value::Null, &Value::Null));
}

#[test]
fn the_schema_is_closed_and_requires_nullable_fields() {
    let schema = serde_json::to_value(<PlaceReading as utoipa::PartialSchema>::schema()).expect("JSON");
    assert_eq!(schema["additionalProperties"], json!(false));
    let required = schema["required"].as_array().expect("a list");
    for field in ["place", "court", "meaning", "correspondence", "sphere", "sources", "cards"] {
        assert!(required.contains(&json!(field)), "{field}");
    }
}

#[test]
fn the_language_is_not_in_the_json() {
    let schema = serde_json::to_value(<Reading as utoipa::PartialSchema>::schema()).expect("JSON");
    let fields = schema["properties"].as_object().expect("fields").keys().map(String::as_str).collect::<BTreeSet<_>>();
    let expected = ["layout", "verdict", "player", "partner", "deck", "question_kind", "care", "zones"];
    let expected = expected.into_iter().chain(["beyond", "unplaced", "summary", "rarity"]).collect::<BTreeSet<_>>();
    assert_eq!(fields, expected);
    let value = serde_json::to_value(auto(1, 1)).expect("JSON");
    let fields = value.as_object().expect("an object").keys().map(String::as_str).collect::<BTreeSet<_>>();
    assert_eq!(fields, expected);
}
