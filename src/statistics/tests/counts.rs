//! The counts that each rules page lists under "What is counted".

use serde_json::{Value, json};

use super::report_of;
use crate::games::Ruleset;

/// The sum of all numbers in a value.
fn sum(value: &Value) -> u64 {
    match value {
        Value::Number(number) => number.as_u64().expect("a count"),
        Value::Array(items) => items.iter().map(sum).sum(),
        Value::Object(fields) => fields.values().map(sum).sum(),
        Value::Null | Value::Bool(_) | Value::String(_) => 0,
    }
}

/// The sum of the values of a summary.
fn total(summary: &Value, count: u64) -> u64 {
    (summary["mean"]["value"].as_f64().expect("a mean") * count as f64).round() as u64
}

#[test]
fn every_rules_page_says_what_is_counted() {
    for ruleset in Ruleset::ALL {
        let page = crate::rules_pages::rules_page(ruleset);
        let (_, section) = page.split_once("\n## What is counted\n").expect("the section");
        let section = section.split("\n## ").next().unwrap_or(section);
        let report = report_of(ruleset, json!({}), 1);
        for field in report["counted"].as_object().expect("an object").keys() {
            assert!(section.contains(&format!("`{field}`")), "{ruleset:?} counts {field}");
        }
    }
}

#[test]
fn fortunes_counts_tricks_readings_and_cards() {
    let report = report_of(Ruleset::Fortunes, json!({"match": {"type": "deals", "deals": 3}}), 20);
    let counted = &report["counted"];
    assert_eq!((&counted["deals"], &counted["folded"]), (&json!(60), &json!(0)));
    let mut tricks = 0;
    for seat in ["east", "south", "west", "north"] {
        let seat = &counted["seats"][seat];
        assert_eq!([&seat["tricks"], &seat["layouts"], &seat["verdicts"]].map(sum), [60; 3]);
        let by_number = (0..).zip(seat["tricks"].as_array().expect("a list"));
        tricks += by_number.map(|(number, deals): (u64, _)| number * sum(deals)).sum::<u64>();
    }
    assert_eq!(tricks, 60 * 19);
    // The first trick that a player wins lies at the Self of that player's reading.
    let without = ["east", "south", "west", "north"].map(|seat| sum(&counted["seats"][seat]["tricks"][0]));
    assert_eq!(sum(&counted["places"]["self"]), 240 - without.iter().sum::<u64>());
    let balances = ["east", "south", "west", "north"].map(|seat| sum(&counted["seats"][seat]["verdicts"]["balance"]));
    assert_eq!(balances, [balances[0]; 4], "a drawn deal is one for all");
}

#[test]
fn fortunes_lays_each_card_where_its_reading_has_it() {
    use crate::{
        games::{Game, Player},
        reading::{ReadingChoice, Tricks, read},
        statistics::Counted,
    };
    let simulation = super::simulation(super::spec(Ruleset::Fortunes, &[crate::players::Skill::Random], 10));
    let report = serde_json::to_value(simulation.report(&super::whole(&simulation))).expect("JSON");
    let mut places: std::collections::BTreeMap<String, u64> = Default::default();
    for game in 0..10 {
        let mut state = crate::games::Fortunes::new(4, Default::default()).expect("four play");
        let seed = simulation.seed_of(game);
        let mut bots = crate::players::seat(&simulation.bots_of(game), &seed, "");
        crate::players::play_out(&mut state, &mut bots, &mut crate::chance::Chance::of_table(&seed, ""), |_, _| ());
        assert_eq!(state.side(Player(3)), 1);
        let outcome = state.outcome().expect("the game is over");
        for player in (0..4).map(Player) {
            let tricks = Tricks::of_deal(&outcome.detail.deals[0], player);
            let reading = read(&tricks, ReadingChoice::default()).expect("it can be read").told_for("", []);
            for place in reading.zones.iter().flat_map(|zone| &zone.places) {
                for card in &place.cards {
                    let slug = serde_json::to_value(place.place).expect("a slug");
                    let lies = serde_json::to_value(card.disposition).expect("a word");
                    *places.entry(format!("{slug} {} {lies}", card.id)).or_default() += 1;
                }
            }
        }
    }
    let mut counted: std::collections::BTreeMap<String, u64> = Default::default();
    for (place, cards) in report["counted"]["places"].as_object().expect("places") {
        for (card, times) in cards.as_object().expect("cards") {
            for (lies, times) in ["well", "ill"].iter().zip(times.as_array().expect("two numbers")) {
                if sum(times) > 0 {
                    counted.insert(format!("\"{place}\" {card} \"{lies}\""), sum(times));
                }
            }
        }
    }
    assert_eq!(counted, places);
}

#[test]
fn fortuno_counts_ends_turns_races_and_eliminations() {
    let report = report_of(Ruleset::Fortuno, json!({}), 20);
    let counted = &report["counted"];
    assert_eq!(sum(&counted["ends"]), 20);
    for field in ["turns", "races", "eliminated", "reshuffles", "adjustments"] {
        assert_eq!(sum(&counted[field]["histogram"]["counts"]), 20, "{field}");
    }
    assert!(total(&counted["turns"], 20) > 20 * 5);
}

#[test]
fn foolery_counts_titles_kept_and_changed_and_tricks_by_kind() {
    let report = report_of(Ruleset::Foolery, json!({"deals": 4}), 10);
    let counted = &report["counted"];
    assert_eq!(counted["deals"], json!(40));
    let tricks = total(&counted["tricks"], 40);
    // The last trick of a deal is not finished, but won by the last play.
    assert_eq!((sum(&counted["led"]), sum(&counted["won"])), (tricks, tricks));
    assert_eq!(sum(&counted["led"]["fool"]), 0, "the Fool is never led");
    assert_eq!(sum(&counted["titles_kept"]) + sum(&counted["titles_changed"]), 10 * 3 * 4);
    assert_eq!(sum(&counted["titles"]["king"]), 10 * 3);
}

#[test]
fn fortuna_counts_calls_and_bricks() {
    let report = report_of(Ruleset::Fortuna, json!({}), 20);
    let counted = &report["counted"];
    let turns = total(&counted["turns"], 20);
    assert_eq!((sum(&counted["ends"]), sum(&counted["shown"]), sum(&counted["calls"])), (20, turns, turns));
    assert_eq!(sum(&counted["bricks"]), 2 * turns);
    assert!(sum(&counted["calls"]["false_challenged"]) > 0);
    let silent = report_of(Ruleset::Fortuna, json!({"calls": false}), 5);
    assert_eq!(sum(&silent["counted"]["calls"]), 0);
}

#[test]
fn reversal_counts_luck_by_round() {
    let report = report_of(Ruleset::Reversal, json!({}), 20);
    let counted = &report["counted"];
    let rounds = counted["by_round"].as_array().expect("a list");
    assert_eq!((&rounds[0]["spenders"], &rounds[0]["storers"]), (&json!(0), &json!(40)), "nobody has luck yet");
    let choices: u64 = rounds.iter().map(|round| sum(&round["spenders"]) + sum(&round["storers"])).sum();
    assert_eq!(choices, 2 * total(&counted["rounds"], 20));
    assert!(rounds.len() <= 50);
    let luck: i64 = rounds.iter().map(|round| sum(&round["stored"]) as i64 - sum(&round["spent"]) as i64).sum();
    assert_eq!(luck, total(&counted["luck_left"], 40) as i64, "what was stored and not spent is left");
}
