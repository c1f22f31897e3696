//! What each viewer sees of a step (fortuno.md, "Who sees what").

use serde_json::{Value, json};

use super::{Table, ids, step};
use crate::{
    cards::Deck,
    chance::Chance,
    games::{Code, Game, Labels, Observe, Player, Viewer, check_as_seen, tests::seen},
};

const ADA: Viewer = Viewer::Player(Player(0));
const BEL: Viewer = Viewer::Player(Player(1));
const CYD: Viewer = Viewer::Player(Player(2));
const DOV: Viewer = Viewer::Player(Player(3));
const EVERYBODY: [Viewer; 6] = [ADA, BEL, CYD, DOV, Viewer::Public, Viewer::All];

/// Asserts that `whole` see the whole step and all others this part, and applies it.
#[track_caller]
fn is_seen(table: &mut Table, line: &str, whole: &[Viewer], part: &Value) {
    let (wire, read) = (step(line), serde_json::from_value(step(line)).expect("a step"));
    for viewer in EVERYBODY {
        let open = viewer == Viewer::All || whole.contains(&viewer);
        assert_eq!(seen(&table.game, &read, viewer), if open { &wire } else { part }.clone(), "{viewer:?}: {line}");
    }
    table.does(line);
}

/// The same for a table step drawn at random.
fn is_drawn(table: &mut Table, part: impl Fn(Viewer) -> Value) {
    let drawn = table.game.clone().draw(&mut Chance::of_table("test", ""));
    for viewer in [ADA, BEL, CYD, DOV, Viewer::Public] {
        assert_eq!(seen(&table.game, &drawn, viewer), part(viewer), "{viewer:?}");
    }
    assert_eq!(seen(&table.game, &drawn, Viewer::All), serde_json::to_value(&drawn).expect("JSON"));
    table.draws();
}

fn of_type(name: &str, player: u8) -> Value {
    json!({"type": name, "player": player})
}

fn counted(name: &str, player: u8, count: usize) -> Value {
    json!({"type": name, "player": player, "count": count})
}

#[test]
fn a_deal_shows_the_viewers_hand_and_all_sizes() {
    let table = Table::deal(&["wa02 wa03", "wa05 pe06", "cu02 cu03", "sw02 sw03"], "wa09");
    let (game, deal) = (super::Fortuno::new(4, table.game.options).expect("four"), &table.steps[0]);
    let part = json!({"type": "deal", "hand": ["wa05", "pe06"], "sizes": [2, 2, 2, 2], "count": 70});
    assert_eq!(seen(&game, deal, BEL), part);
    assert_eq!(seen(&game, deal, Viewer::Public), json!({"type": "deal", "sizes": [2, 2, 2, 2], "count": 70}));
    assert_eq!(seen(&game, deal, Viewer::All), serde_json::to_value(deal).expect("JSON"));
}

