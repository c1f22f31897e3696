//! Differences between players of the same deals, each in every seat equally often, so that the luck of the cards
//! cancels.

use std::collections::BTreeMap;

use super::{
    interval::{Estimate, Moments, of_mean},
    merge::merged,
};

merged! {
    /// The results of one player in the games of one deal.
    pub struct Sums {
        /// Number of games.
        pub games: u64,
        /// Number of seats in all games.
        pub seats: u64,
        /// Number of games won.
        pub wins: u64,
        /// Sum of the scores of all seats.
        pub score: i64,
    }
}

merged! {
    /// The difference between two players, by deal.
    pub struct Difference {
        /// Scores: the first's sum times the second's seats, minus the second's sum times the first's seats.
        pub scores: Moments,
        /// Divisor of that difference for the score of one seat, the same for all deals.
        pub seats: Same,
        /// Games won.
        pub wins: Moments,
        /// Number of games per deal.
        pub games: Same,
    }
}

merged! {
    /// All differences.
    pub struct Differences {
        /// Between bots: the first in alphabetical order, then the second.
        pub bots: BTreeMap<String, BTreeMap<String, Difference>>,
        /// Between the first player of the request and each other one.
        pub places: Vec<Difference>,
    }
}

/// A number that is the same in all parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Same(pub u64);

impl super::Merge for Same {
    fn merge(&mut self, other: &Same) {
        self.0 = self.0.max(other.0);
    }
}

impl Sums {
    /// The result of a seat in one game.
    pub fn of_seat(score: i64, won: bool) -> Sums {
        Sums { games: 1, seats: 1, wins: u64::from(won), score }
    }

    /// Adds another seat in the same game. The game counts as won once if any of the seats won it.
    pub fn add_seat(&mut self, score: i64, won: bool) {
        self.seats += 1;
        self.wins = self.wins.max(u64::from(won));
        self.score += score;
    }
}

impl Difference {
    fn add(&mut self, one: &Sums, other: &Sums) {
        self.scores.add(one.score * other.seats as i64 - other.score * one.seats as i64);
        self.seats = Same(one.seats * other.seats);
        self.wins.add(one.wins as i64 - other.wins as i64);
        self.games = Same(one.games);
    }

    /// The mean difference in the score of a seat; `None` without deals.
    pub fn score(&self) -> Option<Estimate> {
        estimate(&self.scores, self.seats)
    }

    /// The difference in the share of games won; `None` without deals.
    pub fn win_rate(&self) -> Option<Estimate> {
        let Estimate { value, low, high } = estimate(&self.wins, self.games)?;
        // Shares differ by 1 at most.
        Some(Estimate { value, low: low.map(|low| low.max(-1.0)), high: high.map(|high| high.min(1.0)) })
    }
}

/// The mean over the deals with its interval, divided by a scale.
fn estimate(moments: &Moments, scale: Same) -> Option<Estimate> {
    let scale = scale.0 as f64;
    let mean = moments.mean()? / scale;
    let standard_error = moments.deviation().map(|deviation| deviation / scale / (moments.count as f64).sqrt());
    let interval = standard_error.and_then(|error| of_mean(mean, error, moments.count));
    Some(Estimate::new(mean, interval))
}

impl Differences {
    /// Adds a deal with all its games.
    pub fn add(&mut self, bots: &BTreeMap<String, Sums>, places: &[Sums]) {
        for (who, sums) in bots {
            for (other, of_other) in bots.iter().filter(|(other, _)| *other > who) {
                let differences = self.bots.entry(who.clone()).or_default();
                differences.entry(other.clone()).or_default().add(sums, of_other);
            }
        }
        let Some((first, later)) = places.split_first() else { return };
        self.places.resize(self.places.len().max(later.len()), Difference::default());
        self.places.iter_mut().zip(later).for_each(|(difference, other)| difference.add(first, other));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The difference after deals of two games: how often the first won, and the other.
    fn after(deals: &[(u64, u64)]) -> Difference {
        let sums = |wins: u64| Sums { games: 2, seats: 2, wins, score: wins as i64 };
        let mut difference = Difference::default();
        deals.iter().for_each(|(one, other)| difference.add(&sums(*one), &sums(*other)));
        difference
    }

    #[test]
    fn deals_that_differ_by_the_same_have_no_interval() {
        let none = |value: f64| Some(Estimate { value, low: None, high: None });
        assert_eq!(after(&[(2, 0); 3]).win_rate(), none(1.0));
        assert_eq!(after(&[(0, 1); 3]).win_rate(), none(-0.5));
        assert_eq!(after(&[(2, 0)]).win_rate(), none(1.0));
        assert_eq!(after(&[(1, 1); 3]).win_rate(), none(0.0), "a few ties prove nothing");
    }

    #[test]
    fn the_interval_of_shares_ends_at_one() {
        let rate = after(&[(2, 0), (2, 0), (1, 1)]).win_rate();
        assert!(rate.is_some_and(|rate| rate.low < Some(0.0) && rate.high == Some(1.0)), "{rate:?}");
    }
}
