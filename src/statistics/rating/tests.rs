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
fn assert_near(rating: Rating, [mu, sigma]: [f64; 2], why: &str) {
    assert!(
        (rating.mu - mu).abs() < 1e-9 && (rating.sigma - sigma).abs() < 1e-9,
        "{why}: {rating:?}, not {mu} {sigma}"
    );
}

/// The examples published for openskill, the reference implementation of this model.
#[test]
fn newcomers_are_rated_as_the_reference_implementation_does() {
    let rate = |places: &[u8]| {
        let sides: Vec<usize> = (0..places.len()).collect();
        rate(&sides, &vec![Rating::NEWCOMER; places.len()], places)
    };
    let two = rate(&[1, 2]);
    assert_near(two[0], [27.635_231_383_473_65, 8.065_506_316_323_548], "the winner of two");
    assert_near(two[1], [22.364_768_616_526_35, 8.065_506_316_323_548], "the loser of two");
    let four = [32.905_694_150_420_95, 27.635_231_383_473_65, 22.364_768_616_526_35, 17.094_305_849_579_05];
    for (rating, mu) in rate(&[1, 2, 3, 4]).into_iter().zip(four) {
        assert_near(rating, [mu, 7.501_219_069_396_4], "one of four");
    }
    let tied = rate(&[1, 1]);
    assert_near(tied[0], [25.0, 8.065_506_316_323_548], "a tie reduces the uncertainty");
    assert_eq!(tied[0], tied[1]);
}

#[test]
fn partners_of_fortunes_gain_together_and_lose_together() {
    let after = rate(&PARTNERS, &[Rating::NEWCOMER; 4], &[1, 3, 1, 3]);
    for (seat, mu) in [26.964_185_503_295_965, 23.035_814_496_704_035].into_iter().cycle().take(4).enumerate() {
        assert_near(after[seat], [mu, 8.177_556_357_710_97], "a partner");
    }
    let drawn = rate(&PARTNERS, &[Rating::NEWCOMER; 4], &[1, 1, 1, 1]);
    assert!(drawn.iter().all(|rating| rating.mu == 25.0 && rating.sigma < Rating::NEWCOMER.sigma), "{drawn:?}");
}

#[test]
fn the_rating_of_a_partner_with_more_uncertainty_changes_more() {
    let known = Rating { mu: 25.0, sigma: 2.0 };
    let after = rate(&PARTNERS, &[known, known, Rating::NEWCOMER, known], &[1, 3, 1, 3]);
    assert!(after[2].mu - 25.0 > 10.0 * (after[0].mu - 25.0), "{after:?}");
}

/// Generated with openskill by `tests/outside/ratings/vectors.py`.
#[test]
fn a_thousand_games_match_another_implementation() {
    let vectors: Vec<Vector> = serde_json::from_str(include_str!("../../../tests/data/ratings.json")).expect("JSON");
    assert_eq!(vectors.len(), 1000);
    let mut ratings = [Rating::NEWCOMER; 60];
    for (number, Vector { teams, places, after }) in vectors.into_iter().enumerate() {
        let pairs = teams.iter().all(|team| team.len() == 2);
        // By seat; partners sit opposite each other.
        let seats: Vec<(usize, usize)> = match pairs {
            true => (0..4).map(|seat| (seat % 2, teams[seat % 2][seat / 2])).collect(),
            false => teams.iter().enumerate().map(|(team, one)| (team, one[0])).collect(),
        };
        let sides: Vec<usize> = seats.iter().map(|(team, _)| *team).collect();
        let before: Vec<Rating> = seats.iter().map(|(_, player)| ratings[*player]).collect();
        let by_seat: Vec<u8> = seats.iter().map(|(team, _)| places[*team]).collect();
        for ((_, player), rating) in seats.iter().zip(rate(&sides, &before, &by_seat)) {
            ratings[*player] = rating;
        }
        for (player, expected) in teams.into_iter().flatten().zip(after) {
            assert_near(ratings[player], expected, &format!("game {number}, player {player}"));
        }
    }
}
