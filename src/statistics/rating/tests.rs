use proptest::prelude::*;
use serde::Deserialize;

use super::*;

/// Sides of partners who sit opposite each other.
const PARTNERS: [usize; 4] = [0, 1, 0, 1];

/// A game of the test vectors: the players of each team, the places of the teams, and the ratings after it.
#[derive(Deserialize)]
struct Vector {
    teams: Vec<Vec<usize>>,
    places: Vec<u8>,
    after: Vec<[f64; 2]>,
}

#[track_caller]
fn assert_within(tolerance: f64, rating: Rating, [mu, sigma]: [f64; 2], why: &str) {
    assert!(
        (rating.mu - mu).abs() < tolerance && (rating.sigma - sigma).abs() < tolerance,
        "{why}: {rating:?}, not {mu} {sigma}"
    );
}

/// To four decimal places.
#[track_caller]
fn assert_near(rating: Rating, expected: [f64; 2], why: &str) {
    assert_within(0.000_051, rating, expected, why);
}

/// The ratings after a game in which everybody plays alone.
fn rate_alone(before: &[Rating], places: &[u8]) -> Vec<Rating> {
    let sides: Vec<usize> = (0..before.len()).collect();
    rate(&sides, before, places)
}

fn rate_newcomers(places: &[u8]) -> Vec<Rating> {
    rate_alone(&vec![Rating::NEWCOMER; places.len()], places)
}

/// The example published for openskill, the reference implementation of this model, with which a game of two agrees.
#[test]
fn newcomers_at_a_table_of_two_are_rated_as_the_reference_implementation_does() {
    let two = rate_newcomers(&[1, 2]);
    assert_within(1e-12, two[0], [27.635_231_383_473_65, 8.065_506_316_323_548], "the winner of two");
    assert_within(1e-12, two[1], [22.364_768_616_526_35, 8.065_506_316_323_548], "the loser of two");
    let tied = rate_newcomers(&[1, 1]);
    assert_within(1e-12, tied[0], [25.0, 8.065_506_316_323_548], "a tie reduces the uncertainty");
    assert_eq!(tied[0], tied[1]);
}

#[test]
fn the_more_newcomers_play_the_less_does_a_place_move_them() {
    const TABLE: [(u8, f64, f64, f64); 5] = [
        (2, 27.6352, 22.3648, 8.0655),
        (4, 28.9528, 21.0472, 7.9282),
        (8, 29.6117, 20.3883, 7.8586),
        (12, 29.8313, 20.1687, 7.8353),
        (20, 30.0069, 19.9931, 7.8166),
    ];
    for (count, first, last, sigma) in TABLE {
        let after = rate_newcomers(&(1..=count).collect::<Vec<u8>>());
        assert_near(after[0], [first, sigma], &format!("the first of {count}"));
        assert_near(after[usize::from(count) - 1], [last, sigma], &format!("the last of {count}"));
        assert!(after.iter().all(|rating| (rating.sigma - sigma).abs() < 0.000_051), "{count}: {after:?}");
    }
}

#[test]
fn one_winner_tells_nothing_of_the_others_among_themselves() {
    const TABLE: [(usize, [f64; 2], [f64; 2]); 5] = [
        (2, [27.6352, 8.0655], [22.3648, 8.0655]),
        (4, [28.9528, 7.9282], [23.6824, 8.2005]),
        (8, [29.6117, 7.8586], [24.3412, 8.2672]),
        (12, [29.8313, 7.8353], [24.5608, 8.2893]),
        (20, [30.0069, 7.8166], [24.7365, 8.3069]),
    ];
    for (count, winner, other) in TABLE {
        let mut places = vec![2; count];
        places[0] = 1;
        let after = rate_newcomers(&places);
        assert_near(after[0], winner, &format!("the winner of {count}"));
        assert_near(after[1], other, &format!("another of {count}"));
        assert!(after[1..].iter().all(|rating| *rating == after[1]), "{count}: {after:?}");
    }
}

#[test]
fn places_that_less_than_half_or_all_share_are_ties() {
    let five = rate_newcomers(&[1, 2, 2, 2, 5]);
    for (rating, mu) in five.iter().zip([29.2164, 25.0, 25.0, 25.0, 20.7836]) {
        assert!((rating.mu - mu).abs() < 0.000_051, "three of five share a place: {five:?}");
    }
    for rating in rate_newcomers(&[1, 1, 1, 1]) {
        assert_near(rating, [25.0, 7.9282], "all four share a place");
    }
    let half = rate_newcomers(&[1, 2, 3, 3]);
    assert!(half[2].sigma < 7.94 && half[2] == half[3], "half of them share a place: {half:?}");
}

#[test]
fn players_who_are_known_move_less_than_others() {
    let before = [(25.0, 25.0 / 3.0), (30.0, 3.0), (28.0, 5.0), (22.0, 2.0)].map(|(mu, sigma)| Rating { mu, sigma });
    let alone = [[30.1667, 7.5999], [30.1343, 2.9771], [27.2161, 4.8374], [21.7677, 1.9969]];
    for (rating, expected) in rate_alone(&before, &[1, 2, 3, 4]).into_iter().zip(alone) {
        assert_near(rating, expected, "each alone");
    }
    let teams = [[27.3102, 7.9634], [30.2996, 2.9842], [27.1681, 4.9529], [21.8667, 1.9987]];
    for (rating, expected) in rate(&[0, 0, 1, 1], &before, &[1, 1, 2, 2]).into_iter().zip(teams) {
        assert_near(rating, expected, "two teams");
    }
}

