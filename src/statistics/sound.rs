//! Whether the sums of a tally agree with each other. Those of a damaged tally that is still readable do not.

use super::{
    Tally,
    moments::Moments,
    results::{Results, SeatResults},
    summary::Summary,
};

impl Tally {
    /// Whether this can be a tally of games with this number of players. Its sums are over the same games, seats and
    /// bots, so they agree with each other.
    pub fn adds_up(&self, players: usize) -> bool {
        self.results().add_up(players)
    }
}

impl Results {
    fn add_up(&self, players: usize) -> bool {
        let (games, seats) = (self.games, self.games.saturating_mul(players as u64));
        let each_of = |results: &[SeatResults]| {
            results.iter().all(|one| one.adds_up(games, games)) && [0, players].contains(&results.len())
        };
        let of_bots = self.bots.values().all(|bot| bot.adds_up(games, seats));
        let seats_of_bots: u64 = self.bots.values().map(|bot| bot.scores.moments.count).fold(0, u64::saturating_add);
        self.drawn <= games
            && self.steps.adds_up(games)
            && self.scores.adds_up(seats)
            && self.margins.moments.count <= games
            && self.margins.adds_up(self.margins.moments.count)
            && (games == 0 || self.seats.len() == players)
            && each_of(&self.seats)
            && each_of(&self.places)
            && of_bots
            && seats_of_bots == seats
    }
}

impl SeatResults {
    /// Whether it is of at most this many games, with a score for each of at most this many seats.
    fn adds_up(&self, games: u64, seats: u64) -> bool {
        let scores = self.scores.moments.count;
        self.games <= games
            && self.wins <= self.games
            && self.shared_wins <= self.wins
            && (self.games..=seats).contains(&scores)
            && self.scores.adds_up(scores)
    }
}

impl Summary {
    /// Whether it is of this number of values, all between the least and the most.
    fn adds_up(&self, values: u64) -> bool {
        let bounds = self.least.0.zip(self.most.0).map(|(least, most)| (least.value, most.value));
        self.moments.count == values
            && self.histogram.values() == values
            && match bounds {
                None => values == 0,
                Some((least, most)) => values > 0 && self.moments.lie_between(least.into(), most.into()),
            }
    }
}

impl Moments {
    /// Whether the sum and the sum of squares are possible for values within these bounds.
    fn lie_between(&self, least: i128, most: i128) -> bool {
        let count = i128::from(self.count);
        let sums = least.checked_mul(count).zip(most.checked_mul(count));
        let squares = count.checked_mul(self.squares).zip(self.sum.checked_mul(self.sum));
        // If a product overflows, nothing is known.
        least <= most
            && sums.is_none_or(|(least, most)| (least..=most).contains(&self.sum))
            && squares.is_none_or(|(squares, square)| squares >= square)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        games::Ruleset,
        players::Skill,
        statistics::{Simulation, SimulationSpec},
    };

    fn tally(rotate: bool) -> Tally {
        let spec = SimulationSpec {
            ruleset: Ruleset::Fortunes,
            options: json!({}),
            bots: vec![Skill::Random; 4],
            games: 8,
            seed: "any text".to_owned(),
            rotate,
        };
        Simulation::new(spec).expect("four play Fortunes").play(0..8, &|| true).expect("it is not stopped")
    }

    #[test]
    fn tallies_add_up() {
        for rotate in [false, true] {
            assert!(tally(rotate).adds_up(4));
            assert!(!tally(rotate).adds_up(3), "it is of four");
        }
        assert!(Tally::new(Ruleset::Fortunes).adds_up(4), "nothing yet");
    }

    #[test]
    fn every_changed_sum_is_detected() {
        let sound = tally(true).results().clone();
        let wrong: [fn(&mut Results); 12] = [
            |results| results.games += 1,
            |results| results.drawn = 9,
            |results| results.steps.moments.sum *= 2,
            |results| results.steps.moments.squares = 1,
            |results| results.steps.least.0 = None,
            |results| results.scores.moments.count -= 1,
            |results| results.scores.histogram.add(1, 1),
            |results| results.seats[0].wins = 9,
            |results| results.seats[1].shared_wins = 9,
            |results| results.seats[2].scores.most.0 = results.seats[2].scores.least.0,
            |results| drop(results.seats.pop()),
            |results| results.bots.clear(),
        ];
        for (number, wrong) in wrong.into_iter().enumerate() {
            let mut results = sound.clone();
            wrong(&mut results);
            assert!(!results.add_up(4), "change {number}");
        }
    }
}
