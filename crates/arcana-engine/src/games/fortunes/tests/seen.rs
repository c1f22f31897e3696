//! What each viewer sees of a step (fortunes.md, "State").

use super::*;
use crate::games::{Viewer, tests::seen};

#[test]
fn a_deal_shows_the_viewers_hand_and_every_size() {
    let (game, deal) = (new(json!({})), dealt(["wa02 ar00", "wa03", "wa04", "wa05"]));
    let (step, own) = (deal.step(), deal.hands[2].to_vec());
    let sizes = [19; 4];
    let cyd = seen(&game, &step, Viewer::Player(Player(2)));
    assert_eq!(cyd, json!({"type": "deal", "hand": own, "sizes": sizes}));
    assert_eq!(seen(&game, &step, Viewer::Public), json!({"type": "deal", "sizes": sizes}));
    assert_eq!(seen(&game, &step, Viewer::All), wire(&[step])[0]);
}

#[test]
fn what_players_do_is_public() {
    for (betting, step) in [
        (json!({"type": "none"}), card(0, "wa02")),
        (json!({"type": "wager", "when": "open"}), wager(1, 7)),
        (json!({"type": "ante"}), stake(0, "raise")),
        (json!({"type": "bid"}), bid(1, 5)),
    ] {
        let game = deal(json!({"betting": betting}), ["wa02", "wa03", "wa04", "wa05"]);
        for viewer in [Viewer::Public, Viewer::Player(Player(3)), Viewer::All] {
            assert_eq!(seen(&game, &step, viewer), wire(std::slice::from_ref(&step))[0]);
        }
    }
}

#[test]
fn a_blind_wager_is_public() {
    let game = new(json!({"betting": {"type": "wager", "when": "blind"}}));
    let step = wager(1, 60);
    assert_eq!(seen(&game, &step, Viewer::Public), json!({"type": "wager", "player": 1, "amount": 60}));
}