#[test]
fn partners_of_fortunes_gain_together_and_lose_together() {
    let after = rate(&PARTNERS, &[Rating::NEWCOMER; 4], &[1, 3, 1, 3]);
    for (seat, mu) in [26.964_185_503_295_965, 23.035_814_496_704_035].into_iter().cycle().take(4).enumerate() {
        assert_within(1e-12, after[seat], [mu, 8.177_556_357_710_97], "a partner");
    }
    let drawn = rate(&PARTNERS, &[Rating::NEWCOMER; 4], &[1, 1, 1, 1]);
    assert!(drawn.iter().all(|rating| rating.mu == 25.0 && rating.sigma < Rating::NEWCOMER.sigma), "{drawn:?}");
}

#[test]
fn the_deviation_grows_between_games_and_so_it_never_dies() {
    let sure = Rating { mu: 25.0, sigma: 0.01 };
    let after = rate_alone(&[sure, sure], &[1, 2]);
    assert!(after[0].sigma > 0.08 && after[0].mu > 25.0, "{after:?}");
    let mut pair = [Rating::NEWCOMER; 2];
    for _ in 0..10_000 {
        pair = [rate_alone(&pair, &[1, 1])[0]; 2];
    }
    assert!(pair[0].sigma > 1.0, "after 10,000 ties: {pair:?}");
}

/// Generated by `tests/outside/ratings/vectors.py`, which compares those with openskill that it can rate.
#[test]
fn a_thousand_games_match_another_implementation() {
    let vectors: Vec<Vector> = serde_json::from_str(include_str!("../../../tests/data/ratings.json")).expect("JSON");
    assert_eq!(vectors.len(), 1000);
    let mut ratings = [Rating::NEWCOMER; 60];
    for (number, Vector { teams, places, after }) in vectors.into_iter().enumerate() {
        // By seat; partners do not sit beside each other.
        let size = teams[0].len();
        let seats: Vec<(usize, usize)> = (0..size * teams.len())
            .map(|seat| (seat % teams.len(), teams[seat % teams.len()][seat / teams.len()]))
            .collect();
        let sides: Vec<usize> = seats.iter().map(|(team, _)| *team).collect();
        let before: Vec<Rating> = seats.iter().map(|(_, player)| ratings[*player]).collect();
        let by_seat: Vec<u8> = seats.iter().map(|(team, _)| places[*team]).collect();
        for ((_, player), rating) in seats.iter().zip(rate(&sides, &before, &by_seat)) {
            ratings[*player] = rating;
        }
        for (player, expected) in teams.into_iter().flatten().zip(after) {
            assert_within(1e-9, ratings[player], expected, &format!("game {number}, player {player}"));
        }
    }
}

/// Sides of up to three, what is known of each seat, the places of the sides, and another order of the seats.
fn games() -> impl Strategy<Value = (Vec<usize>, Vec<Rating>, Vec<u8>, Vec<usize>)> {
    (2_usize..=20, 1_usize..=3).prop_flat_map(|(count, size)| {
        let rating = (-50.0..100.0, 0.001..25.0 / 3.0).prop_map(|(mu, sigma)| Rating { mu, sigma });
        let seats = count * size;
        let order = Just((0..seats).collect::<Vec<usize>>()).prop_shuffle();
        let places = prop::collection::vec(1..=count as u8, count);
        (prop::collection::vec(rating, seats), places, order).prop_map(move |(before, places, order)| {
            let sides: Vec<usize> = (0..seats).map(|seat| seat % count).collect();
            let by_seat = sides.iter().map(|side| places[*side]).collect();
            (sides, before, by_seat, order)
        })
    })
}

proptest! {
    #[test]
    fn one_game_changes_a_rating_by_no_more_than_it_can_tell((sides, before, places, _) in games()) {
        for (before, after) in before.iter().zip(rate(&sides, &before, &places)) {
            let deviation = before.variance().sqrt();
            prop_assert!(after.sigma >= 0.85 * deviation && after.sigma <= deviation, "{before:?} {after:?}");
            prop_assert!((after.mu - before.mu).abs() < 1.64 * deviation, "{before:?} {after:?}");
        }
    }

    #[test]
    fn the_order_in_which_seats_are_listed_changes_nothing((sides, before, places, order) in games()) {
        let after = rate(&sides, &before, &places);
        let moved_sides: Vec<usize> = order.iter().map(|seat| sides[*seat]).collect();
        let moved: Vec<Rating> = order.iter().map(|seat| before[*seat]).collect();
        let moved_places: Vec<u8> = order.iter().map(|seat| places[*seat]).collect();
        let expected: Vec<Rating> = order.iter().map(|seat| after[*seat]).collect();
        prop_assert_eq!(rate(&moved_sides, &moved, &moved_places), expected);
    }

    #[test]
    fn the_numbers_of_the_sides_change_nothing((sides, before, places, _) in games()) {
        let count = sides.iter().max().map_or(0, |last| last + 1);
        let turned: Vec<usize> = sides.iter().map(|side| count - 1 - side).collect();
        prop_assert_eq!(rate(&turned, &before, &places), rate(&sides, &before, &places));
    }
}
