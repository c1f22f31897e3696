//! Playing at the terminal or through a pipe.

use std::{thread, time::Duration};

use arcana::cards::{Card, Deck, Hand};
use rustix::process::Signal;

use super::{
    pseudo_terminal::Person,
    run::{fed, fed_bytes, out, run},
};

const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const UP: &str = "\x1b[A";

/// The output when every prompt is answered with the first legal step.
fn first_steps(arguments: &[&str]) -> String {
    let output = fed(arguments, &"1\n".repeat(20_000));
    let printed = out(&output);
    assert!(output.status.success(), "{arguments:?}: {printed}");
    printed
}

#[test]
fn a_person_plays_fortunes_by_numbers_and_gets_a_reading() {
    let arguments =
        ["play", "fortunes", "--seat", "0", "--name", "Ada", "--seed", "x", "--question", "What comes of it?"];
    let mut person = Person::at(&arguments, 79);
    person.types("99\r");
    person.wait_for(&["No choice has number 99."]);
    person.types("?\r");
    person.wait_for(&["# Fortunes"]);
    person.wait_for(&["Enter for more"]);
    person.press("q\r");
    // The answer to the pager is no line to repeat.
    person.types(&format!("{UP}\r"));
    person.wait_for(&["# Fortunes"]);
    person.wait_for(&["Enter for more"]);
    person.press("q\r");
    person.types("u\r");
    person.wait_for(&["There is no undo"]);
    for _ in 0..19 {
        person.types("1\r");
    }
    person.wait_for(&["The game is over."]);
    let (status, printed) = person.leaves();
    assert!(status.success(), "{printed}");
    let reading = printed.split("Dealt from seed x.").nth(1).expect("a reading after the result");
    assert!(reading.contains(" for Ada\r\n") && reading.contains("Asked: What comes of it?"), "{reading}");
    assert!(reading.contains("With Bellatrix"), "{reading}");
    // As in readings of stored games, each card says how it was won.
    assert!(
        reading.split_whitespace().collect::<Vec<_>>().join(" ").contains(" trick of the deal with it against "),
        "{reading}"
    );
    assert!(printed.contains("\x1b[31mWands\x1b[0m"), "suits have colours at a terminal: {printed}");
}

#[test]
fn a_person_may_leave() {
    for (key, word) in [(CTRL_D, "The input ended"), (CTRL_C, "Interrupted"), ("q\r", "Good-bye")] {
        let mut person = Person::at(&["play", "foolery", "--seat", "2", "--seed", "x"], 79);
        person.types(key);
        person.wait_for(&[word]);
        let (status, printed) = person.leaves();
        assert_eq!(status.code(), Some(1), "{printed}");
        assert!(printed.contains("The game is not over."), "{printed}");
    }
}

#[test]
fn a_signal_at_the_prompt_restores_the_terminal() {
    for (signal, word) in [(Signal::TERM, "Terminated"), (Signal::INT, "Interrupted")] {
        let mut person = Person::at(&["play", "foolery", "--seat", "2", "--seed", "x"], 79);
        person.wait_for(&["> "]);
        // The line editor misses SIGINT between its prompt and its first read.
        thread::sleep(Duration::from_secs(1));
        person.signal(signal);
        person.wait_for(&[&format!("{word}: you leave the table. The game is not over.")]);
        assert!(person.edits_lines());
        assert_eq!(person.leaves().0.code(), Some(1), "{word}");
    }
}

#[test]
fn lines_fit_a_narrow_terminal() {
    let mut person = Person::at(&["play", "fortunes", "--seat", "1", "--seed", "x"], 40);
    person.wait_for(&["> "]);
    person.press("q\r");
    let (_, printed) = person.leaves();
    let table = printed.split("\r\n> ").next().unwrap_or_default();
    let plain = table.replace("\x1b[0m", "");
    let plain: String = plain.split("\x1b[").map(|part| part.split_once('m').map_or(part, |(_, text)| text)).collect();
    assert!(plain.lines().all(|line| line.chars().count() <= 40), "{plain}");
}

#[test]
fn every_game_is_played_through_a_pipe() {
    for game in ["fortunes", "fortuno", "foolery", "fortuna", "reversal"] {
        let printed = first_steps(&["play", game, "--seat", "1", "--seed", "x"]);
        assert!(printed.contains("The game is over. "), "{game}: {printed}");
        assert!(printed.contains("Alcor (careful bot"), "{game}: how a bot plays is told: {printed}");
        assert!(!printed.contains('\x1b'), "{game}: no colours through a pipe");
        assert_eq!(first_steps(&["play", game, "--seat", "1", "--seed", "x"]), printed, "{game}: the same seed");
    }
}

