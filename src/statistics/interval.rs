//! 95 % confidence intervals (`docs/statistics.md`, "How the figures are made").

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};
use utoipa::ToSchema;

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
