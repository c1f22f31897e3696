//! foolery.md, "Scoring & result".

use super::{dealing::random_game, *};

fn dealt(order: &[u8]) -> Dealt {
    Dealt::new(Player(0), order.iter().copied().map(Player).collect(), None, 19)
}

#[test]
fn the_scoring_order_gives_a_point_for_each_player_behind() {
    assert_eq!(dealt(&[4, 1, 3, 2, 0]).points(Scoring::Order)[..], [0, 3, 1, 2, 4]);
}

#[test]
fn the_scoring_titles_gives_what_the_title_is_worth() {
    assert_eq!(dealt(&[4, 1, 3, 2, 0]).points(Scoring::Titles)[..], [-2, 1, -1, 0, 2]);
    assert_eq!(dealt(&[1, 2, 0]).points(Scoring::Titles)[..], [-2, 2, 0]);
    assert_eq!(dealt(&[0, 1, 2, 3]).points(Scoring::Titles)[..], [2, 1, -1, -2]);
}

#[test]
fn the_detail_is_the_one_of_the_page() {
    let outcome = score::outcome(&[0, 3, 1, 2, 4], vec![dealt(&[4, 1, 3, 2, 0])]);
    let expected = serde_json::json!({
        "winners": [4],
        "places": [5, 2, 4, 3, 1],
        "scores": [0, 3, 1, 2, 4],
        "detail": {"deals": [{
            "dealer": 0,
            "order": [4, 1, 3, 2, 0],
            "titles": ["peasant", "prince", "merchant", "noble", "king"],
            "stuck": null,
            "tricks": 19,
        }]},
    });
    assert_eq!(serde_json::to_value(outcome).expect("JSON"), expected);
}

#[test]
fn players_with_equal_scores_share_the_win() {
    let outcome = score::outcome(&[3, 1, 3], Vec::new());
    assert_eq!((outcome.winners, outcome.places), (vec![Player(0), Player(2)], vec![1, 3, 1]));
}

#[test]
fn scores_are_sums_over_the_deals() {
    let options = Options { deals: Between::new(2), ..Options::default() };
    let (game, _) = random_game(3, options, "two deals");
    let outcome = game.outcome().expect("over");
    let sums =
        |player: usize| -> i64 { outcome.detail.deals.iter().map(|deal| deal.points(Scoring::Order)[player]).sum() };
    assert_eq!(outcome.scores, [sums(0), sums(1), sums(2)]);
    assert_eq!(outcome.detail.deals[1].dealer, outcome.detail.deals[0].order[1]);
}