#[test]
fn what_was_hidden_is_told_when_the_game_is_over() {
    let told = |arguments: &[&str], hidden: &str, now: &str| {
        let printed = first_steps(arguments);
        let (during, after) = printed.split_once("What was hidden until now:").expect("the end tells it");
        assert!(during.contains(hidden) && !during.contains(now), "{arguments:?}: {during}");
        assert!(after.contains(now) && !after.contains(hidden), "{arguments:?}: {after}");
    };
    told(&["play", "reversal", "--seat", "1", "--seed", "x"], "Alcor chooses in secret.", "Alcor chooses to ");
    let foolery = ["play", "foolery", "--seat", "1", "--seed", "x", "--options", r#"{"deals": 3}"#];
    assert!(
        first_steps(&foolery).split("What was hidden until now:").nth(1).is_some_and(|told| told.contains(" gives "))
    );
}

#[test]
fn the_cards_have_the_names_of_the_chosen_deck() {
    let lines = "{\"type\": \"play\", \"card\": \"waqu\"}\n{\"type\": \"play\", \"card\": \"cuqu\"}\n{\"type\": \"play\", \"card\": \"swqu\"}\n";
    let printed = |deck: &[&str]| {
        let arguments = [&["play", "fortunes", "--seat", "0", "--seed", "x"], deck].concat();
        out(&fed(&arguments, lines))
    };
    let (own, chosen) = (printed(&[]), printed(&["--deck", "waite-smith"]));
    assert!(own.contains("Player 1 does not hold Riga of ") && !own.contains("Queen of"), "{own}");
    assert!(chosen.contains("Player 1 does not hold Queen of ") && !chosen.contains("Riga of"), "{chosen}");
}

#[test]
fn steps_are_chosen_by_cards_and_words_too() {
    let lines = "wands\nfive of wands\nar00\n{\"type\": \"play\", \"card\": \"ar02\"}\n{\"type\": \"play\", \"player\": 1}\nking\n";
    let output = fed(&["play", "fortunes", "--seat", "0", "--seed", "x"], lines);
    let printed = out(&output);
    for answer in [
        "1 Play Five of Wands\n2 Play Eight of Wands\n",
        "1 Play Five of Wands\nAlcor ",
        "No choice has “the fool”.",
        "Player 1 must follow suit in trick 2, in which Four of Wands was led",
        "That is not a step",
        "No choice has “king”.",
        "The input ended",
    ] {
        assert!(printed.contains(answer), "{answer}: {printed}");
    }
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn amounts_are_chosen_by_their_words() {
    let options = r#"{"betting": {"type": "bid"}}"#;
    let output = fed(&["play", "fortunes", "--seat", "1", "--seed", "x", "--options", options], "bid 4\n");
    assert!(out(&output).contains("5 Bid 4 tricks\n") && out(&output).contains(": Bid 4"), "{}", out(&output));
}

#[test]
fn an_amount_beyond_those_listed_is_sent_as_a_step() {
    let options = r#"{"betting": {"type": "wager", "when": "open", "limit": 1000000}}"#;
    let arguments = ["play", "fortunes", "--seat", "1", "--seed", "x", "--options", options];
    let wager = |amount: u32| format!("{{\"type\": \"wager\", \"amount\": {amount}}}\n");
    let lines = format!("{}77777777777777777777\n{}", wager(1_000_001), wager(654_321));
    let printed = out(&fed(&arguments, &lines));
    for text in [
        "These are the first 100: another legal step is sent as such.",
        "The wager must be from 0 to 1000000, not 1000001.",
        "No choice has number 77777777777777777777",
        ": Wager 654321",
    ] {
        assert!(printed.contains(text), "{text}: {printed}");
    }
}

#[test]
fn the_words_of_one_step_make_it() {
    let arguments = ["play", "foolery", "--seat", "1", "--seed", "s1", "--bot", "random"];
    let printed = out(&fed(&arguments, "play queen of clubs\n"));
    assert_eq!(printed.matches("You hold ").count(), 2, "{printed}");
    let listed = out(&fed(&arguments, "clubs\n"));
    assert_eq!(listed.matches("You hold ").count(), 1, "{listed}");
}

#[test]
fn commands_may_be_spelled_out() {
    let play = |lines: &[u8]| out(&fed_bytes(&["play", "fortunes", "--seat", "1", "--seed", "x"], lines));
    for word in ["q", "Q", "quit", "exit"] {
        assert!(play(format!("{word}\n").as_bytes()).contains("Good-bye"), "{word}");
    }
    for word in ["h", "H", "help"] {
        assert!(play(format!("{word}\n").as_bytes()).contains("Ctrl-D: leave the table"), "{word}");
    }
    let printed = play(b"\xff\n1\n");
    assert!(printed.contains("not text in UTF-8") && printed.matches("You hold ").count() == 2, "{printed}");
}

#[test]
fn a_printed_game_names_both_seeds() {
    let printed = out(&run(&["play", "reversal", "--bot", "random", "--seed", "x", "--client-seed", "tea"]));
    assert!(printed.starts_with("Reversal of Fortune, 2 players, seed x and tea\n"), "{printed}");
}

#[test]
fn enter_alone_repeats_the_prompt() {
    let output = fed(&["play", "fortuno", "--seat", "1", "--seed", "x"], &"\n1\n".repeat(2000));
    let printed = out(&output);
    assert!(output.status.success(), "{printed}");
    assert!(printed.contains("You need not do anything."), "{printed}");
}

#[test]
fn cards_in_other_hands_are_never_printed() {
    for (game, deck) in [("fortunes", Deck::Fortunes), ("foolery", Deck::French)] {
        for seed in ["x", "y", "z"] {
            let log = out(&run(&["play", game, "--seed", seed, "--log"]));
            let log: serde_json::Value = serde_json::from_str(&log).expect("a log");
            let own: Vec<Card> = serde_json::from_value(log["steps"][0]["hands"][0].clone()).expect("a hand");
            let printed = first_steps(&["play", game, "--seat", "0", "--seed", seed]);
            let before_the_end = printed.split("The game is over.").next().unwrap_or_default();
            let text = before_the_end.split_whitespace().collect::<Vec<_>>().join(" ");
            let hidden = Hand::PACK - own.iter().copied().collect::<Hand>();
            let seen = hidden.iter().filter(|card| is_played_when_first_seen(&text, *card, deck)).count();
            assert!(seen > 20, "{game} {seed}: only {seen} cards of others were played");
        }
    }
}

/// Whether a card is first printed when a player plays it, or never.
fn is_played_when_first_seen(text: &str, card: Card, deck: Deck) -> bool {
    let name = deck.card_name(card);
    let at_end = |at: usize| !text[at + name.len()..].starts_with(|sign: char| sign.is_alphanumeric());
    let named = text.match_indices(&name).map(|(at, _)| at).find(|at| at_end(*at));
    let first = [named, text.find(&card.id())].into_iter().flatten().min();
    let Some(first) = first else { return false };
    let sentence = text[..first].rsplit(". ").next().unwrap_or_default();
    assert!([" plays ", " led "].iter().any(|laid| sentence.contains(laid)), "{card} is printed: {sentence}");
    true
}

#[test]
fn open_hands_are_shown_on_request() {
    let printed = |more: &[&str]| out(&fed(&[&["play", "fortunes", "--seat", "0", "--seed", "x"], more].concat(), ""));
    let open = printed(&["--open-hands"]);
    let owners = ["You hold ", "Alcor holds ", "Bellatrix holds "];
    let places = owners.map(|owner| open.find(owner).unwrap_or_else(|| panic!("{owner}: {open}")));
    assert!(places.is_sorted(), "{open}");
    assert!(!printed(&["--hands-hidden"]).contains(" holds "));
    assert_eq!(printed(&["--hands-hidden"]), printed(&[]));
}

#[test]
fn a_seat_must_exist() {
    let output = run(&["play", "fortunes", "--seat", "4"]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("seats are numbered from 0 to 3"));
    assert_eq!(run(&["play", "fortunes", "--name", "Ada"]).status.code(), Some(2), "a name needs a seat");
}

#[test]
fn a_question_needs_a_game_with_readings() {
    let output = run(&["play", "fortuno", "--seat", "0", "--question", "What?"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "arcana: --question: Fortuno has no readings, so it takes no question\n"
    );
}
