//! How a match ends (fortunes.md, option `match`), and the contents of a result.

use score::MatchEnd;

use super::*;
use crate::games::{Observe, Viewer};

const HIGH_SIDE_WON: MatchEnd = MatchEnd::Won(0);
const LOW_SIDE_WON: MatchEnd = MatchEnd::Won(1);

/// Deals with these points of players 0 and 1; their partners have none.
fn deals(points: &[(u8, u8)]) -> Vec<Deal> {
    let blank = settled(json!({}), &won(Bets::None, [0; 4], [0; 4]), [0, 0]);
    points.iter().map(|(a, b)| Deal { points: [*a, *b, 0, 0], ..blank.clone() }).collect()
}

fn match_end(r#match: Match, deals: &[Deal]) -> Option<MatchEnd> {
    score::match_end(r#match, deals.len(), score::team_scores(deals))
}

#[test]
fn the_higher_total_wins_after_the_last_deal() {
    let two = Match::Deals { deals: crate::games::Between::new(2) };
    assert_eq!(match_end(two, &deals(&[(20, 3)])), None);
    assert_eq!(match_end(two, &deals(&[(20, 3), (4, 20)])), Some(HIGH_SIDE_WON));
    assert_eq!(match_end(two, &deals(&[(3, 20), (20, 4)])), Some(LOW_SIDE_WON));
    assert_eq!(match_end(two, &deals(&[(20, 3), (3, 20)])), Some(MatchEnd::Drawn));
}

#[test]
fn a_race_ends_when_a_team_is_there_and_ahead() {
    let race = Match::Race { target: Target::new(30), max_deals: MaxDeals::new(4) };
    assert_eq!(match_end(race, &deals(&[(29, 0)])), None);
    assert_eq!(match_end(race, &deals(&[(30, 0)])), Some(HIGH_SIDE_WON));
    assert_eq!(match_end(race, &deals(&[(20, 20), (10, 12)])), Some(LOW_SIDE_WON));
    assert_eq!(match_end(race, &deals(&[(20, 20), (15, 15)])), None);
    assert_eq!(match_end(race, &deals(&[(20, 20), (15, 15), (1, 0)])), Some(HIGH_SIDE_WON));
    assert_eq!(match_end(race, &deals(&[(1, 0), (1, 0), (1, 0), (1, 0)])), Some(HIGH_SIDE_WON));
    assert_eq!(match_end(race, &deals(&[(20, 20), (15, 15), (1, 1), (1, 1)])), Some(MatchEnd::Drawn));
}

#[test]
fn an_exact_race_is_won_at_the_target() {
    let exact = Match::RaceExact { target: Target::new(30), max_deals: MaxDeals::new(3) };
    assert_eq!(match_end(exact, &deals(&[(29, 28)])), None);
    assert_eq!(match_end(exact, &deals(&[(30, 29)])), Some(HIGH_SIDE_WON));
    assert_eq!(match_end(exact, &deals(&[(20, 30)])), Some(LOW_SIDE_WON));
    assert_eq!(match_end(exact, &deals(&[(30, 30)])), Some(MatchEnd::Drawn));
    assert_eq!(match_end(exact, &deals(&[(9, 8), (9, 8), (9, 8)])), Some(HIGH_SIDE_WON));
    assert_eq!(match_end(exact, &deals(&[(9, 9), (9, 9), (9, 9)])), Some(MatchEnd::Drawn));
}

#[test]
fn the_dealer_is_high_and_changes_with_every_deal() {
    let given = json!({"match": {"type": "deals", "deals": 5}});
    let (game, _) = random_game(given, "dealers");
    let dealers: Vec<_> = game.deals.iter().map(|deal| deal.dealer.0).collect();
    assert_eq!(dealers, [0, 1, 2, 3, 0]);
    for deal in &game.deals {
        let leads: Vec<_> = deal.tricks.iter().take(5).map(|trick| (trick.leader.0 + 4 - deal.dealer.0) % 4).collect();
        assert_eq!(leads, [0, 1, 2, 3, 0]);
        assert_eq!((deal.tricks[0].started, deal.tricks[1].started), (HighLow::High, HighLow::Low));
    }
}

#[test]
fn a_fold_at_once_leaves_the_pot_to_the_other_three() {
    let mut game = deal(json!({"betting": {"type": "ante", "ante": 7}}), [""; 4]);
    apply(&mut game, [stake(0, "fold")]);
    let outcome = game.outcome().expect("one deal");
    assert_eq!((outcome.winners, outcome.places), (vec![], vec![1, 1, 1, 1]));
    assert_eq!(outcome.detail.deals[0].winner, None);
    assert_eq!(outcome.detail.chips, [-7, 3, 2, 2]);
}

#[test]
fn a_result_has_the_form_of_the_page() {
    let mut game = deal(json!({"betting": {"type": "ante"}}), ["wa10", "wa02", "waki", "ar05"]);
    let everybody = |choice, first: u8| (0..4).map(move |place| stake((first + place) % 4, choice));
    apply(&mut game, everybody("stay", 0));
    let discarded = game.current_tricks().map(|table| table.discarded.to_vec()).expect("dealt");
    let Phase::Tricks(table) = &mut game.phase else { panic!("no tricks: {:?}", game.phase) };
    table.hands[3] = cards("ar05").into_iter().collect();
    play_trick(&mut game, 0, "wa10 wa02 waki ar05");
    apply(&mut game, [stake(1, "fold")]);
    let outcome = serde_json::to_value(game.outcome()).expect("JSON");
    let trick = json!({
        "leader": 0, "cards": ["wa10", "wa02", "waki", "ar05"], "started": "high", "ended": "low",
        "winner": 1, "card": "wa02", "disposition": "well"
    });
    let expected = json!({
        "winners": [1, 3], "places": [3, 1, 3, 1], "scores": [0, 2, 0, 0],
        "detail": {"team_scores": [0, 2], "chips": [0, -1, 1, 0], "deals": [{
            "dealer": 0, "winner": "low", "folded_by": 1, "points": [0, 2, 0, 0], "tricks_won": [0, 1, 0, 0],
            "bids": null, "made": null, "chips": [0, -1, 1, 0], "discarded": discarded, "tricks": [trick]
        }]}
    });
    assert_eq!(outcome, expected);
}

#[test]
fn a_viewer_sees_his_own_hand_and_nobody_elses() {
    let mut game = deal(json!({}), ["wa02", "wa03", "", ""]);
    apply(&mut game, [card(0, "wa02")]);
    let state = serde_json::to_value(game.state(Viewer::Player(Player(1)))).expect("JSON");
    assert_eq!((&state["phase"], &state["turn"], &state["deal"]), (&json!("play"), &json!(1), &json!(1)));
    assert_eq!(state["trick"], json!({"number": 1, "leader": 0, "cards": ["wa02"], "started": "high", "now": "high"}));
    assert_eq!(state["hands"][0], json!({"size": 18, "cards": null}));
    assert_eq!(state["hands"][1]["cards"].as_array().map(Vec::len), Some(19));
    assert_eq!(state["discarded"], json!(null));
    let all = serde_json::to_value(game.state(Viewer::All)).expect("JSON");
    assert_eq!(all["discarded"].as_array().map(Vec::len), Some(2));
    assert_eq!(all["hands"][2]["cards"].as_array().map(Vec::len), Some(19));
}
