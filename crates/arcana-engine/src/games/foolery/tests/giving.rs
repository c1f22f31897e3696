//! foolery.md, "Turn structure", phase `exchange`.

use super::*;

/// Four players, 0 King … 3 Peasant; 2, the Merchant, deals.
fn four() -> Scene {
    Scene::exchange(&[0, 1, 2, 3], "waac cuac / swac / ar00 ar21 ar04 / ar20 ar19")
}

#[test]
fn the_gives_are_due_one_after_the_other() {
    let mut scene = four();
    let mut givers = Vec::new();
    for gift in ["ar19 ar20", "waac cuac", "ar21", "swac"] {
        let giver = scene.0.view(Viewer::Public).turn().expect("a giver");
        givers.push(giver.0);
        scene.gives(giver.0, gift);
    }
    assert_eq!(givers, [3, 0, 2, 1]);
    scene.leads(0);
    assert!(scene.0.hand(Player(0)).contains_all(cards("ar19 ar20")));
    assert!(scene.0.hand(Player(1)).contains_all(cards("ar21")));
}

#[test]
fn a_request_is_due_from_peasant_and_merchant_only() {
    let mut scene = four();
    scene.refuses(&request(0, "ki"), Code::WrongPlayer);
    scene.gives(3, "ar19 ar20").refuses(&request(0, "ki"), Code::WrongStep);
    scene.gives(0, "waac cuac").takes(&request(2, "ki")).refuses(&request(2, "ki"), Code::WrongStep);
    scene.gives(2, "ar21").refuses(&request(1, "ki"), Code::WrongStep);
}

#[test]
fn the_checks_of_a_request_are_in_order() {
    let mut scene = four();
    for (wishes, code) in [
        ("ar00 nothing", Code::UnknownCard),
        ("ar00 ar00", Code::DuplicateCard),
        ("wa07 wa07", Code::DuplicateCard),
        ("ar00", Code::FoolStays),
        ("ki ar00", Code::FoolStays),
    ] {
        scene.refuses(&request(3, wishes), code);
    }
    scene.gives(3, "ar19 ar20").gives(0, "waac cuac");
    scene.refuses(&request(2, "ki ki"), Code::WrongNumber);
    scene.refuses(&request(2, "ki ar00"), Code::WrongNumber);
    scene.refuses(&request(2, "wa07 wa07"), Code::DuplicateCard);
}

#[test]
fn a_wish_may_name_anything_but_the_fool() {
    let scene = four();
    for wishes in ["ki", "ki ki", "ar ar", "pe 02", "wa", "ar20 ar19", "waki cuki", "ar21 ar"] {
        assert_eq!(scene.tried(&request(3, wishes)), Ok(()), "{wishes}");
    }
}

#[test]
fn the_checks_of_a_give_are_in_order() {
    let mut scene = four();
    for (ids, code) in [
        (vec!["ar22", "ar22"], Code::UnknownCard),
        (vec!["ar21", "ar21"], Code::DuplicateCard),
        (vec!["ar21"], Code::CardNotHeld),
        (vec!["ar20"], Code::WrongNumber),
    ] {
        let step = serde_json::json!({"type": "give", "player": 3, "cards": ids});
        scene.refuses(&serde_json::from_value(step).expect("a give"), code);
    }
    scene.refuses(&play(3, "ar20"), Code::WrongStep).refuses(&pass(3), Code::WrongStep);
    scene.refuses(&give(2, "ar20"), Code::WrongPlayer);
    scene.gives(3, "ar20 ar19").gives(0, "waac cuac").refuses(&give(2, "ar00 ar21"), Code::WrongNumber);
}

#[test]
fn a_give_is_seen_by_its_two_players() {
    let mut scene = four();
    scene.gives(3, "ar20 ar19");
    let seen = |viewer| scene.0.state(viewer).gifts[0].cards;
    assert_eq!(seen(Viewer::Player(Player(0))), Some(cards("ar19 ar20")));
    assert_eq!(seen(Viewer::Player(Player(3))), Some(cards("ar19 ar20")));
    assert_eq!((seen(Viewer::Player(Player(1))), seen(Viewer::Public)), (None, None));
    assert_eq!(scene.0.view(Viewer::Player(Player(3))).known(Player(0)), cards("ar19 ar20"));
    assert_eq!(scene.0.view(Viewer::Player(Player(2))).known(Player(0)), Hand::EMPTY);
}

#[test]
fn all_gives_and_wishes_are_listed() {
    let mut scene = Scene::exchange(
        &[0, 1, 2, 3],
        "waac / swac / ar04 / ar20 waki cuki swki wa02 wa03 wa04 wa05 wa06 \
        wa07 wa08 wa09 wa10 wapa wakn waqu cu02 cu03 cu04 cu05",
    );
    let mut moves = Vec::new();
    assert!(scene.0.moves(Player(3), 100_000, &mut moves));
    let gifts: Vec<Move> = ["ar20 waki", "ar20 cuki", "ar20 swki"].map(|ids| Move::Give(cards(ids))).to_vec();
    assert_eq!(moves[..3], gifts);
    // 96 single wishes; of the 96 · 96 pairs those that name one of 77 cards twice are left out.
    assert_eq!(moves.len(), 3 + 96 + 96 * 96 - 77);
    scene.gives(3, "ar20 waki");
    moves.clear();
    assert!(scene.0.moves(Player(0), 100_000, &mut moves));
    let givable = (scene.0.hand(Player(0)) - cards("ar00")).len();
    assert_eq!(moves.len(), givable * (givable - 1) / 2);
}
