//! Values that come in clusters: the games of one deal share their cards, the seats of one bot share their game.
//!
//! What a cluster's values have in common says less than as many values of their own would. So intervals are made of
//! the clusters: the mean is the ratio of two sums over them, and its variance that of a ratio estimator.

use super::{
    interval::{Estimate, Interval, of_mean, wilson_of},
    merge::merged,
};

merged! {
    /// Sums over clusters: k is how many values a cluster has, y their sum.
    pub struct Clusters {
        /// How many clusters.
        pub clusters: u64,
        /// Σk: how many values.
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
    /// Takes a cluster in, of so many values with this sum.
    pub fn add(&mut self, values: u64, sum: i64) {
        let (values_of, sum) = (i128::from(values), i128::from(sum));
        self.clusters += 1;
        self.values += values;
        self.sum += sum;
        self.values_squared += values_of * values_of;
        self.sums_squared += sum * sum;
        self.products += sum * values_of;
    }

    /// The mean of all values; `None` of none.
    pub fn mean(&self) -> Option<f64> {
        (self.values > 0).then(|| self.sum as f64 / self.values as f64)
    }

    /// The mean with its interval; `None` of no values.
    pub fn estimate(&self) -> Option<Estimate> {
        Some(Estimate::new(self.mean()?, self.interval()))
    }

    /// The share of values that are 1 among values that are 0 or 1, with its Wilson interval; `None` of no values.
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
        // (Σk)² Σ(y − m k)², which is a whole number; where it is too great for one, rounding does no harm to it.
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

    /// How many independent trials would say as much of a share: fewer than there are where clusters are alike within,
    /// and never more.
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
