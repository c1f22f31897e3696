//! Statistics of turns: their points, and how long marbles last.

use std::sync::Arc;

use super::{
    ahead::{Ahead, ROUNDS, RoundVariance},
    duel::{Duel, TurnKind},
    wrong,
};
use crate::{
    chance::Chance,
    games::{
        Face,
        fortuna::{Answer, EndOption, MARBLES, Options, Turn, TurnFaces, pool, settle, sides, turn_size},
    },
    players::cache::Cache,
};

/// Number of turns sampled if there are too many to enumerate.
const SAMPLES: usize = 1500;

/// Average effects of turns, correctly called and accepted.
#[derive(Debug)]
pub(super) struct TurnStats {
    /// Points of a turn.
    pub mean: f64,
    /// Their variance.
    pub variance: f64,
    /// Probabilities that the roller loses a marble, and retrieves one.
    roller: [f64; 2],
    /// Probabilities that the opponent loses one, and two.
    opponent: [f64; 2],
    /// By marbles and rounds: the probability that a player still holds one.
    pub lasting: Lasting,
    /// Probability that a lead lasts.
    pub ahead: Ahead,
    /// Probabilities to win between two players whose totals do not end the game.
    pub duel: Option<Duel>,
}

type Lasting = [[f64; ROUNDS + 1]; MARBLES as usize + 1];
/// Probabilities that a player holds 0 … 3 marbles.
type Held = [f64; MARBLES as usize + 1];

/// Bots at tables of one kind share these statistics.
static TURN_STATS: Cache<(usize, Options), TurnStats> = Cache::new();

impl TurnStats {
    /// The statistics of a table with this number of players and these options.
    pub fn of(players: usize, options: &Options) -> Arc<TurnStats> {
        TURN_STATS.of((players, options.clone()), || TurnStats::new(players, options))
    }

    fn new(players: usize, options: &Options) -> TurnStats {
        let lasting = [[0.; ROUNDS + 1]; MARBLES as usize + 1];
        let (ahead, duel) = (Ahead::none(), None);
        let mut stats = TurnStats { mean: 0., variance: 0., roller: [0.; 2], opponent: [0.; 2], lasting, ahead, duel };
        let (mut square, mut whole) = (0., 0.);
        each_turn(players, options, |turn, weight| {
            let settled = settle(options, turn, turn.shown(options).special(), Answer::Accept);
            let points = f64::from(settled.points);
            whole += weight;
            stats.mean += weight * points;
            square += weight * points * points;
            stats.roller[0] += if settled.roller < 0 { weight } else { 0. };
            stats.roller[1] += if settled.roller > 0 { weight } else { 0. };
            stats.opponent[0] += if settled.opponent == -1 { weight } else { 0. };
            stats.opponent[1] += if settled.opponent == -2 { weight } else { 0. };
        });
        stats.mean /= whole;
        stats.variance = square / whole - stats.mean * stats.mean;
        stats.roller.iter_mut().chain(&mut stats.opponent).for_each(|likely| *likely /= whole);
        stats.lasting = stats.lasting();
        if options.end == EndOption::FirstOut {
            let a_round = RoundVariance { players: players / sides(options, players), a_turn: stats.variance };
            stats.ahead = Ahead::new(a_round);
        }
        if players == 2 && options.calls && options.threshold.is_none() {
            stats.duel = Some(Duel::new(options, &turn_kinds(players, options)));
        }
        stats
    }

    /// In a round everybody is the roller once and, on average, the opponent once.
    fn lasting(&self) -> Lasting {
        let mut lasting = self.lasting;
        for (marbles, lasting) in lasting.iter_mut().enumerate().skip(1) {
            let mut held = Held::default();
            held[marbles] = 1.;
            for by_round in lasting {
                *by_round = 1. - held[0];
                held = moved(&moved(&held, &[self.roller[0], 0.], self.roller[1]), &self.opponent, 0.);
            }
        }
        lasting
    }
}

/// Marbles after losing one or two or retrieving one; a player without marbles is out.
fn moved(held: &Held, lost: &[f64; 2], retrieved: f64) -> Held {
    let mut after = Held::default();
    after[0] = held[0];
    for (marbles, likely) in held.iter().enumerate().skip(1) {
        after[marbles - 1] += likely * lost[0];
        after[marbles.saturating_sub(2)] += likely * lost[1];
        after[(marbles + 1).min(MARBLES.into())] += likely * retrieved;
        after[marbles] += likely * (1. - lost[0] - lost[1] - retrieved);
    }
    after
}

