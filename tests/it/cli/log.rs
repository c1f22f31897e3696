//! Playing games and verifying logs without a service.

use std::process::Output;

use super::run::{fed, out, run};

/// Runs `verify -` with this input.
fn verify(text: &str) -> Output {
    fed(&["verify", "-"], text)
}

#[test]
fn the_same_seed_plays_the_same_game_trick_by_trick() {
    let first = out(&run(&["play", "fortunes", "--seed", "x", "--bot", "random"]));
    assert_eq!(first, out(&run(&["play", "fortunes", "--seed", "x", "--bot", "random"])));
    assert_eq!(first.lines().filter(|line| line.contains(" leads ")).count(), 19);
    assert!(first.contains("UNIVERSE") || first.contains("FUTURE"), "no reading:\n{first}");
    assert_ne!(first, out(&run(&["play", "fortunes", "--seed", "y", "--bot", "random"])));
}

#[test]
fn a_played_log_verifies() {
    let log = out(&run(&["play", "fortunes", "--seed", "x", "--bot", "random", "--log"]));
    let verdict = verify(&log);
    assert!(verdict.status.success());
    assert!(out(&verdict).starts_with("77 steps of Fortunes, all legal."), "{}", out(&verdict));
}

#[test]
fn a_byte_order_mark_at_the_start_is_passed_over() {
    let marked = include_str!("../../data/games/bom.json");
    assert!(marked.starts_with('\u{feff}'));
    let verdict = verify(marked);
    assert!(out(&verdict).starts_with("77 steps of Fortunes, all legal."), "{}", out(&verdict));
    assert_eq!(verify(&format!("\u{feff}{marked}")).status.code(), Some(1), "only one");
}

#[test]
fn a_bad_log_exits_1_with_the_problem() {
    let log = out(&run(&["play", "fortunes", "--seed", "x", "--bot", "random", "--log"]));
    let mut log: serde_json::Value = serde_json::from_str(&log).expect("JSON");
    log["steps"][5]["player"] = 3.into();
    let verdict = verify(&log.to_string());
    assert_eq!(verdict.status.code(), Some(1));
    let problem: serde_json::Value = serde_json::from_str(&out(&verdict)).expect("a problem");
    assert_eq!(problem["code"], "illegal_log");
    assert_eq!(problem["index"], 5);
    assert_eq!(problem["reason"], "wrong_player");
    assert!(problem["legal"].as_array().is_some_and(|legal| !legal.is_empty()));
}

#[test]
fn a_refusal_names_cards_as_the_chosen_deck_does() {
    let log = out(&run(&["play", "fortunes", "--seed", "x", "--bot", "random", "--log"]));
    let mut log: serde_json::Value = serde_json::from_str(&log).expect("JSON");
    let held = log["steps"][0]["hands"].as_array().expect("hands")[1..]
        .iter()
        .flat_map(|hand| hand.as_array().expect("cards"));
    let queen = held.filter_map(|card| card.as_str()).find(|card| card.ends_with("qu")).expect("a queen").to_owned();
    log["steps"][1]["card"] = queen.into();
    let detail = |arguments: &[&str]| out(&fed(&[&["verify", "-"], arguments].concat(), &log.to_string()));
    let (own, chosen) = (detail(&[]), detail(&["--deck", "waite-smith"]));
    assert!(own.contains("Player 1 does not hold Riga of ") && own.contains(" in trick 1.\""), "{own}");
    assert!(chosen.contains("Player 1 does not hold Queen of ") && !chosen.contains("Riga"), "{chosen}");
    let unknown = run(&["verify", "-", "--deck", "tarot"]);
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("fortunes, waite-smith, thoth, french"));
}

#[test]
fn a_missing_file_exits_2() {
    let output = run(&["verify", "no such file"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no such file"));
}

#[test]
fn bad_options_are_named() {
    let output = run(&["play", "fortunes", "--options", r#"{"sky": 1}"#]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--options: /sky: Unknown field"));
    let output = run(&["play", "fortunes", "--players", "5"]);
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "arcana: --players: Fortunes takes exactly 4 players, not 5.\n"
    );
}
