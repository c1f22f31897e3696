//! What viewers see of the state and of steps.

use serde_json::{Value, json};

use super::{Fortuno, Options, StepKind, Table, ids, step};
use crate::{
    cards::Deck,
    chance::Chance,
    games::{Code, Due, Game, GameStep, Labels, Observe, Player, Viewer, check_as_seen, tests::seen},
    players::{Skill, play_out, seat},
};

fn state(table: &Table, viewer: Viewer) -> Value {
    serde_json::to_value(table.game.state(viewer)).expect("JSON")
}

const ADA: Viewer = Viewer::Player(Player(0));
const BEL: Viewer = Viewer::Player(Player(1));
const CYD: Viewer = Viewer::Player(Player(2));
const DOV: Viewer = Viewer::Player(Player(3));
const EVERYBODY: [Viewer; 6] = [ADA, BEL, CYD, DOV, Viewer::Public, Viewer::All];

#[test]
fn a_player_sees_their_own_hand_and_everybody_every_count() {
    let mut table = Table::deal(&["wa02 wa03", "wa05 pe06", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip");
    let seen = state(&table, ADA);
    assert_eq!(seen["hands"][0], json!({"count": 2, "cards": ["wa02", "wa03"]}));
    assert_eq!(seen["hands"][1], json!({"count": 2, "cards": null}));
    assert_eq!(seen["draw"], json!({"count": 69, "cards": null}));
    assert_eq!(seen["discard"], json!([{"card": "wa09", "counts_as": "wa09"}]));
    assert_eq!(state(&table, Viewer::Public)["hands"][0], json!({"count": 2, "cards": null}));
    assert_eq!(state(&table, Viewer::All)["draw"]["cards"][0], "ar00");
}

#[test]
fn partners_see_each_others_hands() {
    let mut table = Table::deal(&["pe02 pe03", "ar06 wa02", "wa03 cu04", "sw05 sw06"], "wa09");
    table.does("1: flip, 1: play ar06 !, 1: pick 3");
    assert_eq!(state(&table, DOV)["hands"][1]["cards"], json!(["wa02"]));
    assert_eq!(state(&table, CYD)["hands"][1]["cards"], Value::Null);
}

#[test]
fn only_the_holder_knows_who_is_asked_for_the_chariot() {
    let mut table = Table::deal(&["ar07 wa03", "ar21 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar21 !");
    assert_eq!(table.due_seen(ADA), "0: chariot");
    assert_eq!(table.due_seen(Viewer::All), "0: chariot");
    for viewer in [Viewer::Public, BEL, CYD] {
        assert_eq!(table.due_seen(viewer), ": ");
        assert_eq!(state(&table, viewer)["moment"], json!({"is": "answer"}));
    }
}

#[test]
fn whether_a_hidden_hand_can_play_is_not_revealed() {
    let mut table = Table::deal(&["wa02 wa03", "cu05 pe06", "cu02 cu03", "sw02 sw03"], "wa09 wapa");
    table.does("1: flip");
    assert_eq!((table.due_seen(BEL), table.due_seen(ADA)), ("1: draw".to_owned(), "1: play draw".to_owned()));
}

#[test]
fn offers_are_hidden_until_all_are_in_and_then_seen_by_the_actors() {
    let mut table = Table::deal(&["ar03 wa03", "ar15 wa05", "ar12 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar15 !, 0: offer ar03");
    let offers = |table: &Table, viewer| state(table, viewer)["moment"]["offered"].clone();
    assert_eq!([ADA, BEL, CYD].map(|viewer| offers(&table, viewer)), [json!(["ar03"]), json!([]), json!([])]);
    table.does("2: offer null, 3: offer null");
    assert_eq!([ADA, BEL, CYD].map(|viewer| offers(&table, viewer)), [json!(["ar03"]), json!(["ar03"]), json!([])]);
    assert_eq!(state(&table, BEL)["moment"]["accusable"], json!([2, 3]));
    assert_eq!(state(&table, CYD)["moment"]["accusable"], Value::Null);
}

#[test]
fn passed_cards_are_hidden_until_they_move() {
    let mut table = Table::deal(&["wa02 wa03", "ar17 wa05", "cu02 cu03", "sw02 sw03"], "wa09");
    table.does("1: flip, 1: play ar17 !, 3: pass_card sw03");
    assert_eq!(state(&table, DOV)["moment"], json!({"is": "pass_cards", "left": [0, 1, 2], "passed": "sw03"}));
    assert_eq!(state(&table, ADA)["moment"], json!({"is": "pass_cards", "left": [0, 1, 2], "passed": null}));
}

#[test]
fn the_suns_hand_is_seen_until_the_next_step() {
    let mut table = Table::deal(&["wa02 wa03", "ar19 wa05", "cu02 cu03", "sw02 sw03"], "wa09 ar03 wa08");
    table.does("1: flip, 1: play ar19 !, 1: pick 3");
    assert_eq!(state(&table, BEL)["hands"][3]["cards"], json!(["sw02", "sw03"]));
    assert_eq!(state(&table, ADA)["hands"][3]["cards"], Value::Null);
    table.does("2: flip");
    assert_eq!(state(&table, BEL)["hands"][3]["cards"], Value::Null);
}

#[test]
fn a_flipped_sun_shows_the_flippers_hand_to_everybody() {
    let mut table = Table::deal(&["wa02 wa03", "wa04 wa05", "cu02 cu03", "sw02 sw03"], "ar19");
    table.does("1: flip");
    assert_eq!(state(&table, Viewer::Public)["hands"][1]["cards"], json!(["wa04", "wa05"]));
}

#[test]
fn the_card_drawn_for_the_moon_is_visible_with_the_hand() {
    let mut table = Table::deal(&["wa02 wa03", "ar18 wa05", "cu02 cu03", "sw02 sw03"], "wa09 pequ");
    table.does("1: flip, 1: play ar18 !, 1: ask 2 suit pe");
    assert_eq!(state(&table, BEL)["moment"]["card"], "pequ");
    assert_eq!(state(&table, ADA)["moment"], json!({"is": "moon_play", "card": null, "request": {"suit": "pe"}}));
}

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

#[test]
fn bots_wait_for_one_person_at_under_a_third_of_the_steps_at_which_that_person_may_speak() {
    const PERSON: Player = Player(0);
    let (mut waits, mut may_speak) = (0, 0);
    for number in 0..100 {
        let (seed, mut steps) = (format!("waiting {number}"), Vec::new());
        let new = || Fortuno::new(4, Options::default()).expect("4 to 8 players");
        let mut bots = seat(&[Skill::Adept; 4], &seed, "");
        play_out(&mut new(), &mut bots, &mut Chance::of_table(&seed, ""), |_, step| steps.push(step));
        let mut game = new();
        for step in &steps {
            let is_bots = step.player().is_some_and(|player| player != PERSON) && step.kind() != StepKind::Accuse;
            if let Due::Players { must, may, .. } = game.due()
                && is_bots
                && !must.contains(PERSON)
            {
                may_speak += u32::from(may.contains(PERSON));
                waits += u32::from(game.given_time().contains(PERSON));
            }
            game.apply_unchecked(step);
        }
    }
    // Adepts forget no call, so that hardly ever somebody can be caught.
    assert!(may_speak > 1000 && 3 * waits < may_speak, "{waits} of {may_speak}");
}
