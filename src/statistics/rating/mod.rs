//! Ratings: Weng-Lin by the Bradley-Terry model with full pairing ("A Bayesian Approximation Method for Online
//! Ranking", JMLR 12, 2011, algorithm 1), bounded for games with many sides.
//!
//! A rating is a normal distribution of a player's strength. After a game each side is compared with each other one: a
//! side that did better than expected gains, and every comparison reduces the uncertainty of both. Partners share the
//! side's gain in proportion to their uncertainty. What differs from the paper, and why, is in `docs/statistics.md`,
//! "Players, ratings and leaderboards".

use std::cmp::Ordering;

/// An estimate of a player's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The mean.
    pub mu: f64,
    /// The standard deviation.
    pub sigma: f64,
}

/// The standard deviation of a performance around the strength of the player.
const BETA: f64 = 25.0 / 6.0;

/// What a strength may have changed by since the game before, as a standard deviation.
const TAU: f64 = 25.0 / 300.0;

/// Those who played on one side.
struct Side {
    mean: f64,
    variance: f64,
    place: u8,
}

impl Rating {
    /// The rating of a new player.
    pub const NEWCOMER: Rating = Rating { mu: 25.0, sigma: 25.0 / 3.0 };

    /// A conservative estimate of the strength: mu - 3 sigma.
    pub fn lower_bound(self) -> f64 {
        self.mu - 3.0 * self.sigma
    }

    /// The variance before a game: nobody is less known than a newcomer.
    fn variance(self) -> f64 {
        (self.sigma.powi(2) + TAU.powi(2)).min(Rating::NEWCOMER.sigma.powi(2))
    }
}

/// The ratings after a game by seat, given the ratings before, the side of each seat, numbered from 0, and its place.
pub fn rate(sides: &[usize], before: &[Rating], places: &[u8]) -> Vec<Rating> {
    let count = sides.iter().map(|side| side + 1).max().unwrap_or(0);
    let all: Vec<Side> = (0..count).map(|side| Side::of(side, sides, before, places)).collect();
    let gains: Vec<(f64, f64)> = (0..count).map(|side| compared(side, &all)).collect();
    let after = |(seat, rating): (usize, &Rating)| {
        let (shift, shrink) = sides.get(seat).map_or((0.0, 0.0), |side| gains[*side]);
        let variance = rating.variance();
        Rating { mu: rating.mu + variance * shift, sigma: (variance * (1.0 - variance * shrink)).sqrt() }
    };
    before.iter().enumerate().map(after).collect()
}

impl Side {
    fn of(side: usize, sides: &[usize], before: &[Rating], places: &[u8]) -> Side {
        let seats = || (0..before.len()).filter(|seat| sides.get(*seat) == Some(&side));
        Side {
            mean: total(seats().map(|seat| before[seat].mu)),
            variance: total(seats().map(|seat| before[seat].variance())),
            place: seats().filter_map(|seat| places.get(seat)).min().copied().unwrap_or(1),
        }
    }
}

/// The sums of a side's comparisons with the others, divided by its variance: what the mean moves by, and what the
/// variance falls by, for each unit of a player's variance.
///
/// The comparisons of one performance with many others depend on each other: in a game of k sides each counts 2/k, so
/// that the game is worth less than two, however many play.
fn compared(side: usize, all: &[Side]) -> (f64, f64) {
    let one = &all[side];
    let leaves_out_equals = is_crowded(one.place, all);
    let tells = |other: &Side| one.place != other.place || !leaves_out_equals;
    let others = all.iter().enumerate().filter(|(number, other)| *number != side && tells(other));
    let terms: Vec<(f64, f64)> = others
        .map(|(_, other)| {
            let spread = (one.variance + other.variance + 2.0 * BETA.powi(2)).sqrt();
            let expected = 1.0 / (1.0 + ((other.mean - one.mean) / spread).exp());
            let surprise = (score(one.place, other.place) - expected) / spread;
            (surprise, one.variance.sqrt() / spread.powi(3) * expected * (1.0 - expected))
        })
        .collect();
    let weight = 2.0 / all.len() as f64;
    (weight * total(terms.iter().map(|term| term.0)), weight * total(terms.iter().map(|term| term.1)))
}

/// Do more than half of the sides have this place, but not all, in a game of more than two? One who alone has won tells
/// nothing of the others among themselves.
fn is_crowded(place: u8, all: &[Side]) -> bool {
    let sharing = all.iter().filter(|side| side.place == place).count();
    all.len() > 2 && sharing < all.len() && 2 * sharing > all.len()
}

/// The score of a place against another one.
fn score(place: u8, other: u8) -> f64 {
    match place.cmp(&other) {
        Ordering::Less => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 0.0,
    }
}

/// A sum that is the same to the last bit in whatever order its terms come: those who did equally well stay equal.
fn total(terms: impl Iterator<Item = f64>) -> f64 {
    let mut terms: Vec<f64> = terms.collect();
    terms.sort_unstable_by(f64::total_cmp);
    terms.into_iter().sum()
}

#[cfg(test)]
mod tests;