#[test]
fn a_reshuffle_is_counted() {
    let mut table = Table::deal(&["wa02 wa03", "cu05 wa06", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play wa06 !").leave_on_the_pile("").does("2: draw");
    assert_eq!(table.due(), "table: reshuffle");
    is_drawn(&mut table, |_| json!({"type": "reshuffle", "count": 1}));
}

#[test]
fn a_redeal_shows_the_cards_that_the_viewer_gets() {
    let mut table = Table::deal(&["wa02 wa03", "ar08 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar08 !");
    let drawn = table.game.clone().draw(&mut Chance::of_table("test", ""));
    let cards = serde_json::to_value(&drawn).expect("JSON")["cards"].clone();
    let hand = |places: &[usize]| {
        let mut ids: Vec<String> =
            places.iter().map(|place| cards[*place].as_str().expect("an id").to_owned()).collect();
        ids.sort_by_key(|id| id.parse::<crate::cards::Card>().expect("a card"));
        ids
    };
    // Seven cards, dealt to 2, 3, 0 and 1 in turn.
    is_drawn(&mut table, |viewer| match viewer {
        Viewer::Player(Player(player)) => {
            let places: &[usize] = [&[2, 6][..], &[3], &[0, 4], &[1, 5]][player as usize];
            json!({"type": "redeal", "hand": hand(places), "count": 7})
        }
        Viewer::Public | Viewer::All => json!({"type": "redeal", "count": 7}),
    });
}

#[test]
fn a_given_card_is_seen_by_giver_and_receiver() {
    let mut table = Table::deal(&["wa02 pe03", "wa05 pe06", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play wa05");
    is_seen(&mut table, "0: accuse 1", &EVERYBODY, &Value::Null);
    is_seen(&mut table, "0: give pe03", &[ADA, BEL], &counted("give", 0, 1));
}

#[test]
fn that_nothing_is_given_is_public() {
    let mut table = Table::deal(&["wa02 pe03", "wa05 pe06", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play wa05 !, 0: accuse 1");
    is_seen(&mut table, "1: give null", &EVERYBODY, &Value::Null);
}

#[test]
fn a_card_given_for_the_moon_is_seen_by_giver_and_receiver() {
    let mut table = Table::deal(&["wa02 wa03", "ar18 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar18 !");
    is_seen(&mut table, "1: ask 2 suit cu", &EVERYBODY, &Value::Null);
    is_seen(&mut table, "2: give cu03", &[BEL, CYD], &counted("give", 2, 1));
}

#[test]
fn an_offer_is_seen_by_its_player_and_the_last_by_the_actors_too() {
    let mut table = Table::deal(&["ar03 wa03", "ar15 wa05", "ar12 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar15 !");
    is_seen(&mut table, "0: offer ar03", &[ADA], &of_type("offer", 0));
    is_seen(&mut table, "2: offer null", &[CYD], &of_type("offer", 2));
    is_seen(&mut table, "3: offer null", &[DOV, BEL], &of_type("offer", 3));
    is_seen(&mut table, "1: jaccuse 2", &EVERYBODY, &Value::Null);
    is_seen(&mut table, "1: take ar03", &[ADA, BEL], &counted("take", 1, 1));
}

#[test]
fn that_nothing_is_taken_is_public() {
    let mut table = Table::deal(&["wa02 wa03", "ar15 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar15 !, 0: offer null, 2: offer null, 3: offer null");
    is_seen(&mut table, "1: take null", &EVERYBODY, &Value::Null);
}

#[test]
fn a_card_passed_on_is_seen_by_its_player_and_when_it_moves_by_the_receiver() {
    let mut table = Table::deal(&["wa02 wa03", "ar17 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar17 !");
    is_seen(&mut table, "3: pass_card sw03", &[DOV], &counted("pass_card", 3, 1));
    is_seen(&mut table, "0: pass_card wa03", &[ADA], &counted("pass_card", 0, 1));
    is_seen(&mut table, "1: pass_card wa05", &[BEL], &counted("pass_card", 1, 1));
    is_seen(&mut table, "2: pass_card cu03", &[CYD, DOV], &counted("pass_card", 2, 1));
}

#[test]
fn returned_cards_are_seen_by_who_returns_them() {
    let mut table = Table::deal(&["wa02 wa03", "ar12 wa05", "cu02 cu03", "sw02 sw03"], "wa09 ar00 ar01 ar02");
    table.does("1: flip, 1: play ar12 !");
    is_seen(&mut table, "1: return ar00 ar01 wa05", &[BEL], &counted("return", 1, 3));
}

#[test]
fn partners_see_each_others_returns_and_the_divorce() {
    let hands = ["pe02 pe03 pe04", "ar06 wa02 ar12", "wa03 cu04 cu05", "wa05 sw06 sw07"];
    let mut table = Table::deal(&hands, "wa09 wa08 wa10 ar02 ar03 ar04 ar05 ar07");
    table.does("1: flip, 1: play ar06, 1: pick 3, 2: flip, 2: play wa03, 3: play wa05, 0: draw, 0: play wa10");
    table.does("1: play ar12");
    is_seen(&mut table, "1: return ar02 ar03 ar04", &[BEL, DOV], &counted("return", 1, 3));
    is_seen(&mut table, "3: divorce wa02 sw06 sw07", &[BEL, DOV], &counted("divorce", 3, 3));
}

#[test]
fn that_a_card_is_not_used_is_known_to_its_holder_alone() {
    let hands = ["ar07 wa03", "ar21 wa05", "cu02 cu03", "sw02 sw03"];
    let mut table = Table::deal(&hands, "wa09");
    table.does("1: flip, 1: play ar21 !");
    is_seen(&mut table.clone(), "0: chariot no", &[ADA], &Value::Null);
    is_seen(&mut table, "0: chariot yes !", &EVERYBODY, &Value::Null);
    let mut race = Table::deal(&["wa02 wa03", "cu07 wa05", "sw07 cu03", "pe07 ar04"], "wa07");
    race.does("1: flip, 1: play cu07 !, 2: play sw07 !");
    is_seen(&mut race, "table: slap 0", &EVERYBODY, &Value::Null);
    is_seen(&mut race.clone(), "3: steal no", &[DOV], &Value::Null);
    is_seen(&mut race, "3: steal yes !", &EVERYBODY, &Value::Null);
}

#[test]
fn all_other_steps_are_public() {
    let mut table = Table::deal(&["wa02 wa03 wa04", "ar02 ar05 wa05", "cu02 cu03 pe05", "sw02 sw03 sw04"], "wa09");
    for line in ["1: flip", "1: play ar02", "1: gambit no", "2: flip"] {
        is_seen(&mut table, line, &EVERYBODY, &Value::Null);
    }
}

/// Code and sentence of the refusal of a step sent from a seat.
fn refused(table: &Table, line: &str) -> (Code, String) {
    let read = serde_json::from_value(step(line)).expect("a step");
    let fault = check_as_seen(&table.game, &read).expect_err("not due");
    (fault.code, fault.sentence(Labels { deck: Deck::Thoth, players: &[] }))
}

#[test]
fn a_refusal_does_not_say_whether_a_hidden_hand_can_play() {
    for hand in ["wa05 pe06", "cu05 pe06"] {
        let mut table = Table::deal(&["wa02 wa03", hand, "cu02 cu03", "sw02 sw03"], "wa09 wapa");
        table.does("1: flip");
        let expected = (Code::WrongPlayer, "It is not the turn of player 0, but of player 1.".to_owned());
        assert_eq!(refused(&table, "0: play wa02"), expected, "1 has {hand}");
        assert_eq!(refused(&table, "0: draw"), expected, "1 has {hand}");
    }
}

#[test]
fn a_refusal_does_not_say_who_is_asked_for_the_chariot() {
    let mut table = Table::deal(&["ar07 wa03", "ar21 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar21 !");
    let expected = |player| (Code::WrongPlayer, format!("It is not the turn of player {player}."));
    assert_eq!(refused(&table, "2: chariot no"), expected(2));
    assert_eq!(refused(&table, "2: flip"), expected(2));
    assert_eq!(refused(&table, "1: steal no"), expected(1));
    assert_eq!(refused(&table, "0: steal no").0, Code::WrongStep, "the holder knows what is due");
}

#[test]
fn a_player_who_may_only_accuse_is_not_due_for_anything_else() {
    let mut table = Table::deal(&["wa02 wa03", "wa05 pe06", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play wa05 !");
    assert_eq!(refused(&table, "0: play wa02").0, Code::WrongPlayer);
    assert_eq!(refused(&table, "0: chariot no").0, Code::WrongStep);
    assert_eq!(refused(&table, "0: accuse 0").0, Code::BadTarget);
    let accuse = serde_json::from_value(step("0: accuse 1")).expect("a step");
    assert_eq!(check_as_seen(&table.game, &accuse), Ok(()));
}

#[test]
fn a_seat_makes_no_step_of_the_table() {
    let mut table = Table::deal(&["wa02 wa03", "ar08 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar08 !");
    let drawn = table.game.clone().draw(&mut Chance::of_table("test", ""));
    assert_eq!(check_as_seen(&table.game, &drawn).map_err(|fault| fault.code), Err(Code::WrongStep));
}

#[test]
fn the_sun_shows_a_hand_to_the_actors_and_flipped_to_everybody_else() {
    let shown = |table: &Table| {
        EVERYBODY.map(|viewer| {
            let hand = table.game.shown_hand(viewer)?;
            Some((hand.player.0, ids(hand.cards)))
        })
    };
    let mut played = Table::deal(&["wa02 wa03", "ar19 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    played.does("1: flip, 1: play ar19 !, 1: pick 3");
    let dovs = Some((3, "sw02 sw03".to_owned()));
    assert_eq!(shown(&played), [None, dovs.clone(), None, None, None, dovs]);
    played.does("2: flip");
    assert_eq!(shown(&played), [const { None }; 6], "it is shown until the next step");
    let mut flipped = Table::deal(&["wa02 wa03", "cu09 wa05", "cu02 cu03", "sw02 sw03"], "ar19");
    flipped.does("1: flip");
    let bels = Some((1, "wa05 cu09".to_owned()));
    assert_eq!(shown(&flipped), [bels.clone(), None, bels.clone(), bels.clone(), bels.clone(), bels]);
}
