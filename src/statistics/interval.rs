//! Means and shares with their 95 % confidence intervals (`docs/statistics.md`, "How the figures are made"): exact sums of
//! whole numbers, without accumulated rounding errors, of independent values and of clusters.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};
use utoipa::ToSchema;

use super::merge::merged;
use crate::interval::Z;

pub use crate::interval::{Interval, wilson, wilson_of};

/// The upper quantile of the interval, which leaves 2.5 % on either side.
const UPPER: f64 = 0.975;

/// Degrees of freedom up to which the quantile of Student's distribution is computed exactly; above, by a series.
const MAX_EXACT_FREEDOM: u64 = 1000;

/// Scale for rounding figures to six decimal places, far coarser than platform differences.
const DECIMALS: f64 = 1e6;

/// A figure with its 95 % interval, to six decimal places.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Estimate {
    /// What was found.
    #[schema(example = 0.5225)]
    pub value: f64,
    /// Lower bound of the 95 % interval; omitted for too few values, or all equal ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, example = 0.5194)]
    pub low: Option<f64>,
    /// Upper bound of the 95 % interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, example = 0.5256)]
    pub high: Option<f64>,
}

impl Estimate {
    /// A figure with its interval, if there is one.
    pub fn new(value: f64, interval: Option<Interval>) -> Estimate {
        let (low, high) = interval.map(|interval| (rounded(interval.low), rounded(interval.high))).unzip();
        Estimate { value: rounded(value), low, high }
    }

    /// The same in units of which so many are one.
    pub fn scaled(self, factor: f64) -> Estimate {
        let scaled = |value: f64| rounded(value * factor);
        Estimate { value: scaled(self.value), low: self.low.map(scaled), high: self.high.map(scaled) }
    }

    /// A share with its Wilson interval; `None` without trials.
    pub fn of_share(successes: u64, trials: u64) -> Option<Estimate> {
        let interval = wilson(successes, trials)?;
        Some(Estimate::new(successes as f64 / trials as f64, Some(interval)))
    }
}

/// Rounds a figure to six decimal places, and never to −0.
pub fn rounded(value: f64) -> f64 {
    (value * DECIMALS).round() / DECIMALS + 0.0
}

/// The interval of a mean: t standard errors to both sides, where t is the quantile of Student's distribution with one
/// degree of freedom less than the number of values. `None` with fewer than two values, and without a standard error:
/// values that are all the same tell nothing of how much they vary, and a few of them would seem to be certain.
pub fn of_mean(mean: f64, standard_error: f64, values: u64) -> Option<Interval> {
    let freedom = values.checked_sub(1).filter(|freedom| *freedom > 0 && standard_error > 0.0)?;
    let half = student(freedom) * standard_error;
    Some(Interval { low: mean - half, high: mean + half })
}

/// The 97.5 % quantile of Student's distribution.
pub(super) fn student(freedom: u64) -> f64 {
    let freedom_of = freedom as f64;
    if freedom <= MAX_EXACT_FREEDOM {
        return StudentsT::new(0.0, 1.0, freedom_of).map_or(Z, |student| student.inverse_cdf(UPPER));
    }
    // The computed quantile becomes inaccurate near the normal distribution, where its series becomes accurate
    // (Abramowitz and Stegun, 26.7.5).
    let power = |exponent| Z.powi(exponent);
    let first = (power(3) + Z) / 4.0;
    let second = (5.0 * power(5) + 16.0 * power(3) + 3.0 * Z) / 96.0;
    let third = (3.0 * power(7) + 19.0 * power(5) + 17.0 * power(3) - 15.0 * Z) / 384.0;
    Z + first / freedom_of + second / freedom_of.powi(2) + third / freedom_of.powi(3)
}

merged! {
    /// Count, sum and sum of squares.
    pub struct Moments {
        /// Number of values.
        pub count: u64,
        /// Their sum.
        pub sum: i128,
        /// The sum of their squares.
        pub squares: i128,
    }
}

