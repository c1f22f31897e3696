//! A share of counted readings, with its interval.

use serde::{Serialize, Serializer};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

use crate::Verdict;
use arcana_engine::interval::{Interval, wilson_of};

/// A number of matches out of a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The number of matches.
    pub count: u64,
    /// The total.
    pub of: u64,
    /// How many readings stand and fall together, and are one trial.
    pub per_trial: u8,
}

/// Readings of a partnership, which are made of the same tricks.
const PER_PARTNERSHIP: u8 = 2;
/// Readings of a deal.
const PER_DEAL: u8 = 4;

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
    /// A share, in which a partnership is a trial.
    pub fn new(count: impl Into<u64>, of: impl Into<u64>) -> Share {
        Share { count: count.into(), of: of.into(), per_trial: PER_PARTNERSHIP }
    }

    /// The share of readings with this verdict, if any is given. A drawn deal makes all of its readings balanced, so the
    /// deal is a trial; otherwise one partnership has fortune and the other doom.
    pub fn with_verdict(self, verdict: Option<Verdict>) -> Share {
        let per_trial = match verdict {
            Some(Verdict::Balance) => PER_DEAL,
            Some(Verdict::Fortune | Verdict::Doom) | None => PER_PARTNERSHIP,
        };
        Share { per_trial, ..self }
    }

    /// The value; 0 if the total is 0.
    pub fn value(self) -> f64 {
        if self.of == 0 { 0.0 } else { self.count as f64 / self.of as f64 }
    }

    /// The 95 % Wilson interval, of as many trials as there are groups of readings that belong together.
    pub fn interval(self) -> Interval {
        if self.of == 0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        wilson_of(self.value(), self.of as f64 / f64::from(self.per_trial))
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
        for (count, of) in [(0_u64, 0_u64), (0, 1), (0, 800_000), (1, 800_000), (3, 7), (412, 412), (400_000, 800_000)]
        {
            let share = Share::new(count, of);
            let Interval { low, high } = share.interval();
            let inside = 0.0 <= low && low <= share.value() && share.value() <= high && high <= 1.0;
            assert!(inside, "{share:?}: {low} to {high}");
        }
    }

    #[test]
    fn a_share_of_zero_has_an_upper_bound() {
        let Interval { low, high } = Share::new(0_u64, 800_000_u64).interval();
        assert_eq!(low, 0.0);
        assert_eq!((1.0 / high).round(), 104_128.0);
    }

    #[test]
    fn the_four_readings_of_a_drawn_deal_are_one_trial() {
        let share = |verdict| Share::new(100_u64, 400_u64).with_verdict(verdict).interval();
        assert_eq!(share(Some(Verdict::Balance)), wilson_of(0.25, 100.0));
        for verdict in [None, Some(Verdict::Fortune), Some(Verdict::Doom)] {
            assert_eq!(share(verdict), wilson_of(0.25, 200.0));
        }
    }

    #[test]
    fn shares_are_serialised_with_their_interval() {
        let written = serde_json::to_value(Share::new(100_u64, 200_u64)).expect("JSON");
        let fields: Vec<_> = written.as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(fields, ["count", "of", "value", "low", "high"]);
        assert_eq!(written["value"], 0.5);
        // Wilson's interval of 50 in 100.
        let end = |name: &str| (written[name].as_f64().expect("a number") * 10_000.0).round();
        assert_eq!((end("low"), end("high")), (4038.0, 5962.0));
    }
}
