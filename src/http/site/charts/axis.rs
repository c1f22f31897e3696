//! Maps values to lengths.

/// An axis has at most one mark more than this.
const MARKS: f64 = 5.0;

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

    /// The narrowest axis for these values. Values that are not finite are ignored.
    pub fn around(values: impl Iterator<Item = f64>, (from, to): (f64, f64)) -> Axis {
        let (low, high) = values
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (value.min(low), value.max(high)));
        let (low, high) = if low <= high { (low, high) } else { (0.0, 0.0) };
        // If all values are equal, they are in the middle.
        let (low, high) = if high - low > 1e-6 * high.abs().max(1.0) { (low, high) } else { (low - 1.0, high + 1.0) };
        Axis { low, high, from, to }
    }

    /// A few round values on the axis; none if its range overflows.
    pub fn marks(&self) -> impl Iterator<Item = f64> + use<> {
        let (span, low, high) = (self.high - self.low, self.low, self.high);
        let power = 10_f64.powf((span / MARKS).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| span / step <= MARKS);
        let first = step.map_or(f64::NAN, |step| (low / step).ceil());
        let marks = (0..=MARKS as u8).map(move |number| (first + f64::from(number)) * step.unwrap_or(f64::NAN));
        marks.filter(move |mark| (low..=high).contains(mark))
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
    fn marks_are_round_and_few() {
        let marks = |low, high| Axis { low, high, from: 0.0, to: 1.0 }.marks().collect::<Vec<_>>();
        assert_eq!(marks(24.6, 31.2), [26.0, 28.0, 30.0]);
        assert_eq!(marks(-0.4, 0.7), [0.0, 0.5]);
        assert_eq!(marks(0.0, 999.0), [0.0, 200.0, 400.0, 600.0, 800.0]);
        assert!(marks(f64::MIN, f64::MAX).is_empty());
    }

    #[test]
    fn an_axis_around_values_has_room_for_one_alone() {
        let around = |values: &[f64]| {
            let Axis { low, high, .. } = Axis::around(values.iter().copied(), (0.0, 1.0));
            (low, high)
        };
        assert_eq!(around(&[3.0, 2.0, f64::NAN]), (2.0, 3.0));
        assert_eq!((around(&[25.0]), around(&[])), ((24.0, 26.0), (-1.0, 1.0)));
    }

    #[test]
    fn values_lie_in_proportion_and_never_beyond() {
        let axis = axis(&[50.0, -50.0, f64::NAN, f64::INFINITY]);
        assert_eq!([-50.0, 0.0, 25.0, 50.0, 99.0].map(|value| axis.at(value)), [10.0, 60.0, 85.0, 110.0, 110.0]);
        assert_eq!(axis.at(f64::NAN), 10.0);
    }
}
