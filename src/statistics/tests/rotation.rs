//! Rotation: the same cards for every bot.

use super::{simulation, spec, whole};
use crate::{
    games::Ruleset,
    players::Skill,
    statistics::{Report, SimulationSpec},
};

fn rotated(ruleset: Ruleset, bots: &[Skill], games: u64) -> Report {
    let simulation = simulation(SimulationSpec { rotate: true, ..spec(ruleset, bots, games) });
    simulation.report(&whole(&simulation))
}

#[test]
fn every_bot_sits_in_every_seat_with_the_same_cards() {
    use Skill::{Adept, Random};
    let spec = spec(Ruleset::Foolery, &[Adept, Random, Random, Random], 8);
    let simulation = simulation(SimulationSpec { rotate: true, ..spec });
    assert_eq!(simulation.bots_of(0), [Adept, Random, Random, Random]);
    assert_eq!(simulation.bots_of(1), [Random, Adept, Random, Random]);
    assert_eq!(simulation.bots_of(7), [Random, Random, Random, Adept]);
    assert_eq!(
        [0, 3, 4, 7].map(|game| simulation.seed_of(game)),
        ["any text/0", "any text/0", "any text/1", "any text/1"]
    );
}

#[test]
fn equal_bots_do_not_differ() {
    let report = rotated(Ruleset::Fortunes, &[Skill::Random], 400);
    assert_eq!(report.differences.len(), 3, "the first player against each other");
    for difference in &report.differences {
        assert_eq!(difference.deals, 100);
        for estimate in [difference.score, difference.win_rate].into_iter().flatten() {
            let no_difference = crate::statistics::Estimate { value: 0.0, low: None, high: None };
            let around = estimate.low.zip(estimate.high).is_some_and(|(low, high)| low <= 0.0 && high >= 0.0);
            assert!(around || estimate == no_difference, "{estimate:?}");
        }
    }
    let rates: Vec<_> = report.players.iter().map(|player| (player.games, player.wins)).collect();
    assert_eq!(rates, vec![rates[0]; 4], "equal players in all seats win equally often");
}

#[test]
fn a_stronger_bot_is_significantly_better() {
    let report = rotated(Ruleset::Foolery, &[Skill::Adept, Skill::Random], 400);
    let difference = &report.differences[0];
    assert_eq!((difference.of.as_str(), difference.to.as_str()), ("bot:adept@1", "bot:random@1"));
    assert!(difference.score.and_then(|score| score.low).is_some_and(|low| low > 0.5), "{difference:?}");
    assert!(difference.win_rate.and_then(|rate| rate.low).is_some_and(|low| low > 0.2), "{difference:?}");
}

#[test]
fn a_difference_in_shares_is_between_minus_one_and_one() {
    let report = rotated(Ruleset::Reversal, &[Skill::Adept, Skill::Random], 6);
    for rate in report.differences.iter().filter_map(|difference| difference.win_rate) {
        let inside = [rate.low, rate.high].into_iter().flatten().all(|end| (-1.0..=1.0).contains(&end));
        assert!(inside, "{rate:?}");
    }
}

#[test]
fn the_deals_of_a_rotation_count_once_for_intervals() {
    let deals = rotated(Ruleset::Fortunes, &[Skill::Random], 400);
    let once = simulation(spec(Ruleset::Fortunes, &[Skill::Random], 100));
    let once = once.report(&whole(&once));
    // Four equal bots play each deal four times in the same way, which is no more informative than a hundred games.
    for (one, other) in deals.seats.iter().zip(&once.seats) {
        assert_eq!((one.games, other.games, one.wins), (400, 100, 4 * other.wins));
        assert_eq!(one.scores.mean, other.scores.mean);
    }
}

#[test]
fn a_win_of_partners_or_seats_of_one_bot_is_not_shared() {
    let report = rotated(Ruleset::Fortunes, &[Skill::Adept, Skill::Random], 8);
    assert!(report.seats.iter().chain(&report.bots).all(|side| side.shared_wins == 0));
    let [adept, random] = &report.bots[..] else { panic!("two bots") };
    assert_eq!((adept.games, random.games), (8, 8));
    assert_eq!(adept.wins + random.wins + report.drawn, 8);
}

#[test]
fn without_rotation_nothing_is_compared() {
    let simulation = simulation(spec(Ruleset::Reversal, &[Skill::Adept, Skill::Random], 10));
    let report = simulation.report(&whole(&simulation));
    assert!(report.players.is_empty() && report.differences.is_empty());
    assert_eq!(simulation.seed_of(9), "any text/9");
}
