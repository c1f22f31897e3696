//! Clustered values: games of one deal share their cards, and seats of one bot share their game.
//!
//! Values within a cluster are correlated, so they carry less information than independent ones. Intervals therefore
//! use the clusters as samples: the mean is the ratio of two sums over clusters, with the variance of a ratio
//! estimator.

use super::{
    interval::{Estimate, Interval, of_mean, wilson_of},
    merge::merged,
};

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
