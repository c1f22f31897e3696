//! Winners and scores: counts that are the same for every ruleset, and whether those of a stored tally agree with each
//! other. Those of a damaged tally that is still readable do not.

use std::collections::BTreeMap;

use super::{
    Merge, Tally,
    differences::{Differences, Sums},
    interval::{Clusters, Moments},
    merge::{grown, merged},
    summary::Summary,
};
use crate::games::Player;

/// The player of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sitting<'a> {
    /// The label in reports, as in `bot:adept@2`.
    pub who: &'a str,
    /// The side; partners share one.
    pub side: usize,
    /// The index among the players that rotate over the seats.
    pub place: usize,
}

/// The results of one game by label. There are few labels, most often one or two.
type Bots<'a> = Vec<(&'a str, Sums)>;

/// A finished game.
#[derive(Clone, Copy, Debug)]
pub struct FinishedGame<'a> {
    /// Its number.
    pub game: u64,
    /// The number of its deal.
    pub deal: u64,
    /// Number of games played with each deal.
    pub games_of_deal: u64,
    /// Number of steps.
    pub steps: u64,
    /// The winners.
    pub winners: &'a [Player],
    /// By seat.
    pub scores: &'a [i64],
    /// By seat.
    pub sitting: &'a [Sitting<'a>],
}

merged! {
    /// The results of a seat, a bot, or a player that rotates over the seats.
    pub struct SeatResults {
        /// Games played.
        pub games: u64,
        /// Games won.
        pub wins: u64,
        /// Those of them that others won as well.
        pub shared_wins: u64,
        /// Scores of seats.
        pub scores: Summary,
        /// Games won, by deal.
        pub won: Clusters,
        /// Scores of seats, by deal.
        pub scored: Clusters,
    }
}

merged! {
    /// The results of one deal, stored while some of its games are missing.
    pub struct OfDeal {
        /// Number of games.
        pub games: u64,
        /// Sum of their steps.
        pub steps: i64,
        /// By seat.
        pub seats: Vec<Sums>,
        /// By label.
        pub bots: BTreeMap<String, Sums>,
        /// By player index.
        pub places: Vec<Sums>,
    }
}

merged! {
    /// Results of many games.
    pub struct Results {
        /// Number of games.
        pub games: u64,
        /// Games without a winner.
        pub drawn: u64,
        /// Steps.
        pub steps: Summary,
        /// Steps, by deal.
        pub lengths: Clusters,
        /// Scores of all seats.
        pub scores: Summary,
        /// Margin of the best side over the next.
        pub margins: Summary,
        /// By seat.
        pub seats: Vec<SeatResults>,
        /// By label.
        pub bots: BTreeMap<String, SeatResults>,
        /// By player index, if the seats rotate.
        pub places: Vec<SeatResults>,
        /// Differences on the same deals, if the seats rotate.
        pub differences: Differences,
        /// Deals of which some games are missing.
        pub open: BTreeMap<u64, OfDeal>,
    }
}

impl Results {
    /// Counts a game.
    pub fn add(&mut self, game: &FinishedGame<'_>) {
        self.games += 1;
        self.drawn += u64::from(game.winners.is_empty());
        self.steps.add(game.steps as i64, game.game);
        game.scores.iter().for_each(|score| self.scores.add(*score, game.game));
        if let Some(margin) = game.margin() {
            self.margins.add(margin, game.game);
        }
        let (mut seats, mut bots) = (Vec::with_capacity(game.scores.len()), Bots::new());
        for (seat, (sitting, score)) in game.sitting.iter().zip(game.scores).enumerate() {
            let won = game.winners.contains(&Player(seat as u8));
            let shared = won && game.is_shared(sitting);
            let result = SeatResult { game: game.game, score: *score, won, shared };
            grown(&mut self.seats, seat).add(result);
            if game.games_of_deal > 1 {
                grown(&mut self.places, sitting.place).add(result);
            }
            match bots.iter_mut().find(|(who, _)| *who == sitting.who) {
                Some((_, sums)) => sums.add_seat(*score, won),
                None => bots.push((sitting.who, Sums::of_seat(*score, won))),
            }
            seats.push(Sums::of_seat(*score, won));
        }
        self.add_bots(game, &bots);
        if game.games_of_deal == 1 {
            self.close(1, game.steps as i64, &seats, &[], bots.iter().map(|(who, sums)| (*who, sums)));
        } else {
            self.add_to_open(game, &seats, &bots);
        }
    }

