//! Output for callers and the database is unchanged: stored bytes, logs, results, views, verdicts on invalid logs, and
//! readings in every format are as recorded for several hundred games of each ruleset.
//!
//! `tests/data/goldens/` contains a hash for each set-up and kind of record, so a difference names its kind. To see
//! what differs, run the test with `GOLDEN_DUMP=folder` before and after the change, which writes the full records, and
//! compare the folders.
//!
//! `UPDATE_GOLDEN=1 cargo test --test goldens` updates the hashes. That is a change for callers or for stored games: it
//! needs a reason, and never comes with a change that only moves or renames code.

mod engine;
mod mutate;
mod readings;
mod record;
mod spreads;

use engine::{Foolery, Fortuna, Fortunes, Fortuno, Golden, Log, Reversal};
use mutate::{FORMS, MOVES, Numbers};
use record::Record;
use serde_json::{Value, json};

/// A set-up: name, number of players, options, and number of games.
type Setup = (&'static str, usize, Value, usize);

#[test]
fn fortunes_is_unchanged() {
    let race = json!({"type": "race", "target": 20, "max_deals": 4});
    let exact = json!({"type": "race_exact", "target": 12, "max_deals": 3});
    unchanged::<Fortunes>(&[
        ("defaults", 4, json!({}), 32),
        (
            "ante",
            4,
            json!({"match": race, "betting": {"type": "ante", "ante": 3, "raise": 7}, "stars_when_broken": "void_only",
                   "disposition": "led", "folder_may_win": true}),
            32,
        ),
        ("bids", 4, json!({"match": exact, "betting": {"type": "bid"}, "disposition": "led"}), 24),
        (
            "blind",
            4,
            json!({"match": {"type": "deals", "deals": 2}, "betting": {"type": "wager", "when": "blind"}}),
            24,
        ),
        ("open", 4, json!({"betting": {"type": "wager", "when": "open", "limit": 5}, "folder_may_win": true}), 24),
    ]);
}

#[test]
fn fortuno_is_unchanged() {
    unchanged::<Fortuno>(&[
        ("defaults", 4, json!({}), 40),
        ("six", 6, json!({"hand_size": 4, "max_turns": 80}), 24),
        (
            "rich",
            8,
            json!({"hand_size": 9, "max_turns": 60, "ace_numerical": true, "lovers_win": "joint",
                   "flipped_knight": "pass"}),
            40,
        ),
        (
            "small",
            5,
            json!({"hand_size": 2, "max_turns": 30, "fortuno_calls": false, "slap_races": false, "lovers_win": "both"}),
            40,
        ),
    ]);
}

#[test]
fn foolery_is_unchanged() {
    let rich = json!({"deals": 3, "same_trumps": true, "pass_out": true, "fool_any_time": true, "scoring": "titles"});
    unchanged::<Foolery>(&[
        ("defaults", 4, json!({}), 40),
        ("rich", 7, rich, 24),
        ("titles", 3, json!({"deals": 2, "scoring": "titles", "fool_any_time": true}), 40),
        ("five", 5, json!({"pass_out": true}), 24),
    ]);
}

#[test]
fn fortuna_is_unchanged() {
    let rich = json!({
        "teams": true, "big_turns": true, "threshold": 60, "max_turns": 30, "end": "last_standing",
        "opponent": "choose", "brick_pool": "one_kit", "normal_score": "all", "wolf_grin": "both",
        "lesser_blank": "skip", "uncalled": "plain", "challenged_score": "none", "failed_challenge": "marble",
        "tie_break": "marbles",
    });
    unchanged::<Fortuna>(&[
        ("defaults", 2, json!({"max_turns": 60}), 40),
        ("rich", 8, rich, 32),
        ("quiet", 4, json!({"calls": false, "max_turns": 20, "opponent": "kit"}), 32),
        ("many", 20, json!({"max_turns": 25, "big_turns": true}), 16),
    ]);
}

#[test]
fn reversal_is_unchanged() {
    let capped = json!({"max_rounds": 20, "overflow": "cap", "lack": "each", "floor": true, "zero": true,
                        "tied_round": "all"});
    unchanged::<Reversal>(&[
        ("defaults", 2, json!({"max_rounds": 60}), 60),
        ("capped", 5, capped, 40),
        ("small", 3, json!({"target": 1, "max_amount": 1, "lack": "empty"}), 40),
        ("many", 20, json!({"max_rounds": 3}), 16),
    ]);
}

#[test]
fn readings_are_unchanged() {
    let mut record = Record::new("readings");
    for number in 0..48 {
        let seed = format!("reading {number}");
        let game = engine::play::<Fortunes>(4, &json!({}), &[false; 4], &seed, |_| false);
        readings::record(&mut record, &game.log, number, &seed);
    }
    record.compare("readings");
}

#[test]
fn pictures_of_cards_are_unchanged() {
    let mut record = Record::new("cards");
    readings::cards(&mut record);
    record.compare("cards");
}

#[test]
fn readings_of_spreads_are_unchanged() {
    let mut record = Record::new("spreads");
    spreads::record(&mut record);
    record.compare("spreads");
}

/// Plays the games of each set-up, records their output, and compares.
fn unchanged<G: Golden>(setups: &[Setup]) {
    let mut record = Record::new(engine::id::<G>());
    for (setup, players, options, games) in setups {
        for number in 0..*games {
            played::<G>(&mut record, setup, *players, options, number);
        }
    }
    for options in mutate::options(&engine::default_options::<G>()) {
        record.add("any", "options", &options.to_string(), engine::option_faults::<G>(options.clone()).to_string());
    }
    record.compare(engine::id::<G>());
}

fn played<G: Golden>(record: &mut Record, setup: &str, players: usize, options: &Value, number: usize) {
    let seed = format!("{setup} {number}");
    // Of four games two are played by random bots, one by adepts, and one by both.
    let adept: Vec<_> = (0..players).map(|player| number % 4 == 3 || (number % 4 == 2 && player % 2 == 0)).collect();
    let game = engine::play::<G>(players, options, &adept, &seed, |step| step.is_multiple_of(11));
    record.add(setup, "bytes", &seed, engine::stored(&game.log));
    record.add(setup, "result", &seed, engine::result(&game.log).to_string());
    for moment in &game.moments {
        let about = format!("{seed} {}", moment.label);
        record.add(setup, "due", &about, &moment.due);
        record.add(setup, "state", &about, &moment.state);
        record.add(setup, "legal", &about, &moment.legal);
    }
    let document = engine::document(&game.log);
    record.add(setup, "log", &seed, document.to_string());
    judged::<G>(record, setup, number, &game.log, &document);
    if number == 0 {
        for text in mutate::documents(&document) {
            record.add(setup, "document", &text, engine::judge::<G>(&text).to_string());
        }
    }
}

/// Records the verdicts on mutated logs, and on other steps in place of some.
fn judged<G: Golden>(record: &mut Record, setup: &str, number: usize, log: &Log<G>, document: &Value) {
    let seed = &format!("{setup} {number}");
    let mut numbers = Numbers::of(seed);
    let types = engine::step_types::<G>();
    for kind in MOVES.iter().chain(if number.is_multiple_of(4) { &FORMS[..] } else { &[] }) {
        let mut changed = document.clone();
        mutate::change(kind, changed["steps"].as_array_mut().expect("steps"), &types, &mut numbers);
        record.add(setup, "verdict", &format!("{seed} {kind}"), engine::judge::<G>(&changed.to_string()).to_string());
    }
    let steps = document["steps"].as_array().expect("steps");
    let instead =
        |at: usize, players: &[u64], types: &[&str]| mutate::instead(&steps[at..], players, types, &mut numbers);
    for (step, verdict) in engine::probe(log, instead) {
        record.add(setup, "step", &format!("{seed} {step}"), verdict);
    }
}
