//! What each viewer sees of a step (foolery.md, "Who sees what").

use serde_json::{Value, json};

use super::*;
use crate::games::tests::seen;

const ADA: Viewer = Viewer::Player(Player(0));
const BEL: Viewer = Viewer::Player(Player(1));
const DOV: Viewer = Viewer::Player(Player(3));

fn wire(step: &Step) -> Value {
    serde_json::to_value(step).expect("JSON")
}

#[test]
fn a_deal_shows_the_viewers_hand_and_every_size() {
    let game = Foolery::new(4, Options::default()).expect("four may play");
    let deal = game.clone().draw(&mut Chance::of_table("a deal", ""));
    let own = wire(&deal)["hands"][1].clone();
    assert_eq!(seen(&game, &deal, BEL), json!({"type": "deal", "hand": own, "sizes": [19, 20, 20, 19]}));
    assert_eq!(seen(&game, &deal, Viewer::Public), json!({"type": "deal", "sizes": [19, 20, 20, 19]}));
    assert_eq!(seen(&game, &deal, Viewer::All), wire(&deal));
}

/// Four players, 0 King … 3 Peasant.
fn exchange() -> Scene {
    Scene::exchange(&[0, 1, 2, 3], "waac cuac / swac / ar00 ar21 ar04 / ar20 ar19")
}

#[test]
fn a_give_is_seen_by_its_two_players() {
    let mut scene = exchange();
    let paid = give(3, "ar19 ar20");
    for viewer in [DOV, ADA, Viewer::All] {
        assert_eq!(seen(&scene.0, &paid, viewer), wire(&paid));
    }
    for viewer in [BEL, Viewer::Public] {
        assert_eq!(seen(&scene.0, &paid, viewer), json!({"type": "give", "player": 3, "count": 2}));
    }
    scene.gives(3, "ar19 ar20").gives(0, "waac cuac");
    let highest = give(2, "ar21");
    assert_eq!(seen(&scene.0, &highest, BEL), wire(&highest), "the Merchant pays the Prince");
    assert_eq!(seen(&scene.0, &highest, ADA), json!({"type": "give", "player": 2, "count": 1}));
}

#[test]
fn requests_plays_and_passes_are_public() {
    let wish = request(3, "ar");
    assert_eq!(seen(&exchange().0, &wish, Viewer::Public), wire(&wish));
    let mut scene = Scene::new("wa07 wa02 / cu09 cu02 / sw03 sw04", 0);
    assert_eq!(seen(&scene.0, &play(0, "wa07"), DOV), wire(&play(0, "wa07")));
    scene.plays(0, "wa07");
    assert_eq!(seen(&scene.0, &pass(1), Viewer::Public), wire(&pass(1)));
}
