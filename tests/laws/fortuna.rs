//! Fortuna keeps the laws.

use arcana::{
    games::{
        fortuna::{Fortuna, Options},
        parse_options,
    },
    players::Skill,
};
use serde_json::{Value, json};

use crate::{
    laws::{keep_the_laws, only_allowed_numbers_of_players_may_play},
    setups::Setups,
};

/// House rules that vary with the seed, so that all combinations occur.
fn options(seed: usize, players: usize, max_turns: usize) -> Value {
    let pick = |place: usize, words: &[Value]| words[seed / place % words.len()].clone();
    let calls = seed % 4 != 3;
    let big_turns = seed / 2 % 3 == 2 && players > 2;
    let one_kit = seed / 3 % 2 == 1 && (!big_turns || players <= 8);
    json!({
        "teams": seed / 5 % 2 == 1,
        "big_turns": big_turns,
        "threshold": pick(2, &[json!(null), json!(null), json!(20), json!(60), json!(1000)]),
        "max_turns": max_turns,
        "end": pick(1, &[json!("first_out"), json!("last_standing")]),
        "opponent": if calls { pick(1, &[json!("next"), json!("kit"), json!("choose")]) } else { json!("kit") },
        "brick_pool": if one_kit { "one_kit" } else { "all" },
        "normal_score": pick(3, &[json!("best"), json!("all")]),
        "wolf_grin": pick(5, &[json!("one_or_both"), json!("both")]),
        "lesser_blank": pick(7, &[json!("zero"), json!("skip")]),
        "calls": calls,
        "uncalled": pick(4, &[json!("counts"), json!("plain")]),
        "challenged_score": pick(6, &[json!("stands"), json!("none")]),
        "failed_challenge": pick(9, &[json!("nothing"), json!("marble")]),
        "tie_break": pick(8, &[json!("draw"), json!("marbles")]),
    })
}

impl Setups for Fortuna {
    const HIDES: bool = false;

    fn numbered(number: usize) -> (usize, Options) {
        let players = [2, 4, 6, 2, 20][number % 5];
        (players, parse_options::<Fortuna>(options(number, players, 20)).expect("valid options"))
    }
}

/// Checks the laws in one game per seed: at most ten opening rolls, then four steps per turn.
fn keep_them_all(players: impl Iterator<Item = usize> + Clone, skill: Skill, seeds: usize, max_turns: usize) {
    for (seed, players) in (0..seeds).zip(players.cycle()) {
        let options = parse_options::<Fortuna>(options(seed, players, max_turns)).expect("valid options");
        let most_steps = 10 + 4 * max_turns;
        keep_the_laws::<Fortuna>(players, &options, skill, &format!("fortuna {players} {seed}"), most_steps);
    }
}

#[test]
fn games_of_two_keep_the_laws() {
    keep_them_all(2..=2, Skill::Random, 160, 200);
}

#[test]
fn games_of_four_to_eight_keep_the_laws() {
    keep_them_all((4..=8).step_by(2), Skill::Random, 96, 60);
}

#[test]
fn games_of_ten_to_twenty_keep_the_laws() {
    keep_them_all((10..=20).step_by(2), Skill::Random, 60, 25);
}

#[test]
fn games_of_adepts_keep_the_laws() {
    keep_them_all([2, 4, 2, 6, 10, 2, 20].into_iter(), Skill::Adept, 63, 16);
}

#[test]
fn a_long_game_of_adepts_keeps_the_laws() {
    let options = parse_options::<Fortuna>(json!({"end": "last_standing"})).expect("valid options");
    for players in [2, 6] {
        keep_the_laws::<Fortuna>(players, &options, Skill::Adept, "a long one", 10 + 4 * 200);
    }
}

#[test]
fn only_the_numbers_of_players_on_the_page_may_play() {
    only_allowed_numbers_of_players_may_play::<Fortuna>();
}
