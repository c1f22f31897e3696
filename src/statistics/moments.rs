//! Exact sums of whole numbers, for means and standard deviations without accumulated rounding errors.

use super::{
    interval::{Interval, of_mean},
    merge::merged,
};

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
