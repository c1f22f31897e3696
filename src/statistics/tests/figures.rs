//! Intervals, means and histograms compared with published or independently computed values.

use statrs::statistics::Statistics;

use crate::statistics::{
    Histogram, Moments,
    interval::{Clusters, Estimate, of_mean, rounded, student, wilson},
    summary::Summary,
};

#[test]
fn wilson_intervals_are_those_of_newcombe() {
    // R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    for (successes, trials, low, high) in
        [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
    {
        let interval = wilson(successes, trials).expect("there are trials");
        let rounded = [interval.low, interval.high].map(|bound| (bound * 1e4).round() / 1e4);
        assert_eq!(rounded, [low, high], "{successes} of {trials}");
        let other = wilson(trials - successes, trials).expect("there are trials");
        assert!((other.low - (1.0 - interval.high)).abs() < 1e-12, "failures mirror successes");
    }
    assert_eq!(wilson(0, 0), None);
    assert_eq!(wilson(20, 20).map(|interval| interval.high), Some(1.0));
}

#[test]
fn means_and_deviations_are_those_of_statrs() {
    let values: Vec<i64> = (0..500).map(|n: i64| (n * n * 7919) % 1013 - 400).collect();
    let floats = || values.iter().map(|value| *value as f64);
    let mut moments = Moments::default();
    values.iter().for_each(|value| moments.add(*value));
    let close = |one: Option<f64>, other: f64| (one.expect("there are values") - other).abs() < 1e-9;
    assert!(close(moments.mean(), floats().mean()));
    assert!(close(moments.deviation(), floats().std_dev()));
}

#[test]
fn deviations_stay_exact_far_from_zero() {
    let mut moments = Moments::default();
    (0..3_000_000).for_each(|n| moments.add(1_000_000_000_000 + n % 3));
    // The variance of equal numbers of 0, 1 and 2 is 2/3.
    assert_eq!(rounded(moments.deviation().expect("there are values")), rounded((2.0_f64 / 3.0).sqrt()));
}

#[test]
fn the_interval_of_a_mean_is_students() {
    let mut moments = Moments::default();
    (1..=5).for_each(|value| moments.add(value));
    let interval = moments.interval().expect("five values");
    // The mean is 3, the deviation √2.5, and t with four degrees of freedom is 2.776445.
    let half = 2.776_445 * (2.5_f64 / 5.0).sqrt();
    assert!((interval.low - (3.0 - half)).abs() < 1e-6 && (interval.high - (3.0 + half)).abs() < 1e-6);
    assert_eq!(of_mean(3.0, 0.5, 1), None, "one value has no spread");
    for (freedom, quantile) in [
        (1, 12.706_205),
        (2, 4.302_653),
        (9, 2.262_157),
        (29, 2.045_230),
        (99, 1.984_217),
        (999, 1.962_341),
        (1_000_000_000, 1.959_964),
    ] {
        assert!((student(freedom) - quantile).abs() < 1e-6, "{freedom}: {}", student(freedom));
    }
    // There is no jump where the series begins: each degree of freedom reduces the quantile by 2.4 millionths.
    assert!((student(1000) - student(1001) - 2.37e-6).abs() < 1e-8);
}

#[test]
fn clusters_of_one_value_are_values() {
    let (mut clusters, mut moments) = (Clusters::default(), Moments::default());
    for value in [3, -1, 4, 1, -5, 9, 2, 6] {
        clusters.add(1, value);
        moments.add(value);
    }
    let mean = moments.mean().expect("eight values");
    assert_eq!(clusters.estimate(), Some(Estimate::new(mean, moments.interval())));
    let mut shares = Clusters::default();
    [1, 0, 0, 1, 1].into_iter().for_each(|won| shares.add(1, won));
    assert_eq!(shares.share(), Estimate::of_share(3, 5));
}

#[test]
fn copies_of_a_value_are_no_more_informative_than_one() {
    let (mut copied, mut alone) = (Clusters::default(), Clusters::default());
    for won in [1, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 1] {
        copied.add(4, 4 * won);
        alone.add(1, won);
    }
    assert_eq!(copied.estimate(), alone.estimate());
    let (copied, alone) = (copied.share().expect("a share"), alone.share().expect("a share"));
    let width = |share: Estimate| share.high.expect("an interval") - share.low.expect("an interval");
    assert_eq!(copied.value, alone.value);
    assert!(width(copied) >= width(alone) && width(copied) < 1.1 * width(alone), "{copied:?} {alone:?}");
}

#[test]
fn figures_without_values_are_none() {
    let nothing = Summary::default().report();
    assert_eq!((nothing.mean, nothing.deviation, nothing.least, nothing.histogram), (None, None, None, None));
    assert_eq!((Clusters::default().estimate(), Clusters::default().share()), (None, None));
    assert_eq!(Histogram::default().bins(), None);
}

#[test]
fn a_histogram_has_the_least_width_that_fits_all_values() {
    let bins = |values: &[i64]| {
        let mut histogram = Histogram::default();
        values.iter().for_each(|value| histogram.add(*value, 1));
        let bins = histogram.bins().expect("there are values");
        (bins.from, bins.width, bins.counts.len())
    };
    assert_eq!(bins(&[7]), (7, 1, 1));
    assert_eq!(bins(&[0, 63]), (0, 1, 64));
    assert_eq!(bins(&[0, 64]), (0, 2, 33));
    assert_eq!(bins(&[-3, 70]), (-4, 2, 38));
    assert_eq!(bins(&[i64::MIN / 4, i64::MAX / 4]).1, 1 << 56);
}
