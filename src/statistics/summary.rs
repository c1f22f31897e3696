//! The distribution of a number per game, with a histogram in constant memory.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Merge,
    interval::{Estimate, Moments, rounded},
    merge::merged,
};

/// A value, and the first game with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The value.
    pub value: i64,
    /// Number of the game.
    pub game: u64,
}

/// The least value so far, with the lowest number of a game that had it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Least(pub Option<Record>);

/// The greatest value so far, with the lowest number of a game that had it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Most(pub Option<Record>);

merged! {
    /// The distribution of a number per game, in constant memory.
    pub struct Summary {
        /// Sums for mean and deviation.
        pub moments: Moments,
        /// The least value.
        pub least: Least,
        /// The greatest value.
        pub most: Most,
        /// The histogram.
        pub histogram: Histogram,
    }
}

/// A number over many games.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Summary)]
pub struct SummaryReport {
    /// The mean; null without any values.
    pub mean: Option<Estimate>,
    /// Standard deviation of the values; null of fewer than two.
    pub deviation: Option<f64>,
    /// Least value.
    pub least: Option<i64>,
    /// Greatest value.
    pub most: Option<i64>,
    /// How often which values came.
    pub histogram: Option<Bins>,
}

impl Merge for Least {
    fn merge(&mut self, other: &Least) {
        self.0 = [self.0, other.0].into_iter().flatten().min_by_key(|record| (record.value, record.game));
    }
}

impl Merge for Most {
    fn merge(&mut self, other: &Most) {
        let order = |record: &Record| (std::cmp::Reverse(record.value), record.game);
        self.0 = [self.0, other.0].into_iter().flatten().min_by_key(order);
    }
}

impl Summary {
    /// Adds the value of a game.
    pub fn add(&mut self, value: i64, game: u64) {
        self.moments.add(value);
        let record = Record { value, game };
        self.least.merge(&Least(Some(record)));
        self.most.merge(&Most(Some(record)));
        self.histogram.add(value, 1);
    }

    /// The report, with the mean but no interval.
    pub fn report(&self) -> SummaryReport {
        self.report_with(self.moments.mean().map(|mean| Estimate::new(mean, None)))
    }

    /// The report, with a mean whose interval takes clusters into account.
    pub fn report_with(&self, mean: Option<Estimate>) -> SummaryReport {
        SummaryReport {
            mean,
            deviation: self.moments.deviation().map(rounded),
            least: self.least.0.map(|record| record.value),
            most: self.most.0.map(|record| record.value),
            histogram: self.histogram.bins(),
        }
    }
}

/// Maximum number of bins.
const MAX_BINS: usize = 64;

/// Counts of values in bins of equal width, a power of two. Bins begin at multiples of the width.
///
/// The width is the least for which all values fit into 64 bins. It therefore depends only on the values, not on their
/// order or on how they were split into parts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Histogram {
    /// The binary logarithm of the width.
    power: u32,
    /// Index of the first bin, which begins at this multiple of the width.
    first: i64,
    /// Counts from the first to the last non-empty bin.
    counts: Vec<u64>,
}

/// How often which values came: `counts[0]` of them from `from` to `from + width − 1`, and so on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Histogram)]
pub struct Bins {
    /// Least value of the first bin.
    pub from: i64,
    /// How many values a bin spans, a power of two.
    #[schema(minimum = 1)]
    pub width: u64,
    /// How often values of each bin came; at most 64 bins.
    #[schema(max_items = 64)]
    pub counts: Vec<u64>,
}

impl Histogram {
    /// Adds a value a number of times.
    pub fn add(&mut self, value: i64, times: u64) {
        if times == 0 {
            return;
        }
        if self.counts.is_empty() {
            (self.first, self.power) = (value, 0);
            self.counts.push(times);
            return;
        }
        self.widen_for(value >> self.power, value >> self.power);
        let bin = value >> self.power;
        self.reach(bin);
        self.counts[(bin - self.first) as usize] += times;
    }

    /// The bins; `None` without values.
    pub fn bins(&self) -> Option<Bins> {
        let width = 1 << self.power;
        (!self.counts.is_empty()).then(|| Bins { from: self.first << self.power, width, counts: self.counts.clone() })
    }

    /// The number of values.
    pub fn values(&self) -> u64 {
        self.counts.iter().copied().fold(0, u64::saturating_add)
    }

    fn last(&self) -> i64 {
        self.first + self.counts.len() as i64 - 1
    }

    /// Doubles the width until the existing bins and those between two indices are few enough.
    fn widen_for(&mut self, mut least: i64, mut most: i64) {
        while self.last().max(most).abs_diff(self.first.min(least)) >= MAX_BINS as u64 {
            self.widen();
            (least, most) = (least >> 1, most >> 1);
        }
    }

    /// Doubles the width.
    fn widen(&mut self) {
        let first = self.first >> 1;
        let mut counts = vec![0; (self.last() >> 1).abs_diff(first) as usize + 1];
        for (bin, count) in (self.first..).zip(&self.counts) {
            counts[((bin >> 1) - first) as usize] += count;
        }
        (self.power, self.first, self.counts) = (self.power + 1, first, counts);
    }

    /// Extends the counts to a bin.
    fn reach(&mut self, bin: i64) {
        if bin < self.first {
            let before = (self.first - bin) as usize;
            self.counts.splice(0..0, std::iter::repeat_n(0, before));
            self.first = bin;
        } else if bin > self.last() {
            self.counts.resize((bin - self.first) as usize + 1, 0);
        }
    }
}

impl Merge for Histogram {
    fn merge(&mut self, other: &Histogram) {
        if other.counts.is_empty() {
            return;
        }
        if self.counts.is_empty() {
            *self = other.clone();
            return;
        }
        let mut other = other.clone();
        while self.power < other.power {
            self.widen();
        }
        while other.power < self.power {
            other.widen();
        }
        let before = self.power;
        self.widen_for(other.first, other.last());
        (before..self.power).for_each(|_| other.widen());
        self.reach(other.first);
        self.reach(other.last());
        for (bin, count) in (other.first..).zip(&other.counts) {
            self.counts[(bin - self.first) as usize] += count;
        }
    }
}
