//! Differences between those who played the same deals, each as often in every seat: the luck of the cards cancels out.

use std::collections::BTreeMap;

use super::{interval::Estimate, interval::of_mean, merge::merged, moments::Moments};

merged! {
    /// What somebody had of the games of one deal.
    pub struct Sums {
        /// How many he played.
        pub games: u64,
        /// How many seats he had in them, together.
        pub seats: u64,
        /// How many of them he won.
        pub wins: u64,
        /// The scores of all his seats.
        pub score: i64,
    }
}

merged! {
    /// The difference between two, deal by deal.
    pub struct Difference {
        /// Scores: the one's sum times the other's seats, less the other's sum times the one's seats.
        pub scores: Moments,
        /// What such a difference is divided by for a seat's score; the same for all deals.
        pub seats: Same,
        /// Games won.
        pub wins: Moments,
        /// How many games each deal is played in.
        pub games: Same,
    }
}

merged! {
    /// All differences.
    pub struct Differences {
        /// Between bots: the earlier in the alphabet, then the later.
        pub bots: BTreeMap<String, BTreeMap<String, Difference>>,
        /// Between the first of the list and each later one.
        pub places: Vec<Difference>,
    }
}

/// A number that all parts have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Same(pub u64);

impl super::Merge for Same {
    fn merge(&mut self, other: &Same) {
        self.0 = self.0.max(other.0);
    }
}

impl Sums {
    /// What a seat had of one game.
    pub fn of_seat(score: i64, won: bool) -> Sums {
        Sums { games: 1, seats: 1, wins: u64::from(won), score }
    }

    /// One more seat in the same game: it is won once, whichever of the seats won it.
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

    /// How much higher the score of a seat was; `None` without a deal.
    pub fn score(&self) -> Option<Estimate> {
        estimate(&self.scores, self.seats)
    }

    /// How much greater the share of games won was; `None` without a deal.
    pub fn win_rate(&self) -> Option<Estimate> {
        let Estimate { value, low, high } = estimate(&self.wins, self.games)?;
        // No share is more than all of another.
        Some(Estimate { value, low: low.map(|low| low.max(-1.0)), high: high.map(|high| high.min(1.0)) })
    }
}

/// The mean over the deals with its interval, of differences that are this many times too great.
fn estimate(moments: &Moments, scale: Same) -> Option<Estimate> {
    let scale = scale.0 as f64;
    let mean = moments.mean()? / scale;
    let standard_error = moments.deviation().map(|deviation| deviation / scale / (moments.count as f64).sqrt());
    let interval = standard_error.and_then(|error| of_mean(mean, error, moments.count));
    Some(Estimate::new(mean, interval))
}

impl Differences {
    /// Takes a deal in, with all its games.
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
