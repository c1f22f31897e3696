//! `arcana simulate`.

use std::{process::Stdio, thread, time::Duration};

use arcana::{
    games::Ruleset,
    players::Skill,
    statistics::{Simulation, SimulationSpec},
};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::run::{arcana, out, run};

#[test]
fn figures_as_json_equal_the_librarys_for_any_number_of_threads() {
    let spec = SimulationSpec {
        ruleset: Ruleset::Fortuno,
        options: json!({"hand_size": 5}),
        bots: vec![Skill::Random; 5],
        games: 203,
        seed: "any text".to_owned(),
        rotate: true,
    };
    let simulation = Simulation::new(spec).expect("five may play");
    let tally = simulation.play(0..203, &|| true).expect("nobody stops it");
    let told = serde_json::to_string(&simulation.report(&tally)).expect("JSON") + "\n";
    let flags = ["simulate", "fortuno", "--games", "203", "--seed", "any text", "--rotate", "--format", "json"];
    let more = ["--options", r#"{"hand_size": 5}"#, "--players", "5", "--bots", "random", "--threads"];
    for threads in ["1", "2", "5"] {
        let output = run(&[&flags[..], &more, &[threads]].concat());
        assert_eq!((out(&output), output.status.code()), (told.clone(), Some(0)), "{threads} threads");
    }
}

#[test]
fn the_table_names_seats_bots_differences_and_what_is_counted() {
    let flags = ["simulate", "reversal", "--games", "200", "--bots", "adept,random", "--rotate", "--seed", "x"];
    let output = run(&flags);
    let table = out(&output);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    for line in [
        "Reversal of Fortune, 200 games from the seed x",
        "seat 1 ",
        "bot:adept@2 ",
        "player 0 ",
        "bot:adept@2 minus bot:random@1, on 100 deals: ",
        "steps: ",
        "longest: ",
        "ends: target 200, max rounds 0",
        "by round, 1: spenders 0, spent 0, storers 400, ",
    ] {
        assert!(table.lines().any(|found| found.starts_with(line)), "{line}\n{table}");
    }
    assert!(!output.stderr.contains(&b'%'), "no progress without a terminal");
}

#[test]
fn fewer_bots_than_players_take_turns_around_the_table() {
    let told = |bots: &str| {
        let flags = ["simulate", "fortunes", "--games", "3", "--seed", "x", "--format", "json", "--bots", bots];
        serde_json::from_str::<Value>(&out(&run(&flags))).expect("JSON")
    };
    assert_eq!(told("adept,random"), told("adept,random,adept,random"));
    assert_eq!(told("random")["bots"].as_array().map(Vec::len), Some(1));
}

#[test]
fn an_invalid_simulation_is_refused_with_all_errors() {
    let refused = |flags: &[&str]| {
        let output = run(&[&["simulate"], flags].concat());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    assert!(refused(&["whist"]).contains("whist"));
    assert!(refused(&["fortunes", "--bots", "wizard"]).contains("wizard"));
    assert!(refused(&["fortunes", "--games", "0"]).contains("--games"));
    assert!(refused(&["fortunes", "--players", "5"]).contains("--players: Fortunes takes exactly 4 players, not 5."));
    assert!(refused(&["fortunes", "--bots", "adept,adept,adept,adept,adept"]).contains("5 bots for 4 players"));
    let wrong = refused(&["fortunes", "--options", r#"{"match": 7, "stars": 1}"#]);
    assert!(wrong.contains("--options: /match: ") && wrong.contains("--options: /stars: "), "{wrong}");
    assert!(refused(&["fortunes", "--options", "{"]).contains("--options"));
    assert!(refused(&["fortunes", "--seed", &"x".repeat(127)]).contains("--seed"));
}

#[test]
fn an_interrupt_ends_it_with_the_games_so_far() {
    let flags = ["simulate", "fortunes", "--games", "10000000", "--bots", "random", "--format", "json", "--seed", "x"];
    let child = arcana(&flags).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    thread::sleep(Duration::from_secs(5));
    let pid = Pid::from_child(&child);
    kill_process(pid, Signal::INT).expect("it runs");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let told: Value = serde_json::from_str(&out(&output)).expect("JSON");
    let games = told["games"].as_u64().expect("a number");
    assert!(games > 0 && games < 10_000_000, "{games}");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains(&format!("Interrupted after {games} of 10000000 games.")), "{said}");
}

#[test]
fn each_game_is_a_line_in_their_order_for_any_number_of_threads() {
    let flags = ["simulate", "reversal", "--games", "50", "--bots", "adept,random", "--rotate", "--seed", "x"];
    let more = ["--format", "ndjson", "--threads"];
    let told = |threads: &str| out(&run(&[&flags[..], &more, &[threads]].concat()));
    let lines = told("1");
    assert_eq!((told("4"), lines.lines().count()), (lines.clone(), 50));
    let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(
        (&games[3]["game"], &games[3]["seed"], &games[3]["bots"]),
        (&json!(3), &json!("x/1"), &json!(["random", "adept"]))
    );
    let log = run(&["play", "reversal", "--seed", "x/0", "--bot", "random", "--log"]);
    let steps = serde_json::from_str::<Value>(&out(&log)).expect("a log")["steps"].as_array().map(Vec::len);
    let alone =
        out(&run(&["simulate", "reversal", "--games", "1", "--bots", "random", "--seed", "x", "--format", "ndjson"]));
    let alone: Value = serde_json::from_str(&alone).expect("a line");
    assert_eq!(alone["step_count"].as_u64(), steps.map(|steps| steps as u64), "it is the game of that seed");
    let fields: Vec<_> = alone.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(fields, ["game", "seed", "bots", "winners", "places", "scores", "step_count"]);
}
