//! Intervals at 95 %: how far a figure may be from what endless games would tell (`docs/statistics.md`, "How the figures
//! are made").

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};
use utoipa::ToSchema;

use crate::interval::Z;

pub use crate::interval::{Interval, wilson, wilson_of};

/// One side of what lies outside of an interval: 2.5 % on the other.
const UPPER: f64 = 0.975;

/// Up to so many degrees of freedom the quantile of Student's distribution is computed, beyond by a series.
const MOST_FREEDOM: u64 = 1000;

/// Figures are told with so many decimal places: what computers compute differently lies far behind them.
const DECIMALS: f64 = 1e6;

/// A figure with its 95 % interval, to six decimal places.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Estimate {
    /// What was found.
    #[schema(example = 0.5225)]
    pub value: f64,
    /// Lower bound of the 95 % interval; missing where there is too little to tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, example = 0.5194)]
    pub low: Option<f64>,
    /// Upper bound of the 95 % interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, example = 0.5256)]
    pub high: Option<f64>,
}

impl Estimate {
    /// A figure with its interval, where there is one.
    pub fn new(value: f64, interval: Option<Interval>) -> Estimate {
        let (low, high) = interval.map(|interval| (told(interval.low), told(interval.high))).unzip();
        Estimate { value: told(value), low, high }
    }

    /// A share with its Wilson interval; `None` of nothing.
    pub fn of_share(successes: u64, trials: u64) -> Option<Estimate> {
        let interval = wilson(successes, trials)?;
        Some(Estimate::new(successes as f64 / trials as f64, Some(interval)))
    }
}

/// A figure as it is told: to six decimal places, and never −0.
pub fn told(value: f64) -> f64 {
    (value * DECIMALS).round() / DECIMALS + 0.0
}

/// The interval of a mean: it lies t standard errors to both sides, t being the quantile of Student's distribution with
/// one degree of freedom fewer than there are values. `None` of fewer than two values.
pub fn of_mean(mean: f64, standard_error: f64, values: u64) -> Option<Interval> {
    let half = student(values.checked_sub(1).filter(|freedom| *freedom > 0)?) * standard_error;
    Some(Interval { low: mean - half, high: mean + half })
}

/// The 97.5 % quantile of Student's distribution.
pub(super) fn student(freedom: u64) -> f64 {
    let freedom_of = freedom as f64;
    if freedom <= MOST_FREEDOM {
        return StudentsT::new(0.0, 1.0, freedom_of).map_or(Z, |student| student.inverse_cdf(UPPER));
    }
    // Towards the normal distribution the quantile above grows inexact, and its series exact (Abramowitz and Stegun,
    // 26.7.5).
    let power = |exponent| Z.powi(exponent);
    let first = (power(3) + Z) / 4.0;
    let second = (5.0 * power(5) + 16.0 * power(3) + 3.0 * Z) / 96.0;
    let third = (3.0 * power(7) + 19.0 * power(5) + 17.0 * power(3) - 15.0 * Z) / 384.0;
    Z + first / freedom_of + second / freedom_of.powi(2) + third / freedom_of.powi(3)
}
