//! Fortuno keeps the laws: 4 to 8 players, every option.

use arcana::{
    games::{
        Between,
        fortuno::{FlippedKnight, Fortuno, LoversWin, Options},
    },
    players::Skill,
};

use crate::{
    laws::{keep_the_laws, only_allowed_numbers_of_players_may_play},
    setups::Setups,
};

/// Above the number of steps of these games; a turn has few steps.
const MAX_STEPS: usize = 10_000;

/// Options that differ from the defaults in many ways, by number.
fn options(number: usize) -> Options {
    let lovers = [LoversWin::Own, LoversWin::Both, LoversWin::Joint];
    let knights = [FlippedKnight::Flipper, FlippedKnight::Pass];
    Options {
        hand_size: Between::checked(2 + (number % 8) as i64).expect("2 to 9"),
        max_turns: Between::new(40),
        ace_numerical: number % 2 == 1,
        fortuno_calls: number % 5 != 4,
        slap_races: number % 7 != 6,
        lovers_win: lovers[number % 3],
        flipped_knight: knights[number / 2 % 2],
    }
}

impl Setups for Fortuno {
    fn numbered(number: usize) -> (usize, Options) {
        (4 + number % 5, if number.is_multiple_of(10) { Options::default() } else { options(number) })
    }
}

fn play(skill: Skill, games: usize) {
    for number in 0..games {
        let (players, options) = Fortuno::numbered(number);
        keep_the_laws::<Fortuno>(players, &options, skill, &format!("fortuno {number}"), MAX_STEPS);
    }
}

/// Number of games; `FORTUNO_GAMES` overrides it.
fn games(default: usize) -> usize {
    std::env::var("FORTUNO_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(default)
}

#[test]
fn random_players_keep_the_laws() {
    play(Skill::Random, games(100));
}

#[test]
fn adept_players_keep_the_laws() {
    play(Skill::Adept, games(100));
}

#[test]
fn only_the_numbers_of_players_on_the_page_may_play() {
    only_allowed_numbers_of_players_may_play::<Fortuno>();
}
