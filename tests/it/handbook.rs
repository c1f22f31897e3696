//! Examples in the developers' documentation are current: clients and programs line by line, and a deal to recompute.

use std::fs;

use arcana::{
    chance::{Chance, client_seed_of_seats, seed_hash},
    games::{Fortunes, Game},
    hex::unhex,
};
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../docs/tables.md");

/// The figure in the row with this name.
fn figure(name: &str) -> &'static str {
    let row = PAGE.lines().find_map(|line| line.strip_prefix(&format!("| {name} | `"))).expect("a row of this name");
    row.strip_suffix("` |").expect("a row with one figure")
}

#[test]
fn the_page_shows_the_clients_as_they_are() {
    for file in ["table.mjs", "table.py"] {
        let client = fs::read_to_string(format!("examples/clients/{file}")).expect("a client");
        assert!(PAGE.contains(&format!("\n{client}```\n")), "docs/tables.md shows another {file}");
    }
}

#[test]
fn the_page_on_statistics_shows_its_program_as_it_is() {
    let program = include_str!("../../examples/clients/win_rates.py");
    let page = include_str!("../../docs/statistics.md");
    assert!(page.contains(&format!("\n```python\n{program}```\n")), "docs/statistics.md shows another program");
}

#[test]
fn the_deal_on_the_page_follows_from_its_seeds() {
    let given = [figure("client seed of seat 0"), "", figure("client seed of seat 2"), ""];
    assert_eq!(client_seed_of_seats(given.into_iter()), figure("`client_seed`"));
    assert_eq!(seed_hash(figure("`seed`")), figure("`seed_hash`"));
    let mut chance = Chance::of_table(figure("`seed`"), figure("`client_seed`"));
    let mut game = Fortunes::new(4, Default::default()).expect("four play Fortunes");
    let deal = serde_json::to_value(game.draw(&mut chance)).expect("JSON");
    let shown = |name: &str| figure(name).split(' ').map(Value::from).collect::<Vec<_>>();
    assert_eq!(sorted(&deal["hands"][0]), sorted(&json!(shown("cards of seat 0"))));
    assert_eq!(sorted(&deal["discarded"]), sorted(&json!(shown("set aside"))));
    let mut by_key = Chance::from_key(unhex(figure("key")).expect("a key"));
    let words: Vec<_> = (0..3).map(|_| format!("{:08x}", by_key.word())).collect();
    assert_eq!(words.join(" "), figure("first words"));
}

fn sorted(cards: &Value) -> Vec<&str> {
    let mut cards: Vec<_> = cards.as_array().expect("cards").iter().filter_map(Value::as_str).collect();
    cards.sort_unstable();
    cards
}
