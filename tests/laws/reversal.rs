//! Reversal of Fortune keeps the laws.

use arcana::{
    games::{
        parse_options,
        reversal::{Options, Reversal},
    },
    players::Skill,
};
use serde_json::{Value, json};

use crate::{
    laws::{keep_the_laws, only_allowed_numbers_of_players_may_play},
    setups::Setups,
};

/// House rules that vary with the seed, so that all combinations occur.
fn options(seed: usize, max_rounds: usize) -> Value {
    let pick = |place: usize, words: &[Value]| words[seed / place % words.len()].clone();
    json!({
        "target": pick(1, &[json!(10), json!(1), json!(3), json!(100)]),
        "max_rounds": max_rounds,
        "zero": seed / 2 % 2 == 1,
        "max_amount": pick(1, &[json!(8), json!(1), json!(5)]),
        "overflow": pick(3, &[json!("forbid"), json!("cap")]),
        "lack": pick(5, &[json!("short"), json!("each"), json!("empty")]),
        "floor": seed / 7 % 2 == 1,
        "tied_round": pick(11, &[json!("none"), json!("all")]),
    })
}

impl Setups for Reversal {
    fn numbered(number: usize) -> (usize, Options) {
        let players = [2, 3, 5, 2, 20][number % 5];
        (players, parse_options::<Reversal>(options(number, 8)).expect("valid options"))
    }
}

/// Checks the laws in one game per seed.
fn keep_them_all(players: impl Iterator<Item = usize> + Clone, skill: Skill, seeds: usize, max_rounds: usize) {
    for (seed, players) in (0..seeds).zip(players.cycle()) {
        let options = parse_options::<Reversal>(options(seed, max_rounds)).expect("valid options");
        let most_steps = max_rounds * (players + 2);
        keep_the_laws::<Reversal>(players, &options, skill, &format!("reversal {players} {seed}"), most_steps);
    }
}

#[test]
fn games_of_two_keep_the_laws() {
    keep_them_all(2..=2, Skill::Random, 150, 60);
}

#[test]
fn games_of_three_to_six_keep_the_laws() {
    keep_them_all(3..=6, Skill::Random, 80, 20);
}

#[test]
fn games_of_seven_to_twenty_keep_the_laws() {
    keep_them_all(7..=20, Skill::Random, 56, 4);
}

#[test]
fn games_of_adepts_keep_the_laws() {
    keep_them_all([2, 3, 2, 4, 7, 2, 20].into_iter(), Skill::Adept, 28, 5);
}

#[test]
fn a_long_game_of_adepts_keeps_the_laws() {
    let options = parse_options::<Reversal>(json!({})).expect("valid options");
    for players in [2, 5] {
        keep_the_laws::<Reversal>(players, &options, Skill::Adept, "a long one", 200 * (players + 2));
    }
}

#[test]
fn only_the_numbers_of_players_on_the_page_may_play() {
    only_allowed_numbers_of_players_may_play::<Reversal>();
}
