//! Tallies do not depend on the parts or their order.

use std::ops::Range;

use proptest::prelude::*;

use super::{simulation, spec, whole};
use crate::{
    games::Ruleset,
    players::Skill,
    statistics::{Histogram, Merge, Simulation, SimulationSpec, Summary, Tally},
};

/// Number of games in the tests; with two or more players, some deals remain incomplete.
const GAMES: u64 = 23;

fn summary(values: &[(i64, u64)]) -> Summary {
    let mut summary = Summary::default();
    values.iter().for_each(|(value, game)| summary.add(*value, *game));
    summary
}

fn merged<T: Merge + Clone>(one: &T, other: &T) -> T {
    let mut merged = one.clone();
    merged.merge(other);
    merged
}

/// Values of very different magnitude.
fn values() -> impl Strategy<Value = Vec<(i64, u64)>> {
    let value = prop_oneof![-9..9_i64, -500..500_i64, -1_000_000..1_000_000_i64];
    prop::collection::vec((value, 0..100_u64), 0..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn summaries_of_parts_are_the_summary_of_all(one in values(), other in values(), third in values()) {
        let all = summary(&[one.clone(), other.clone(), third.clone()].concat());
        let [one, other, third] = [one, other, third].map(|values| summary(&values));
        prop_assert_eq!(&merged(&merged(&one, &other), &third), &all);
        prop_assert_eq!(&merged(&one, &merged(&other, &third)), &all);
        prop_assert_eq!(&merged(&third, &merged(&other, &one)), &all);
    }

    #[test]
    fn a_histogram_counts_every_value_in_its_bin(values in values()) {
        let mut histogram = Histogram::default();
        values.iter().for_each(|(value, _)| histogram.add(*value, 1));
        let Some(bins) = histogram.bins() else {
            prop_assert!(values.is_empty());
            return Ok(());
        };
        prop_assert!(bins.counts.len() <= 64 && bins.width.is_power_of_two());
        prop_assert_eq!(bins.from.rem_euclid(bins.width as i64), 0);
        for (number, count) in bins.counts.iter().enumerate() {
            let from = bins.from + (number as u64 * bins.width) as i64;
            let within = |value: &i64| (from..from + bins.width as i64).contains(value);
            prop_assert_eq!(values.iter().filter(|(value, _)| within(value)).count() as u64, *count);
        }
    }
}

/// Cuts the games into ranges, and rotates their order.
fn pieces(mut cuts: Vec<u64>, turn: usize) -> Vec<Range<u64>> {
    cuts.extend([0, GAMES]);
    cuts.sort_unstable();
    let mut pieces: Vec<_> = cuts.windows(2).map(|ends| ends[0]..ends[1]).collect();
    let turn = turn % pieces.len();
    pieces.rotate_left(turn);
    pieces
}

fn counted_in(simulation: &Simulation, pieces: Vec<Range<u64>>) -> Tally {
    let mut tally = Tally::new(simulation.spec().ruleset);
    for piece in pieces {
        tally.merge(&simulation.play(piece, &|| true).expect("it is not stopped"));
    }
    tally
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn chunks_of_any_size_in_any_order_give_the_same_bytes(
        ruleset in prop::sample::select(&Ruleset::ALL[..]),
        rotate in any::<bool>(),
        cuts in prop::collection::vec(0..=GAMES, 0..6),
        turn in 0..6_usize,
    ) {
        let simulation = simulation(SimulationSpec { rotate, ..spec(ruleset, &[Skill::Random], GAMES) });
        let all = whole(&simulation);
        let parts = counted_in(&simulation, pieces(cuts, turn));
        prop_assert_eq!(parts.to_bytes().expect("bytes"), all.to_bytes().expect("bytes"));
        let json = |tally| serde_json::to_string(&simulation.report(tally)).expect("JSON");
        prop_assert_eq!(json(&parts), json(&all));
    }
}
