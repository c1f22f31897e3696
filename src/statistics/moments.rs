//! Count, sum and sum of squares of whole numbers: mean and standard deviation without a rounding error on the way.

use super::{
    interval::{Interval, of_mean},
    merge::merged,
};

merged! {
    /// What mean and deviation follow from, exactly.
    pub struct Moments {
        /// How many values.
        pub count: u64,
        /// Their sum.
        pub sum: i128,
        /// The sum of their squares.
        pub squares: i128,
    }
}

impl Moments {
    /// Takes a value in.
    pub fn add(&mut self, value: i64) {
        let value = i128::from(value);
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean; `None` of nothing.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The standard deviation of the values, with one degree of freedom used up by the mean; `None` of fewer than two.
    pub fn deviation(&self) -> Option<f64> {
        let count = i128::from(self.count);
        let freedom = count.checked_sub(1).filter(|freedom| *freedom > 0)?;
        // Exact until here: the difference of two great numbers that are nearly equal is what rounding would spoil.
        let spread = count * self.squares - self.sum * self.sum;
        Some((spread as f64 / count as f64 / freedom as f64).sqrt())
    }

    /// The interval of the mean of values that have nothing to do with each other.
    pub fn interval(&self) -> Option<Interval> {
        let standard_error = self.deviation()? / (self.count as f64).sqrt();
        of_mean(self.mean()?, standard_error, self.count)
    }
}
