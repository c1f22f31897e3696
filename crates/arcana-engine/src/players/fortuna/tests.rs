//! The adept's moves in clear situations, and its win rate against random players.

use serde_json::{Value, json};

use super::*;
use crate::{
    games::{
        Game, Observe, Viewer,
        fortuna::{Options, Step},
        parse_options,
    },
    players::{Skill, play_out, seat},
};

/// A table of two after these steps; player 1 is gold.
fn table(options: Value, turns: &[Value]) -> Fortuna {
    let options = parse_options::<Fortuna>(options).expect("options");
    let mut game = Fortuna::new(2, options).expect("a table");
    let opening = json!({"type": "opening_roll", "rolls": [[1, 1], [6, 6]]});
    for step in [&opening].into_iter().chain(turns) {
        let step = serde_json::from_value::<Step>(step.clone()).expect("a step");
        game.apply(&step).expect("a legal step");
    }
    game
}

/// The steps of a turn up to its call.
fn called(player: u8, dice: [u8; 2], bricks: [u8; 2], name: Value) -> [Value; 3] {
    [
        json!({"type": "roll", "dice": dice}),
        json!({"type": "flip", "bricks": bricks}),
        json!({"type": "call", "player": player, "name": name}),
    ]
}

/// The steps of a turn that is accepted.
fn accepted(player: u8, dice: [u8; 2], bricks: [u8; 2], name: Value) -> Vec<Value> {
    let mut steps = called(player, dice, bricks, name).to_vec();
    steps.push(json!({"type": "accept", "player": 1 - player}));
    steps
}

fn move_of(game: &Fortuna) -> Move {
    let player = game.due().players().first().expect("a player is due");
    let mut moves = Vec::new();
    game.moves(player, Fortuna::INFO.moves_limit, &mut moves);
    let mut chance = Chance::of_player("tests", "", player.index());
    Fortuna::adept().choose(&game.view(Viewer::Player(player)), &moves, true, &mut chance).expect("a move")
}

const CHALLENGE: Move = Move::Answer(Answer::Challenge);
const ACCEPT: Move = Move::Answer(Answer::Accept);

#[test]
fn it_calls_what_is_shown() {
    for (dice, bricks, shown) in [
        ([5, 6], [5, 6], Some(Special::Cheese)),
        ([2, 4], [2, 5], Some(Special::Smile)),
        ([1, 1], [1, 4], Some(Special::Grin)),
        ([4, 4], [0, 5], None),
    ] {
        let steps = &called(1, dice, bricks, json!(null))[..2];
        let expected = Move::Call { name: shown, opponent: None };
        assert_eq!(move_of(&table(json!({}), steps)), expected, "{dice:?} {bricks:?}");
    }
}

#[test]
fn a_wrong_call_is_challenged_where_that_takes_the_points() {
    let steps = called(1, [2, 4], [2, 5], json!(null));
    assert_eq!(move_of(&table(json!({"challenged_score": "none"}), &steps)), CHALLENGE);
}

#[test]
fn a_right_call_is_accepted_where_a_challenge_costs_a_marble() {
    for failed in ["nothing", "marble"] {
        let steps = called(1, [1, 5], [3, 5], json!(null));
        assert_eq!(move_of(&table(json!({"failed_challenge": failed}), &steps)), ACCEPT);
    }
}

/// Player 0 has one marble and calls wrongly what is worth 5 points; the other has the points of a happiness.
fn last_marble(happiness: u8) -> Fortuna {
    let pair = [happiness, 1];
    let mut steps = accepted(1, pair, pair, json!("happiness"));
    steps.extend(accepted(0, [4, 4], [0, 5], json!(null)));
    steps.extend(accepted(1, [4, 4], [0, 5], json!(null)));
    steps.extend(called(0, [2, 3], [1, 5], json!("grin")));
    table(json!({}), &steps)
}

#[test]
fn the_leader_takes_the_last_marble() {
    assert_eq!(move_of(&last_marble(5)), CHALLENGE, "12 points against 5");
}

#[test]
fn the_trailing_player_lets_the_game_go_on() {
    let mut steps = accepted(0, [5, 4], [5, 4], json!("happiness"));
    steps.insert(0, json!({"type": "opening_roll", "rolls": [[6, 6], [1, 1]]}));
    let options = parse_options::<Fortuna>(json!({})).expect("options");
    let mut game = Fortuna::new(2, options).expect("a table");
    steps.extend(accepted(1, [1, 5], [3, 5], json!(null)));
    steps.extend(accepted(0, [4, 4], [0, 5], json!(null)));
    steps.extend(accepted(1, [1, 5], [3, 5], json!(null)));
    steps.extend(accepted(0, [4, 4], [0, 5], json!(null)));
    steps.extend(accepted(1, [5, 2], [0, 0], json!(null)));
    steps.extend(called(0, [1, 5], [3, 5], json!("smile")));
    for step in steps {
        let step = serde_json::from_value::<Step>(step).expect("a step");
        game.apply(&step).expect("a legal step");
    }
    assert_eq!(move_of(&game), ACCEPT, "a challenge would end the game with 10 points against 23");
}

#[test]
fn the_leader_calls_wrongly_where_a_challenge_would_end_the_game() {
    let mut steps = accepted(1, [5, 4], [5, 4], json!("happiness"));
    for _ in 0..2 {
        steps.extend(accepted(0, [1, 5], [3, 5], json!(null)));
        steps.extend(accepted(1, [4, 4], [0, 5], json!(null)));
    }
    steps.extend(accepted(0, [1, 5], [3, 5], json!(null)));
    steps.extend_from_slice(&called(1, [1, 5], [3, 5], json!(null))[..2]);
    let Move::Call { name, .. } = move_of(&table(json!({}), &steps)) else { panic!("a call is due") };
    assert_ne!(name, None, "23 points against 15, and the last marble");
}

#[test]
fn an_adept_beats_random_players() {
    let (players, games) = (2, 400);
    let mut won = [0; 2];
    for round in 0..games {
        let own = round % players;
        let mut skills = vec![Skill::Random; players];
        skills[own] = Skill::Adept;
        let seed = format!("beat {}", round / players);
        let mut game = Fortuna::new(players, Options::default()).expect("a table");
        let mut bots = seat::<Fortuna>(&skills, &seed, "");
        play_out(&mut game, &mut bots, &mut Chance::of_table(&seed, ""), |_, _| ());
        for winner in game.outcome().expect("over").winners {
            won[usize::from(winner.index() == own)] += 1;
        }
    }
    assert!(won[1] >= 230 && won[0] <= 160, "lost and won: {won:?}");
}
