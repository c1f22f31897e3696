//! Who won and with what: what is counted of every game, whatever its rules.

use std::collections::BTreeMap;

use super::{
    Merge,
    clusters::Clusters,
    differences::{Differences, Sums},
    merge::{grown, merged},
    summary::Summary,
};
use crate::games::Player;

/// Who sits in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sitting<'a> {
    /// What figures are told of, as in `bot:adept@2`.
    pub who: &'a str,
    /// Partners have the same.
    pub side: usize,
    /// The place in the list of players that take turns in the seats.
    pub place: usize,
}

/// What those who play a game have of it, by who they are: few, and most often one or two.
type Bots<'a> = Vec<(&'a str, Sums)>;

/// A finished game, as every game is counted.
#[derive(Clone, Copy, Debug)]
pub struct FinishedGame<'a> {
    /// Its number.
    pub game: u64,
    /// The deal that it was played with.
    pub deal: u64,
    /// How many games are played with each deal.
    pub games_of_deal: u64,
    /// How many steps it took.
    pub steps: u64,
    /// Who won.
    pub winners: &'a [Player],
    /// By seat.
    pub scores: &'a [i64],
    /// By seat.
    pub sitting: &'a [Sitting<'a>],
}

merged! {
    /// What somebody achieved: a seat, a bot, or a player who takes turns in the seats.
    pub struct Standing {
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
    /// What the games of one deal have brought; kept while some of them are missing.
    pub struct OfDeal {
        /// How many games there were.
        pub games: u64,
        /// Steps of all of them.
        pub steps: i64,
        /// By seat.
        pub seats: Vec<Sums>,
        /// By who plays.
        pub bots: BTreeMap<String, Sums>,
        /// By place in the list.
        pub places: Vec<Sums>,
    }
}

merged! {
    /// Results of many games.
    pub struct Results {
        /// How many.
        pub games: u64,
        /// Those that nobody won.
        pub drawn: u64,
        /// Steps.
        pub steps: Summary,
        /// Steps, by deal.
        pub lengths: Clusters,
        /// Scores of all seats.
        pub scores: Summary,
        /// By how much the best side was ahead of the next.
        pub margins: Summary,
        /// By seat.
        pub seats: Vec<Standing>,
        /// By who plays.
        pub bots: BTreeMap<String, Standing>,
        /// By place in the list, where the seats rotate.
        pub places: Vec<Standing>,
        /// Differences on the same cards, where the seats rotate.
        pub differences: Differences,
        /// Deals that some of their games are missing of.
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
            grown(&mut self.seats, seat).add(game.game, *score, won, shared);
            if game.games_of_deal > 1 {
                grown(&mut self.places, sitting.place).add(game.game, *score, won, shared);
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
            self.keep_open(game, &seats, &bots);
        }
    }

    /// Counts a game for those who play it: once for each, however many seats he has.
    fn add_bots(&mut self, game: &FinishedGame<'_>, bots: &Bots<'_>) {
        for (who, sums) in bots {
            let is_his = |player: &Player| game.sitting[player.index()].who == *who;
            let shared = sums.wins > 0 && !game.winners.iter().all(is_his);
            if !self.bots.contains_key(*who) {
                self.bots.insert((*who).to_owned(), Standing::default());
            }
            let Some(standing) = self.bots.get_mut(*who) else { continue };
            standing.games += 1;
            standing.wins += sums.wins;
            standing.shared_wins += u64::from(shared);
            let his = game.sitting.iter().zip(game.scores).filter(|(sitting, _)| sitting.who == *who);
            his.for_each(|(_, score)| standing.scores.add(*score, game.game));
        }
    }

    /// Keeps what a game brought until all games of its deal are there.
    fn keep_open(&mut self, game: &FinishedGame<'_>, seats: &[Sums], bots: &Bots<'_>) {
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

    /// A deal with all its games: those who played them all can be compared.
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

    /// Counts what a deal brought as one cluster.
    fn close<'a>(
        &mut self,
        games: u64,
        steps: i64,
        seats: &[Sums],
        places: &[Sums],
        bots: impl Iterator<Item = (&'a str, &'a Sums)>,
    ) {
        self.lengths.add(games, steps);
        self.seats.iter_mut().zip(seats).for_each(|(standing, sums)| standing.close(sums));
        self.places.iter_mut().zip(places).for_each(|(standing, sums)| standing.close(sums));
        for (who, sums) in bots {
            if let Some(standing) = self.bots.get_mut(who) {
                standing.close(sums);
            }
        }
    }

    /// Puts another part of the same games to these.
    pub fn put_together(&mut self, other: &Results, games_of_deal: u64) {
        self.merge(other);
        let whole: Vec<_> =
            self.open.iter().filter(|(_, open)| open.games == games_of_deal).map(|(deal, _)| *deal).collect();
        whole.into_iter().for_each(|deal| self.close_whole(deal));
    }

    /// The same with the deals that some games are missing of, as they are.
    pub fn closed(&self) -> Results {
        let mut closed = self.clone();
        for of_deal in std::mem::take(&mut closed.open).into_values() {
            closed.close_deal(&of_deal);
        }
        closed
    }
}

impl Standing {
    /// Counts a game of one seat.
    fn add(&mut self, game: u64, score: i64, won: bool, shared: bool) {
        self.games += 1;
        self.wins += u64::from(won);
        self.shared_wins += u64::from(shared);
        self.scores.add(score, game);
    }

    fn close(&mut self, sums: &Sums) {
        self.won.add(sums.games, sums.wins as i64);
        self.scored.add(sums.seats, sums.score);
    }
}

impl FinishedGame<'_> {
    /// Is there a winner on another side than this one's?
    fn is_shared(&self, sitting: &Sitting<'_>) -> bool {
        self.winners.iter().any(|winner| self.sitting[winner.index()].side != sitting.side)
    }

    /// By how much the best side is ahead of the next, by the sums of its players' scores; `None` where there is one side.
    fn margin(&self) -> Option<i64> {
        let mut best: [Option<i64>; 2] = [None, None];
        for (seat, sitting) in self.sitting.iter().enumerate() {
            let is_first = self.sitting[..seat].iter().all(|other| other.side != sitting.side);
            if !is_first {
                continue;
            }
            let his = self.sitting.iter().zip(self.scores).filter(|(other, _)| other.side == sitting.side);
            let total = Some(his.map(|(_, score)| *score).sum());
            if total > best[0] {
                best = [total, best[0]];
            } else if total > best[1] {
                best[1] = total;
            }
        }
        Some(best[0]? - best[1]?)
    }
}
