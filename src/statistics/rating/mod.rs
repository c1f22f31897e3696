//! Ratings: Weng-Lin by the Bradley-Terry model with full pairing ("A Bayesian Approximation Method for Online
//! Ranking", JMLR 12, 2011, algorithm 1).
//!
//! A rating is a normal distribution of a player's strength. After a game each team is compared with each other one: a
//! team that did better than expected gains, and every comparison reduces the uncertainty of both. Partners share the
//! team's gain in proportion to their uncertainty. The constants are those of the paper: a newcomer has mu 25 and sigma
//! 25/3, beta is 25/6, kappa is 0.000001, and sigma does not grow between games.

use skillratings::{
    MultiTeamOutcome,
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};

/// An estimate of a player's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The mean.
    pub mu: f64,
    /// The standard deviation.
    pub sigma: f64,
}

impl Rating {
    /// The rating of a new player.
    pub const NEWCOMER: Rating = Rating { mu: 25.0, sigma: 25.0 / 3.0 };

    /// A conservative estimate of the strength: mu - 3 sigma.
    pub fn lower_bound(self) -> f64 {
        self.mu - 3.0 * self.sigma
    }
}

/// The ratings after a game by seat, given the ratings before, the side of each seat, numbered from 0, and its place.
pub fn rate(sides: &[usize], before: &[Rating], places: &[u8]) -> Vec<Rating> {
    let count = sides.iter().map(|side| side + 1).max().unwrap_or(0);
    let seats_of = |side: usize| (0..before.len()).filter(move |seat| sides.get(*seat) == Some(&side));
    let teams: Vec<Vec<WengLinRating>> =
        (0..count).map(|side| seats_of(side).map(|seat| of_library(before[seat])).collect()).collect();
    let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
        .iter()
        .enumerate()
        .map(|(side, ratings)| {
            let place = seats_of(side).filter_map(|seat| places.get(seat)).min();
            (ratings.as_slice(), MultiTeamOutcome::new(place.copied().unwrap_or(1).into()))
        })
        .collect();
    let rated = weng_lin_multi_team(&ranked, &WengLinConfig::new());
    let mut after = before.to_vec();
    for (side, ratings) in rated.iter().enumerate() {
        for (seat, rating) in seats_of(side).zip(ratings) {
            after[seat] = Rating { mu: rating.rating, sigma: rating.uncertainty };
        }
    }
    after
}

fn of_library(rating: Rating) -> WengLinRating {
    WengLinRating { rating: rating.mu, uncertainty: rating.sigma }
}

#[cfg(test)]
mod tests;