/// The kinds of turns, each once.
pub(super) fn turn_kinds(players: usize, options: &Options) -> Vec<TurnKind> {
    let mut kinds: Vec<TurnKind> = Vec::new();
    let mut whole = 0.;
    each_turn(players, options, |turn, weight| {
        let right = turn.shown(options).special();
        let calls = [right, wrong(right)];
        let effects =
            calls.map(|call| [Answer::Accept, Answer::Challenge].map(|answer| settle(options, turn, call, answer)));
        whole += weight;
        match kinds.iter_mut().find(|kind| kind.effects == effects) {
            Some(kind) => kind.likely += weight,
            None => kinds.push(TurnKind { effects, likely: weight }),
        }
    });
    kinds.iter_mut().for_each(|kind| kind.likely /= whole);
    kinds
}

/// Calls `see` with every turn of two dice and two bricks and its weight; larger turns are sampled.
fn each_turn(players: usize, options: &Options, see: impl FnMut(&Turn, f64)) {
    let pool = pool(options, players);
    match turn_size(options, players) {
        2 => all_turns(&pool, see),
        size => sampled_turns(size, &pool, see),
    }
}

fn all_turns(pool: &[u8; 7], mut see: impl FnMut(&Turn, f64)) {
    let pair = |one: u8, other: u8| [Face(one), Face(other)].into_iter().collect::<TurnFaces>();
    for (high, low) in (1..=6).flat_map(|high| (1..=high).map(move |low| (high, low))) {
        let rolls = if high == low { 1. } else { 2. };
        for (more, less) in (0..=6).flat_map(|more| (0..=more).map(move |less| (more, less))) {
            let (held, also) = (f64::from(pool[usize::from(more)]), f64::from(pool[usize::from(less)]));
            let flips = if more == less { held * (held - 1.) / 2. } else { held * also };
            if flips > 0. {
                see(&Turn::new(&pair(high, low), &pair(more, less)), rolls * flips);
            }
        }
    }
}

fn sampled_turns(size: usize, pool: &[u8; 7], mut see: impl FnMut(&Turn, f64)) {
    // Always the same sample, so that a bot plays the same from the same seed.
    let mut chance = Chance::from_key(*b"Fortuna, dice and gold bricks...");
    let mut bricks: Vec<Face> = Vec::new();
    for (value, count) in (0..).zip(pool) {
        bricks.extend((0..*count).map(|_| Face(value)));
    }
    for _ in 0..SAMPLES {
        for place in 0..size {
            let left = (bricks.len() - place) as u32;
            bricks.swap(place, place + chance.below(left) as usize);
        }
        see(&Turn::new(&TurnFaces::rolled(size, &mut chance), &bricks[..size].iter().copied().collect()), 1.);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_have_the_statistics_of_the_census() {
        let stats = TurnStats::new(2, &Options::default());
        let close = |is: f64, expected: f64| assert!((is - expected).abs() < 1e-9, "{is}, expected {expected}");
        close(stats.mean, 3045. / 1008.);
        close(stats.roller[0], 370. / 1008.);
        close(stats.roller[1], (2. + 28. + 36. + 42. + 460.) / 1008.);
        close(stats.opponent[0], (28. + 36. + 42.) / 1008.);
        close(stats.opponent[1], 2. / 1008.);
    }

    #[test]
    fn marbles_last_longer_the_more_there_are() {
        let lasting = TurnStats::new(2, &Options::default()).lasting;
        assert_eq!(lasting.map(|by_round| by_round[0]), [0., 1., 1., 1.]);
        for round in 1..=ROUNDS {
            assert!(lasting[1][round] < lasting[2][round] && lasting[2][round] < lasting[3][round]);
            assert!(lasting[3][round] < lasting[3][round - 1]);
        }
    }

    #[test]
    fn large_turns_are_sampled() {
        let options = Options { big_turns: true, ..Options::default() };
        let (one, other) = (TurnStats::new(8, &options), TurnStats::new(8, &options));
        assert!(one.mean > 5. && one.mean == other.mean, "{}", one.mean);
    }
}
