//! Playing at a table of a running service from a terminal.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::{
    pseudo_terminal::Person,
    run::{arcana, fed, out, run},
    service::{Served, ask, serve},
};

/// Always chooses the first legal step.
const FIRST: &str = "1\n";

/// A service in its own folder; it ends with the test.
struct Service {
    child: Child,
    address: String,
    _folder: tempfile::TempDir,
}

impl Service {
    fn start() -> Service {
        let folder = tempfile::tempdir().expect("a folder");
        let Served { child, address, lines } = serve(folder.path(), &["serve"]);
        // The log is not used, but must not fill its pipe.
        thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        Service { child, address, _folder: folder }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.child.kill().and_then(|()| self.child.wait()).expect("it ends");
    }
}

/// The body of the response to a request.
fn answered(service: &Service, request: &str) -> Value {
    let answer = ask(&service.address, request);
    let (_, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    serde_json::from_str(body).unwrap_or_else(|why| panic!("{why}: {answer}"))
}

/// Sets up a table.
fn table(service: &Service, ruleset: &str, kinds: &[&str]) -> Value {
    let seats: Vec<_> = kinds.iter().map(|kind| json!({"type": kind})).collect();
    let table = json!({"ruleset": ruleset, "seats": seats, "clock": {"step_seconds": null, "speak_seconds": 0}});
    answered(service, &format!("POST /v1/tables HTTP/1.1\n\n{table}"))
}

/// Sets up a table; returns the links of its invitations.
fn invitations(service: &Service, ruleset: &str, kinds: &[&str]) -> Vec<String> {
    links(service, &table(service, ruleset, kinds))
}

/// The links of a table's invitations.
fn links(service: &Service, table: &Value) -> Vec<String> {
    let invitations = table["invitations"].as_array().unwrap_or_else(|| panic!("{table}"));
    let link =
        |invitation: &Value| format!("http://{}{}", service.address, invitation["link"].as_str().expect("a link"));
    invitations.iter().map(link).collect()
}

/// Plays the first legal steps to the end; returns the output.
fn played(arguments: &[&str]) -> String {
    let output = fed(&[&["play", "--table"], arguments].concat(), &FIRST.repeat(5000));
    let printed = out(&output);
    assert!(output.status.success(), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    printed
}

/// The tricks with their cards as the person saw them.
fn tricks(printed: &str) -> Vec<&str> {
    printed.lines().filter(|line| line.contains(" led ")).collect()
}

#[test]
fn a_person_plays_at_a_table_and_the_same_seeds_give_the_same_game_at_home() {
    let service = Service::start();
    let links = invitations(&service, "fortunes", &["bot", "open", "bot", "bot"]);
    let printed = played(&[&links[0], "--name", "Bel", "--client-seed", "tea leaves", "--question", "What now?"]);
    for text in ["You have seat 1.", " for Bel\n", "Asked: What now?", "With Capella"] {
        assert!(printed.contains(text), "{text}: {printed}");
    }
    let game = printed.split_once("Stored as http://").and_then(|(_, rest)| rest.split_whitespace().next());
    let path = game.and_then(|game| game.split_once('/')).expect("the address of the game").1;
    let game = answered(&service, &format!("GET /{path} HTTP/1.1\n\n"));
    let text = |field: &str| game[field].as_str().unwrap_or_else(|| panic!("{field}: {game}")).to_owned();
    let (seed, client_seed) = (text("seed"), text("client_seed"));
    assert_eq!(client_seed.len(), 64);
    let home = ["play", "fortunes", "--seat", "1", "--name", "Bel", "--seed", &seed, "--client-seed", &client_seed];
    let at_home = out(&fed(&home, &FIRST.repeat(100)));
    assert_eq!(tricks(&at_home), tricks(&printed));
    assert!(tricks(&printed).len() >= 15, "{printed}");
}

#[test]
fn every_game_is_played_at_a_table() {
    let service = Service::start();
    for (game, kinds) in [
        ("fortuno", &["bot", "open", "bot", "bot"][..]),
        ("foolery", &["bot", "open", "bot"]),
        ("fortuna", &["bot", "open"]),
        ("reversal", &["open", "bot"]),
    ] {
        let printed = played(&[&invitations(&service, game, kinds)[0]]);
        assert!(printed.contains("The game is over. "), "{game}: {printed}");
        assert!(printed.contains("Stored as http://"), "{game}: {printed}");
    }
}

#[test]
fn persons_meet_at_a_table() {
    let service = Service::start();
    let links = invitations(&service, "fortunes", &["open", "bot", "open", "bot"]);
    let first = links[0].clone();
    let ada = thread::spawn(move || played(&[&first, "--name", "Ada"]));
    let bel = played(&[&links[1], "--name", "Bel"]);
    let ada = ada.join().expect("Ada plays");
    for (told, other) in [(bel, "Ada"), (ada, "Bel")] {
        assert!([" plays ", " led "].iter().any(|laid| told.contains(&format!("{other}{laid}"))), "{told}");
    }
}

#[test]
fn a_person_comes_back_with_the_token_and_nobody_takes_the_seat() {
    let service = Service::start();
    let link = &invitations(&service, "fortunes", &["open", "bot", "bot", "bot"])[0];
    let left = fed(&["play", "--table", link], FIRST);
    let printed = out(&left);
    assert_eq!(left.status.code(), Some(1), "{printed}");
    let token = printed.split_whitespace().find(|word| word.starts_with("seat_")).expect("a token");
    let last = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(last.ends_with(&format!("The game is not over. Come back with --token {token}")), "{printed}");
    let again = run(&["play", "--table", link]);
    let refusal = String::from_utf8_lossy(&again.stderr);
    assert!(!again.status.success() && refusal.contains("the service refuses: "), "{refusal}");
    let strange = run(&["play", "--table", link, "--token", &format!("seat_{}", "0".repeat(64))]);
    assert!(!strange.status.success(), "{}", out(&strange));
    let printed = played(&[link, "--token", token]);
    assert!(printed.contains("Trick 2: "), "the first trick was played before: {printed}");
    assert!(printed.contains("The game is over. "), "{printed}");
}

/// Starts to play at a table, and waits until it says that it waits for players.
fn waiting(link: &str) -> Child {
    let mut child = arcana(&["play", "--table", link])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let mut printed = BufReader::new(child.stdout.as_mut().expect("piped"));
    while !line.starts_with("Waiting for players") {
        line.clear();
        assert_ne!(printed.read_line(&mut line).expect("text"), 0, "it ended");
    }
    child
}

#[test]
fn a_signal_while_waiting_says_how_to_come_back() {
    let service = Service::start();
    let links = invitations(&service, "foolery", &["open", "open", "open"]);
    for (link, signal) in links.iter().zip([Signal::INT, Signal::TERM]) {
        let child = waiting(link);
        kill_process(Pid::from_child(&child), signal).expect("it runs");
        let left = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&left.stderr);
        assert_eq!(left.status.code(), Some(1), "{said}");
        assert!(said.contains("The game is not over. Come back with --token seat_"), "{said}");
    }
}

#[test]
fn a_table_that_others_close_is_left() {
    let service = Service::start();
    let table = table(&service, "foolery", &["open", "open", "open"]);
    let child = waiting(&links(&service, &table)[0]);
    let [id, token] = ["id", "delete_token"].map(|field| table[field].as_str().expect("a text"));
    let closed = ask(&service.address, &format!("DELETE /v1/tables/{id} HTTP/1.1\r\nAuthorization: Bearer {token}"));
    assert!(closed.starts_with("HTTP/1.1 204 "), "{closed}");
    let left = child.wait_with_output().expect("it ends");
    assert_eq!(left.status.code(), Some(1), "{left:?}");
    assert!(out(&left).ends_with("The table was closed by its owner.\n"), "{left:?}");
}

#[test]
fn a_line_typed_while_others_act_is_no_step() {
    let service = Service::start();
    let links = invitations(&service, "fortunes", &["open", "open", "bot", "bot"]);
    let mut bel = Person::at(&["play", "--table", &links[1]], 79);
    bel.wait_for(&["Waiting for players"]);
    bel.press("1\r");
    let mut ada = arcana(&["play", "--table", &links[0]]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
    let ada = ada.as_mut().expect("the program starts");
    ada.stdin.as_mut().expect("piped").write_all(FIRST.as_bytes()).expect("it reads");
    bel.wait_for(&["You hold "]);
    bel.types("q\r");
    ada.kill().and_then(|()| ada.wait().map(drop)).expect("it ends");
    let (_, printed) = bel.leaves();
    assert!(printed.contains("Good-bye") && printed.matches("You hold ").count() == 1, "{printed}");
}

#[test]
fn a_refusal_names_the_flags() {
    let service = Service::start();
    let link = &invitations(&service, "foolery", &["open", "bot", "bot"])[0];
    let long = "x".repeat(1000);
    let refused = run(&["play", "--table", link, "--name", &long, "--client-seed", &long, "--question", "What?"]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{said}");
    for flag in ["--name: ", "--client-seed: "] {
        assert!(said.contains(flag), "{flag}: {said}");
    }
}

#[test]
fn a_key_is_not_sent_with_an_invitation() {
    let service = Service::start();
    let link = &invitations(&service, "foolery", &["open", "open", "bot"])[0];
    // A key that does not exist would be refused.
    let sit = |link: &str| out(&fed(&["play", "--table", link, "--key", &format!("arcana_{}", "0".repeat(97))], ""));
    assert!(!sit(link.split('?').next().expect("a link")).contains("You have seat"));
    let mut child = arcana(&["play", "--table", link, "--key", "arcana_key"]).stdout(Stdio::piped()).spawn();
    let child = child.as_mut().expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("piped")).read_line(&mut line).expect("text");
    child.kill().and_then(|()| child.wait()).expect("it ends");
    assert!(line.starts_with("You have seat 0."), "{line}");
}

#[test]
fn an_invalid_link_is_refused_at_once() {
    let nobody = "http://127.0.0.1:9/tables/01a1fde4-5995-7595-b87b-80f70bb81902?seat=0";
    for (link, why) in [
        (nobody, "cannot be reached"),
        ("http://127.0.0.1:9/games", "--table: expected a link as in https://HOST/tables/ID"),
    ] {
        let output = arcana(&["play", "--table", link]).output().expect("the program starts");
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && printed.contains(why), "{link}: {printed}");
    }
    // A key is no seat to come back to.
    let start = Instant::now();
    assert!(!run(&["play", "--table", nobody, "--key", "arcana_key"]).status.success());
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

/// The key of a new profile.
fn profile(service: &Service) -> String {
    let made = answered(service, "POST /v1/profiles HTTP/1.1\n\n{\"name\": \"Ada\"}");
    made["key"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned()
}

/// Plays the deal of the day of a service; returns the output.
fn day_played(service: &Service, more: &[&str], lines: &str) -> String {
    let address = format!("http://{}/", service.address);
    let output = fed(&[&["play", "day", "--address", &address], more].concat(), lines);
    out(&output)
}

#[test]
fn a_profile_plays_the_deal_of_the_day_once_and_comes_back_to_it() {
    let (service, lines) = (Service::start(), FIRST.repeat(19));
    let key = profile(&service);
    let left = day_played(&service, &["--key", &key], FIRST);
    assert!(left.contains("The deal of ") && !left.contains("Your score card"), "{left}");
    let played = day_played(&service, &["--key", &key], &lines);
    for text in [
        "Trick 2: ",
        "Your score card: ",
        " of 19 tricks.",
        "Four adepts made ",
        "It is not in the count.",
        "To share: Arcana ",
    ] {
        assert!(played.contains(text), "{text}: {played}");
    }
    assert!(played.contains("for Ada"), "the reading is told: {played}");
    let again = day_played(&service, &["--key", &key], "");
    assert!(again.contains("Your score card: "), "{again}");
}

#[test]
fn without_a_key_it_is_the_deal_of_yesterday() {
    let service = Service::start();
    let played = day_played(&service, &[], &FIRST.repeat(19));
    for text in [
        "Without the key of a profile (--key) you play the deal of ",
        "which is over and not counted",
        "Stored as http://",
        "This deal is not counted",
    ] {
        assert!(played.split_whitespace().collect::<Vec<_>>().join(" ").contains(text), "{text}: {played}");
    }
}

#[test]
fn what_the_deal_of_the_day_decides_cannot_be_given() {
    for (arguments, why) in [
        (
            &["play", "day", "--seed", "x"][..],
            "arcana: --seed: not with the deal of the day, whose seats and cards are the service's\n",
        ),
        (&["play", "day", "--address", "http://127.0.0.1:9"], "http://127.0.0.1:9 cannot be reached"),
        (
            &["play", "fortunes", "--deck", "thoth"],
            "arcana: --deck: only with --seat, --table or the deal of the day\n",
        ),
    ] {
        let output = run(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(why), "{arguments:?}: {said}");
    }
    let service = Service::start();
    let output = run(&[
        "play",
        "day",
        "--address",
        &format!("http://{}", service.address),
        "--key",
        &format!("arcana_{}", "0".repeat(97)),
    ]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("the service refuses: "), "{output:?}");
}
