//! The adept's moves at a few tables.

use serde_json::{Value, json};

use super::super::HasBots;
use crate::{
    cards::{Card, Hand},
    chance::Chance,
    games::{
        Between, Game, GameStep, Observe, Player, Viewer,
        fortuno::{Fortuno, Options, Step},
    },
};

/// Deals these hands, the rest in pack order after `pile`, and plays these steps.
fn table(hands: &[&str], pile: &str, steps: &[Value]) -> Fortuno {
    let cards = |ids: &str| ids.split_whitespace().map(|id| id.parse().expect("a card")).collect::<Vec<Card>>();
    let hands: Vec<Vec<Card>> = hands.iter().map(|hand| cards(hand)).collect();
    let mut pile = cards(pile);
    let named: Hand = hands.iter().flatten().chain(&pile).copied().collect();
    pile.extend(!named);
    let hand_size = Between::checked(hands[0].len() as i64).expect("2 to 9 cards");
    let mut game = Fortuno::new(hands.len(), Options { hand_size, ..Options::default() }).expect("4 to 8 play");
    let deal = json!({"type": "deal", "hands": hands, "pile": pile});
    for step in [deal].iter().chain(steps) {
        let read: Step = serde_json::from_value(step.clone()).expect("a step");
        game.apply(&read).unwrap_or_else(|fault| panic!("{step}: {fault:?}"));
    }
    game
}

/// The adept's move as this player; null if it does not act.
fn chosen(game: &Fortuno, player: u8) -> Value {
    let player = Player(player);
    let mut moves = Vec::new();
    game.moves(player, Fortuno::INFO.moves_limit, &mut moves);
    let crate::games::Due::Players { must, .. } = game.due() else { panic!("a player is due") };
    let view = game.view(Viewer::Player(player));
    let choice = Fortuno::adept().choose(&view, &moves, must.contains(player), &mut Chance::of_player("test", "", 0));
    choice.map_or(Value::Null, |mv| serde_json::to_value(Step::of_move(player, mv)).expect("JSON"))
}

fn flip(player: u8) -> Value {
    json!({"type": "flip", "player": player})
}

fn play(player: u8, card: &str) -> Value {
    json!({"type": "play", "player": player, "cards": [card]})
}

#[test]
fn it_calls_when_a_call_is_due() {
    let game = table(&["wa02 wa03", "wa05 pe06", "cu02 cu03", "sw02 sw03"], "wa09", &[flip(1)]);
    assert_eq!(chosen(&game, 1), json!({"type": "play", "player": 1, "cards": ["wa05"], "fortuno": true}));
}

#[test]
fn it_accuses_only_players_who_did_not_call() {
    let game = table(&["wa02 wa03", "wa05 pe06", "wa06 cu03", "sw02 sw03"], "wa09", &[flip(1), play(1, "wa05")]);
    for player in [0, 2, 3] {
        assert_eq!(chosen(&game, player), json!({"type": "accuse", "player": player, "target": 1}));
    }
    assert_eq!(chosen(&game, 1), Value::Null);
    let hands = ["wa02 wa03 wa04", "wa05 pe06 pe07", "wa06 cu03 cu04", "sw02 sw03 sw04"];
    let game = table(&hands, "wa09", &[flip(1), play(1, "wa05")]);
    assert_eq!((chosen(&game, 0), chosen(&game, 2)["type"].clone()), (Value::Null, json!("play")));
}

#[test]
fn it_turns_a_draw_back_with_fortune_rather_than_to_draw() {
    let hands = ["wa02 wa03 wa04", "wakn pe06 pe07", "ar10 cu03 cu04", "sw02 sw03 sw04"];
    let game = table(&hands, "wa09", &[flip(1), play(1, "wakn")]);
    assert_eq!(chosen(&game, 2), play(2, "ar10"));
}

#[test]
fn it_hinders_the_next_player_who_is_about_to_win() {
    let hands = ["ar13 cu02 cu04", "ar11 cupa wa05", "sw02 sw03 sw04", "cu03 pe02 pe03"];
    let orgy = json!({"type": "orgy", "player": 1, "cards": ["cupa"], "fortuno": true});
    let draw = json!({"type": "draw", "player": 2});
    let game = table(&hands, "wa09", &[flip(1), play(1, "ar11"), orgy, draw, play(3, "cu03")]);
    assert_eq!(chosen(&game, 0), play(0, "ar13"));
}

#[test]
fn it_does_not_keep_fortune_for_the_last_card() {
    let game = table(&["wa02 wa03", "ar14 ar10", "wa06 cu03", "sw02 sw03"], "wapa", &[flip(1)]);
    assert_eq!(chosen(&game, 1)["cards"], json!(["ar10"]), "which answers the flipped Princess; Art fits later");
}

#[test]
fn it_gives_away_cards_that_are_hard_to_get_rid_of() {
    let hands = ["wa02 ar12 wa04", "wa05 pe06 pe07", "wa06 cu03 cu04", "sw02 sw03 sw04"];
    let accuse = json!({"type": "accuse", "player": 3, "target": 0});
    let game = table(&hands, "wa09", &[flip(1), play(1, "wa05"), accuse]);
    assert_eq!(chosen(&game, 0), json!({"type": "give", "player": 0, "card": "ar12"}));
}

#[test]
fn it_puts_death_on_top_of_the_pile() {
    let hands = ["wa02 wa03", "ar12 wa05", "cu02 cu03", "sw02 sw03"];
    let game = table(&hands, "wa09 pe02 pe03 pe04 ar13 pe06 pe07", &[flip(1), play(1, "ar12")]);
    assert_eq!(chosen(&game, 1)["cards"][0], "ar13");
}

#[test]
fn it_makes_the_ritual_when_it_holds_the_devil_and_avoids_it_otherwise() {
    let hands = ["wa02 wa03 wa04", "cu06 wa05 wa07", "ar15 sw06 wa08", "pe07 ar04 ar03"];
    let game = table(&hands, "wa06", &[flip(1), play(1, "cu06")]);
    assert_eq!(chosen(&game, 2), play(2, "sw06"));
    let hands = ["ar15 wa03 wa04", "cu06 wa05 wa07", "ar03 sw06 wa08", "pe07 ar04 wa02"];
    let game = table(&hands, "wa06", &[flip(1), play(1, "cu06")]);
    assert_eq!(chosen(&game, 2), play(2, "ar03"));
}
