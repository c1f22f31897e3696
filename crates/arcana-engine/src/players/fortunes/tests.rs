//! The bot's moves in clear situations.

use serde_json::json;

use super::*;
use crate::{
    games::{Due, Game, Observe, Player, Viewer, fortunes::Choice, parse_options},
    players::{Skill, play_out, seat},
};

fn new(options: serde_json::Value) -> Fortunes {
    Fortunes::new(4, parse_options::<Fortunes>(options).expect("valid options")).expect("four players")
}

/// A match with these four hands of nineteen cards.
fn dealt(options: serde_json::Value, hands: [&str; 4]) -> Fortunes {
    let mut game = new(options);
    let hands = hands.map(|ids| ids.split_whitespace().collect::<Vec<_>>());
    let step = json!({"type": "deal", "hands": hands, "discarded": ["pequ", "peki"]});
    game.apply(&serde_json::from_value(step).expect("a step")).expect("a deal is due");
    game
}

/// The move of the adept whose turn it is.
fn choice(game: &Fortunes) -> (Player, Move) {
    let player = game.due().players().first().expect("somebody is due");
    let mut moves = Vec::new();
    game.moves(player, Fortunes::INFO.moves_limit, &mut moves);
    let mut chance = Chance::of_player("sense", "", player.index());
    let mv = Adept.choose(&game.view(Viewer::Player(player)), &moves, true, &mut chance).expect("a move");
    assert!(moves.contains(&mv), "{mv:?} is legal");
    (player, mv)
}

/// East holds the highest cards and South the lowest: both are strong, their partners are not.
const STRONG: [&str; 4] = [
    "ar21 ar20 ar19 waki waqu wakn wapa wa10 cuki cuqu cukn cupa cu10 swki swqu swkn swpa pekn pepa",
    "ar00 ar01 ar02 ar03 ar04 ar05 ar06 waac wa02 wa03 cuac cu02 cu03 swac sw02 sw03 peac pe02 pe03",
    "ar15 ar16 ar17 ar18 wa09 wa08 wa07 cu09 cu08 cu07 sw10 sw09 sw08 sw07 pe10 pe09 pe08 pe07 pe06",
    "ar07 ar08 ar09 ar10 ar11 ar12 ar13 ar14 wa04 wa05 wa06 cu04 cu05 cu06 sw04 sw05 sw06 pe04 pe05",
];

#[test]
fn it_does_not_look_into_other_hands() {
    let game = dealt(json!({}), STRONG);
    let other = game.resample_hidden(Viewer::Player(Player(0)), &mut Chance::of_table("elsewhere", ""));
    assert_ne!(game, other);
    assert_eq!(choice(&game), choice(&other));
}

#[test]
fn the_last_to_play_takes_a_trick_with_no_more_than_it_needs() {
    let mut game = dealt(json!({}), STRONG);
    for (player, id) in [(0, "cu10"), (1, "cu02"), (2, "cu07")] {
        game.play_unchecked(Player(player), Move::Play(id.parse().expect("a card")));
    }
    // A high trick that a partner of East holds: South and North can only give it, and give their worst.
    let (player, mv) = choice(&game);
    assert_eq!(player, Player(3));
    assert!(matches!(mv, Move::Play(card) if "cu04 cu05 cu06".contains(&card.id())), "{mv:?}");
}

#[test]
fn a_bid_is_one_that_the_team_makes() {
    let mut failed = 0;
    for seed in 0..6 {
        let mut game = new(json!({"betting": {"type": "bid"}}));
        let seed = format!("bids {seed}");
        let mut bots = seat::<Fortunes>(&[Skill::Adept; 4], &seed, "");
        play_out(&mut game, &mut bots, &mut Chance::of_table(&seed, ""), |_, _| ());
        let outcome = game.outcome().expect("over");
        failed += outcome.detail.deals[0].made.expect("bids").iter().filter(|made| !**made).count();
    }
    assert!(failed <= 2, "{failed} of 12 bids failed");
}

#[test]
fn nobody_folds_before_it_costs_anything() {
    let game = dealt(json!({"betting": {"type": "ante"}}), STRONG);
    let (_, mv) = choice(&game);
    assert!(matches!(mv, Move::Stake(Choice::Stay | Choice::Raise)), "{mv:?}");
}

#[test]
fn a_hopeless_player_folds_to_a_raise_that_costs_too_much() {
    let mut game = dealt(json!({"betting": {"type": "ante", "raise": 1000}}), STRONG);
    let stakes = |choice| Move::Stake(choice);
    for player in 0..4 {
        game.play_unchecked(Player(player), stakes(Choice::Stay));
    }
    // East and West win trick after trick until South has the turn without any chance.
    while game.state(Viewer::All).trick.is_some_and(|trick| trick.number < 14) {
        let Due::Players { must, .. } = game.due() else { break };
        let player = must.first().expect("one");
        let mut moves = Vec::new();
        game.moves(player, 100, &mut moves);
        game.play_unchecked(player, moves[0]);
    }
    let points = game.state(Viewer::All).points;
    let loser = Player::all(4).min_by_key(|player| points[player.index()]).expect("four");
    while game.due().players().first() != Some(loser) {
        game.play_unchecked(game.due().players().first().expect("one"), stakes(Choice::Raise));
    }
    assert_eq!(choice(&game), (loser, stakes(Choice::Fold)), "{points:?}");
}

#[test]
fn a_strong_hand_wagers_more_than_a_weak_one() {
    let mut game = dealt(json!({"betting": {"type": "wager", "when": "open"}}), STRONG);
    let mut wagers = [0; 4];
    for _ in 0..4 {
        let (player, mv) = choice(&game);
        let Move::Wager(amount) = mv else { panic!("{mv:?}") };
        wagers[player.index()] = amount;
        game.play_unchecked(player, mv);
    }
    assert!(wagers[0] >= 25 && wagers[1] >= 25, "{wagers:?}");
    assert_eq!(wagers[2..], [0, 0]);
}
