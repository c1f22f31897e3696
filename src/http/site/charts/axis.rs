//! Maps values to lengths.

/// A linear axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// The values at its ends.
    pub low: f64,
    pub high: f64,
    /// The coordinates of its ends.
    pub from: f64,
    pub to: f64,
}

impl Axis {
    /// An axis that includes 0 and all finite values.
    pub fn with_zero(values: impl Iterator<Item = f64>, (from, to): (f64, f64)) -> Axis {
        let (low, high) = values
            .filter(|value| value.is_finite())
            .fold((0.0, 0.0), |(low, high): (f64, f64), value| (low.min(value), high.max(value)));
        let high = if high > low { high } else { low + 1.0 };
        Axis { low, high, from, to }
    }

    /// The coordinate of a value, to one decimal. Values outside the axis are clamped.
    pub fn at(&self, value: f64) -> f64 {
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        let share = if share.is_finite() { share } else { 0.0 };
        tenths(self.from + (self.to - self.from) * share)
    }
}

/// Rounds a length to one decimal.
pub fn tenths(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(values: &[f64]) -> Axis {
        Axis::with_zero(values.iter().copied(), (10.0, 110.0))
    }

    #[test]
    fn values_lie_in_proportion_and_never_beyond() {
        let axis = axis(&[50.0, -50.0, f64::NAN, f64::INFINITY]);
        assert_eq!([-50.0, 0.0, 25.0, 50.0, 99.0].map(|value| axis.at(value)), [10.0, 60.0, 85.0, 110.0, 110.0]);
        assert_eq!(axis.at(f64::NAN), 10.0);
    }
}
