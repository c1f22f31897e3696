//! The distribution of a number per game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Merge,
    histogram::{Bins, Histogram},
    interval::{Estimate, rounded},
    merge::merged,
    moments::Moments,
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