impl Moments {
    /// Adds a value.
    pub fn add(&mut self, value: i64) {
        let value = i128::from(value);
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean; `None` without values.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The sample standard deviation; `None` with fewer than two values.
    pub fn deviation(&self) -> Option<f64> {
        let count = i128::from(self.count);
        let freedom = count.checked_sub(1).filter(|freedom| *freedom > 0)?;
        // Exact up to here: rounding would spoil the difference of two large and nearly equal numbers.
        let spread = count * self.squares - self.sum * self.sum;
        Some((spread as f64 / count as f64 / freedom as f64).sqrt())
    }

    /// The interval of the mean of independent values.
    pub fn interval(&self) -> Option<Interval> {
        let standard_error = self.deviation()? / (self.count as f64).sqrt();
        of_mean(self.mean()?, standard_error, self.count)
    }
}

merged! {
    /// Sums over clusters, where k is the number of values in a cluster and y their sum.
    pub struct Clusters {
        /// Number of clusters.
        pub clusters: u64,
        /// Σk: number of values.
        pub values: u64,
        /// Σy: the sum of all values.
        pub sum: i128,
        /// Σk².
        pub values_squared: i128,
        /// Σy².
        pub sums_squared: i128,
        /// Σyk.
        pub products: i128,
    }
}

impl Clusters {
    /// Adds a cluster with a number of values and their sum.
    pub fn add(&mut self, values: u64, sum: i64) {
        let (values_of, sum) = (i128::from(values), i128::from(sum));
        self.clusters += 1;
        self.values += values;
        self.sum += sum;
        self.values_squared += values_of * values_of;
        self.sums_squared += sum * sum;
        self.products += sum * values_of;
    }

    /// The mean of all values; `None` without values.
    pub fn mean(&self) -> Option<f64> {
        (self.values > 0).then(|| self.sum as f64 / self.values as f64)
    }

    /// The mean with its interval; `None` without values.
    pub fn estimate(&self) -> Option<Estimate> {
        Some(Estimate::new(self.mean()?, self.interval()))
    }

    /// The share of ones among values of 0 or 1, with its Wilson interval; `None` without values.
    pub fn share(&self) -> Option<Estimate> {
        let share = self.mean()?;
        Some(Estimate::new(share, Some(wilson_of(share, self.effective_trials(share)))))
    }

    fn interval(&self) -> Option<Interval> {
        of_mean(self.mean()?, self.variance()?.sqrt(), self.clusters)
    }

    /// The variance of the mean: C / (C − 1) · Σ(y − m k)² / (Σk)², with the mean m of C clusters.
    fn variance(&self) -> Option<f64> {
        let freedom = self.clusters.checked_sub(1).filter(|freedom| *freedom > 0)?;
        let values = i128::from(self.values);
        let mean = self.mean()?;
        // (Σk)² Σ(y − m k)², a whole number. If it overflows, rounding is harmless.
        let whole = || {
            let squares = self.sums_squared.checked_mul(values.checked_mul(values)?)?;
            let products = self.sum.checked_mul(self.products)?.checked_mul(values)?.checked_mul(2)?;
            let means = self.sum.checked_mul(self.sum)?.checked_mul(self.values_squared)?;
            squares.checked_sub(products)?.checked_add(means)
        };
        let values = values as f64;
        let residues = match whole() {
            Some(whole) => whole as f64 / (values * values),
            None => {
                self.sums_squared as f64 - 2.0 * mean * self.products as f64 + mean * mean * self.values_squared as f64
            }
        };
        Some(self.clusters as f64 / freedom as f64 * residues.max(0.0) / (values * values))
    }

    /// The number of independent trials with the same variance of a share: fewer than the values if clusters are
    /// correlated, and never more.
    fn effective_trials(&self, share: f64) -> f64 {
        let trials = self.values as f64;
        if self.values == self.clusters {
            return trials;
        }
        match self.variance() {
            Some(variance) if variance > 0.0 => (share * (1.0 - share) / variance).min(trials),
            Some(_) | None => self.clusters as f64,
        }
    }
}
