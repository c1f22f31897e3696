//! Every game that can be played can be imported: with any options, its log stays within the limits.

use arcana::{
    chance::Chance,
    config::{LOG_LIMIT, STEP_LIMIT},
    games::{Foolery, Fortuna, Fortunes, Fortuno, Observe, Reversal, Viewer, parse_options},
    players::{HasBots, Skill, play_out, seat},
};
use serde_json::{Value, json};

/// Maximum size of a log without its steps: names, options, and the other fields of an exported line.
const OVERHEAD: usize = 64 << 10;

/// Plays a game: the size of each step in its log, and the value of `turn` after it.
fn played<G: HasBots>(
    players: usize,
    options: &Value,
    skill: Skill,
    seed: &str,
    turn: impl Fn(&G) -> usize,
) -> Vec<(usize, usize)> {
    let options = parse_options::<G>(options.clone()).expect("valid options");
    let mut game = G::new(players, options).expect("a valid number of players");
    let mut bots = seat::<G>(&vec![skill; players], seed, "");
    let mut steps = Vec::new();
    play_out(&mut game, &mut bots, &mut Chance::of_table(seed, ""), |game, step| {
        let text = serde_json::to_string(&step).expect("a step is JSON");
        steps.push((text.len() + ",".len(), turn(game)));
    });
    steps
}

/// Checks a game with the longest options: its number of steps is at most as given, which is within the limit, and its
/// size is less than half the limit.
fn is_within<G: HasBots>(players: usize, options: &Value, most_steps: usize) {
    assert!(most_steps <= STEP_LIMIT, "{}: {most_steps} steps", G::INFO.id);
    let steps = played::<G>(players, options, Skill::Random, "the dearest", |_| 0);
    let bytes: usize = steps.iter().map(|(bytes, _)| bytes).sum();
    println!("{} {players} {options}: {} steps of {most_steps}, {bytes} bytes", G::INFO.id, steps.len());
    assert!(steps.len() <= most_steps, "{}: {} steps", G::INFO.id, steps.len());
    assert!(OVERHEAD + bytes * 2 <= LOG_LIMIT, "{}: {bytes} bytes", G::INFO.id);
}

/// A deal has one table step, and at most 76 bids or stakes and 76 plays.
#[test]
fn the_longest_match_of_fortunes_can_be_imported() {
    for betting in [json!({"type": "bid"}), json!({"type": "ante"}), json!({"type": "wager", "when": "open"})] {
        let race = json!({"type": "race_exact", "target": 1000, "max_deals": 200});
        is_within::<Fortunes>(4, &json!({"match": race, "betting": betting}), 200 * 153);
    }
}

/// Every play sheds a card, and every other player passes at most once after it. The deal and the exchange are extra.
#[test]
fn the_longest_match_of_foolery_can_be_imported() {
    for players in [3, 7] {
        is_within::<Foolery>(players, &json!({"deals": 100, "scoring": "titles"}), 100 * (77 * players + 7));
    }
}

/// At most ten opening rolls, then four steps per turn.
#[test]
fn the_longest_game_of_fortuna_can_be_imported() {
    let options = json!({"max_turns": 1000, "end": "last_standing", "big_turns": true});
    for players in [4, 20] {
        is_within::<Fortuna>(players, &options, 10 + 4 * 1000);
    }
    is_within::<Fortuna>(2, &json!({"max_turns": 1000, "end": "last_standing"}), 10 + 4 * 1000);
}

/// A choice of each player and two rolls per round.
#[test]
fn the_longest_game_of_reversal_can_be_imported() {
    for players in [2, 20] {
        is_within::<Reversal>(players, &json!({"target": 100, "max_rounds": 1000}), 1000 * (players + 2));
    }
}

/// Maximum number of turns of a game of Fortuno, and number of turns played here.
const MAX_TURNS: usize = 100_000;
const TURNS: usize = 5_000;

/// Length of a stretch of Fortuno in turns.
const STRETCH: usize = 100;

/// Games without a winner: options, players and seed. They are the longest found among 12,000, of which 53 went on for
/// 2,000 turns.
fn endless() -> [(Value, usize, &'static str); 5] {
    let other = json!({"flipped_knight": "pass", "hand_size": 9, "ace_numerical": true});
    [
        (json!({"slap_races": false, "hand_size": 9}), 7, "long 251"),
        (other.clone(), 7, "long 86"),
        (other, 6, "long 73"),
        (json!({"fortuno_calls": false}), 7, "long 262"),
        (json!({"hand_size": 9}), 7, "long 304"),
    ]
}

/// If no stretch of turns exceeds its share of the limits, no game exceeds them, however long it is.
#[test]
fn the_longest_game_of_fortuno_can_be_imported() {
    let stretches = MAX_TURNS / STRETCH;
    for (mut options, players, seed) in endless() {
        options["max_turns"] = TURNS.into();
        let turns = |game: &Fortuno| game.state(Viewer::Public).turns as usize;
        let steps = played::<Fortuno>(players, &options, Skill::Random, seed, turns);
        let (most_steps, most_bytes) = longest_stretch(&steps);
        let told = format!("{options} {seed}: {most_steps} steps and {most_bytes} bytes in {STRETCH} turns");
        println!("fortuno {told}, {} steps in all", steps.len());
        assert_eq!(steps.last().map(|(_, turn)| *turn), Some(TURNS), "{told}: somebody wins; look for another seed");
        assert!(most_steps * stretches <= STEP_LIMIT, "{told}");
        assert!(most_bytes * stretches + OVERHEAD <= LOG_LIMIT, "{told}");
    }
}

/// Maximum number of steps and bytes of a stretch of turns.
fn longest_stretch(steps: &[(usize, usize)]) -> (usize, usize) {
    let (mut begin, mut bytes) = (0, 0);
    let (mut most_steps, mut most_bytes) = (0, 0);
    for (end, (size, turn)) in steps.iter().enumerate() {
        bytes += size;
        while steps[begin].1 + STRETCH < *turn {
            bytes -= steps[begin].0;
            begin += 1;
        }
        most_steps = most_steps.max(end + 1 - begin);
        most_bytes = most_bytes.max(bytes);
    }
    (most_steps, most_bytes)
}