    /// Counts a game for each label, once however many seats it has.
    fn add_bots(&mut self, game: &FinishedGame<'_>, bots: &Bots<'_>) {
        for (who, sums) in bots {
            let is_theirs = |player: &Player| game.sitting[player.index()].who == *who;
            let shared = sums.wins > 0 && !game.winners.iter().all(is_theirs);
            if !self.bots.contains_key(*who) {
                self.bots.insert((*who).to_owned(), SeatResults::default());
            }
            let Some(results) = self.bots.get_mut(*who) else { continue };
            results.games += 1;
            results.wins += sums.wins;
            results.shared_wins += u64::from(shared);
            let theirs = game.sitting.iter().zip(game.scores).filter(|(sitting, _)| sitting.who == *who);
            theirs.for_each(|(_, score)| results.scores.add(*score, game.game));
        }
    }

    /// Adds the results of a game to its deal, which is closed when all of its games are counted.
    fn add_to_open(&mut self, game: &FinishedGame<'_>, seats: &[Sums], bots: &Bots<'_>) {
        let open = self.open.entry(game.deal).or_default();
        open.games += 1;
        open.steps += game.steps as i64;
        for (seat, (sums, sitting)) in seats.iter().zip(game.sitting).enumerate() {
            grown(&mut open.seats, seat).merge(sums);
            grown(&mut open.places, sitting.place).merge(sums);
        }
        bots.iter().for_each(|(who, sums)| open.bots.entry((*who).to_owned()).or_default().merge(sums));
        if open.games == game.games_of_deal {
            self.close_whole(game.deal);
        }
    }

    /// Closes a complete deal. Players who took part in all its games are compared.
    fn close_whole(&mut self, deal: u64) {
        if let Some(whole) = self.open.remove(&deal) {
            self.differences.add(&whole.bots, &whole.places);
            self.close_deal(&whole);
        }
    }

    fn close_deal(&mut self, deal: &OfDeal) {
        let bots = deal.bots.iter().map(|(who, sums)| (who.as_str(), sums));
        self.close(deal.games, deal.steps, &deal.seats, &deal.places, bots);
    }

    /// Counts the results of a deal as one cluster.
    fn close<'a>(
        &mut self,
        games: u64,
        steps: i64,
        seats: &[Sums],
        places: &[Sums],
        bots: impl Iterator<Item = (&'a str, &'a Sums)>,
    ) {
        self.lengths.add(games, steps);
        self.seats.iter_mut().zip(seats).for_each(|(results, sums)| results.close(sums));
        self.places.iter_mut().zip(places).for_each(|(results, sums)| results.close(sums));
        for (who, sums) in bots {
            if let Some(results) = self.bots.get_mut(who) {
                results.close(sums);
            }
        }
    }

    /// Merges the results of another part of the same games.
    pub fn merge_after_deals(&mut self, other: &Results, games_of_deal: u64) {
        self.merge(other);
        let whole: Vec<_> =
            self.open.iter().filter(|(_, open)| open.games == games_of_deal).map(|(deal, _)| *deal).collect();
        whole.into_iter().for_each(|deal| self.close_whole(deal));
    }

    /// The results with incomplete deals closed as they are.
    pub fn closed(&self) -> Results {
        let mut closed = self.clone();
        for of_deal in std::mem::take(&mut closed.open).into_values() {
            closed.close_deal(&of_deal);
        }
        closed
    }
}

/// The result of one seat in one game.
#[derive(Clone, Copy)]
struct SeatResult {
    game: u64,
    score: i64,
    won: bool,
    /// Has another side won too?
    shared: bool,
}

impl SeatResults {
    fn add(&mut self, result: SeatResult) {
        self.games += 1;
        self.wins += u64::from(result.won);
        self.shared_wins += u64::from(result.shared);
        self.scores.add(result.score, result.game);
    }

    fn close(&mut self, sums: &Sums) {
        self.won.add(sums.games, sums.wins as i64);
        self.scored.add(sums.seats, sums.score);
    }
}

impl FinishedGame<'_> {
    /// Has another side won too?
    fn is_shared(&self, sitting: &Sitting<'_>) -> bool {
        self.winners.iter().any(|winner| self.sitting[winner.index()].side != sitting.side)
    }

    /// The margin of the best side over the next, by total scores; `None` if there is only one side.
    fn margin(&self) -> Option<i64> {
        let mut best: [Option<i64>; 2] = [None, None];
        for (seat, sitting) in self.sitting.iter().enumerate() {
            let is_first = self.sitting[..seat].iter().all(|other| other.side != sitting.side);
            if !is_first {
                continue;
            }
            let own = self.sitting.iter().zip(self.scores).filter(|(other, _)| other.side == sitting.side);
            let total = Some(own.map(|(_, score)| *score).sum());
            if total > best[0] {
                best = [total, best[0]];
            } else if total > best[1] {
                best[1] = total;
            }
        }
        Some(best[0]? - best[1]?)
    }
}

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
    use super::*;
    use serde_json::json;

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
