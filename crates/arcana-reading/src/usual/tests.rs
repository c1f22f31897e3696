use super::*;
use crate::{
    Tricks,
    tests::{OF_ADEPTS, played},
};
use arcana_engine::{
    games::{Fortunes, Game, Player, fortunes::Deal},
    players::{HasBots, Skill},
};

/// The cards of one team in each of these deals, which are outside the reference run.
fn readings(deals: &[Deal]) -> Vec<Counts> {
    let players = (0..4).cycle().map(Player);
    deals.iter().zip(players).map(|(deal, player)| Counts::of(Tricks::of_deal(deal, player).cards())).collect()
}

/// Distance between readings and table, in standard deviations. Each reading is above the median or not, with a
/// probability given by the table, so the number of those above has a nearly binomial distribution.
fn distance(readings: &[Counts], measure: Measure) -> f64 {
    let (mut above, mut expected, mut variance) = (0.0, 0.0, 0.0);
    for counts in readings {
        // The median: the lowest count that more than half of the readings do not exceed.
        let middle = (0..=counts.cards).find(|count| measure.at_most(counts.cards, *count) > 5000).unwrap_or(0);
        let share = f64::from(measure.at_least(counts.cards, middle)) / 10_000.0;
        above += f64::from(u8::from(counts.get(measure) >= middle));
        expected += share;
        variance += share * (1.0 - share);
    }
    (above - expected) / f64::max(variance, 1.0).sqrt()
}

#[test]
fn the_table_matches_the_current_adepts_and_rules() {
    let versions = (Fortunes::ADEPT_VERSION, Fortunes::INFO.rules_version);
    assert_eq!((BOT_VERSION, RULES_VERSION), versions, "run examples/usual.rs again");
    let readings = readings(&OF_ADEPTS[..100]);
    for measure in Measure::ALL {
        let distance = distance(&readings, measure);
        // By chance one run in 16,000 is farther off, for each measure. This run is fixed.
        assert!(distance.abs() < 4.0, "{measure:?}: {distance:.1} standard deviations, run examples/usual.rs again");
    }
}

#[test]
fn other_players_do_not_match_the_table() {
    let readings = readings(&played(1500, Skill::Random));
    let farthest = Measure::ALL.map(|measure| distance(&readings, measure).abs()).into_iter().fold(0.0, f64::max);
    assert!(farthest > 4.0, "{farthest:.1}");
}

#[test]
fn every_row_counts_the_same_readings() {
    let totals = |rows: &[&[u32]]| rows.iter().map(|row| row.iter().sum()).collect::<Vec<u32>>();
    let first = totals(READINGS[0]);
    assert!(READINGS.iter().all(|rows| totals(rows) == first));
    let all: u32 = first.iter().sum();
    assert!(all <= 2 * DEALS && all * 100 > 2 * DEALS * 99, "few readings are left out: {all}");
}

#[test]
fn counts_are_compared_with_the_reference() {
    let compared = |measure: Measure, counts: &[u8]| counts.iter().map(|c| measure.compare(9, *c)).collect::<Vec<_>>();
    use Comparison::{Fewer, More, Usual};
    assert_eq!(compared(Measure::Turned, &[0, 3, 4, 5, 6, 9]), [Fewer, Fewer, Usual, Usual, More, More]);
    assert_eq!(compared(Measure::Stars, &[0, 1, 2, 3, 4]), [Fewer, Usual, Usual, More, More]);
    assert_eq!(compared(Measure::Courts, &[0, 2, 3, 4, 5]), [Fewer, Usual, Usual, More, More]);
}

#[test]
fn rare_numbers_of_cards_use_the_nearest_row() {
    assert_eq!(Measure::Turned.compare(19, 9), Comparison::Usual);
    assert_eq!(Measure::Turned.compare(19, 19), Comparison::More);
    assert_eq!(Measure::Turned.compare(19, 1), Comparison::Fewer);
    assert_eq!(Measure::Turned.at_least(0, 0), 10_000);
}

#[test]
fn repeated_ranks_are_rarer_for_more_cards_and_lower_ranks() {
    let rank = |value| Rank::new(value).expect("a rank");
    assert!(alike(Rank::KING, 3) > alike(Rank::KING, 4));
    assert!(alike(Rank::KING, 3) > alike(rank(6), 3));
    assert!(alike(Rank::KING, 3) < 1000);
}
