//! A share of counted readings, with its interval.

use serde::{Serialize, Serializer};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

use crate::interval::{Interval, wilson_of};

/// A number of matches out of a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The number of matches.
    pub count: u64,
    /// The total.
    pub of: u64,
}

/// How often something came in the readings that were counted.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Written {
    /// How often it came.
    #[schema(example = 1872)]
    count: u64,
    /// How often it could have come.
    #[schema(example = 800_000)]
    of: u64,
    /// `count` divided by `of`; 0 if nothing was counted.
    #[schema(minimum = 0, maximum = 1, example = 0.00234)]
    value: f64,
    /// Lower end of the 95 % interval.
    #[schema(minimum = 0, maximum = 1, example = 0.002195)]
    low: f64,
    /// Upper end of the 95 % interval.
    #[schema(minimum = 0, maximum = 1, example = 0.002495)]
    high: f64,
}

impl Share {
    /// A share.
    pub fn new(count: impl Into<u64>, of: impl Into<u64>) -> Share {
        Share { count: count.into(), of: of.into() }
    }

    /// The value; 0 if the total is 0.
    pub fn value(self) -> f64 {
        if self.of == 0 { 0.0 } else { self.count as f64 / self.of as f64 }
    }

    /// The 95 % Wilson interval. The two readings of a partnership are made of the same tricks, so the effective number
    /// of trials is half the total.
    pub fn interval(self) -> Interval {
        if self.of == 0 { Interval { low: 0.0, high: 1.0 } } else { wilson_of(self.value(), self.of as f64 / 2.0) }
    }
}

/// Rounds to nine decimal places, more than any run can resolve.
fn rounded(figure: f64) -> f64 {
    (figure * 1e9).round() / 1e9
}

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Interval { low, high } = self.interval();
        let [value, low, high] = [self.value(), low, high].map(rounded);
        Written { count: self.count, of: self.of, value, low, high }.serialize(serializer)
    }
}

impl PartialSchema for Share {
    fn schema() -> RefOr<Schema> {
        Written::schema()
    }
}

impl ToSchema for Share {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_lies_within_its_interval() {
        for (count, of) in [(0, 0), (0, 1), (0, 800_000), (1, 800_000), (3, 7), (412, 412), (400_000, 800_000)] {
            let share = Share { count, of };
            let Interval { low, high } = share.interval();
            let inside = 0.0 <= low && low <= share.value() && share.value() <= high && high <= 1.0;
            assert!(inside, "{share:?}: {low} to {high}");
        }
    }

    #[test]
    fn a_share_of_zero_has_an_upper_bound() {
        let Interval { low, high } = Share { count: 0, of: 800_000 }.interval();
        assert_eq!(low, 0.0);
        assert_eq!((1.0 / high).round(), 104_128.0);
    }

    #[test]
    fn shares_are_serialised_with_their_interval() {
        let written = serde_json::to_value(Share { count: 100, of: 200 }).expect("JSON");
        let fields: Vec<_> = written.as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(fields, ["count", "of", "value", "low", "high"]);
        assert_eq!(written["value"], 0.5);
        // Wilson's interval of 50 in 100.
        let end = |name: &str| (written[name].as_f64().expect("a number") * 10_000.0).round();
        assert_eq!((end("low"), end("high")), (4038.0, 5962.0));
    }
}
