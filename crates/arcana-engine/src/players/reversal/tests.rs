//! The adept's moves in clear situations, and its win rate against random players.

use serde_json::{Value, json};

use super::*;
use crate::{
    games::{
        Game, Observe, Viewer, parse_options,
        reversal::{Action, Step},
    },
    players::{Skill, play_out, seat},
};

/// A table of two after these steps.
fn table(options: Value, steps: Value) -> Reversal {
    let options = parse_options::<Reversal>(options).expect("options");
    let mut game = Reversal::new(2, options).expect("a table");
    for step in serde_json::from_value::<Vec<Step>>(steps).expect("steps") {
        game.apply(&step).expect("a legal step");
    }
    game
}

fn choice_of(game: &Reversal, player: Player) -> Choice {
    let mut moves = Vec::new();
    game.moves(player, Reversal::INFO.moves_limit, &mut moves);
    let mut chance = Chance::of_player("tests", "", player.index());
    let view = game.view(Viewer::Player(player));
    Reversal::adept().choose(&view, &moves, true, &mut chance).expect("a choice")
}

/// Both have stored 8 and lost a point for it; player 0 has the round point.
fn full_of_luck(options: Value) -> Reversal {
    let steps = json!([
        {"type": "choose", "player": 0, "action": "store", "amount": 8},
        {"type": "choose", "player": 1, "action": "store", "amount": 8},
        {"type": "roll", "dice": [[1, 1, 1, 1, 2], [1, 1, 1, 1, 1]]},
    ]);
    table(options, steps)
}

#[test]
fn the_last_point_is_bought_with_luck() {
    let game = full_of_luck(json!({"target": 1}));
    let choice = choice_of(&game, Player(0));
    // Five miss one chance in 32, and some luck is left for a tie.
    assert!(choice.action == Action::Spend && choice.amount >= 5, "{choice:?}");
}

#[test]
fn luck_counts_for_nothing_in_the_last_round() {
    let game = full_of_luck(json!({"max_rounds": 2}));
    for player in [Player(0), Player(1)] {
        let choice = choice_of(&game, player);
        assert!(choice.action == Action::Spend && choice.amount >= 6, "{choice:?}");
    }
}

#[test]
fn luck_is_stored_where_a_penalty_costs_nothing() {
    let game = table(json!({"floor": true, "lack": "each"}), json!([]));
    assert_eq!(choice_of(&game, Player(0)), Choice { action: Action::Store, amount: 8 });
}

#[test]
fn an_adept_beats_random_players() {
    for (players, games, least) in [(2, 60, 48), (4, 60, 42)] {
        let mut won = 0;
        for round in 0..games {
            let own = round % players;
            let mut skills = vec![Skill::Random; players];
            skills[own] = Skill::Adept;
            let seed = format!("beat {}", round / players);
            let mut game = Reversal::new(players, crate::games::reversal::Options::default()).expect("a table");
            let mut bots = seat::<Reversal>(&skills, &seed, "");
            play_out(&mut game, &mut bots, &mut Chance::of_table(&seed, ""), |_, _| ());
            won += usize::from(game.outcome().expect("over").winners == [Player(own as u8)]);
        }
        assert!(won >= least, "{won} of {games} games of {players} won");
    }
}
