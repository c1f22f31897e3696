//! Probability that a side wins from a position.

use arrayvec::ArrayVec;

use super::{
    ahead::{ROUNDS, above},
    duel::{self, Position},
    turn_stats::TurnStats,
};
use crate::games::{
    Player,
    fortuna::{EndOption, MARBLES, Options, PLAYERS_LIMIT, Settlement, Totals, sides},
};

/// A table between two turns.
#[derive(Clone, Debug)]
pub(super) struct WinChance {
    points: ArrayVec<i32, PLAYERS_LIMIT>,
    marbles: ArrayVec<u8, PLAYERS_LIMIT>,
    turns: u16,
    /// Who had the last turn.
    roller: Player,
}

impl WinChance {
    /// The table after this settlement of a turn.
    pub fn after(totals: Totals<'_>, roller: Player, opponent: Player, settled: Settlement) -> WinChance {
        let mut table = WinChance {
            points: totals.points.iter().copied().collect(),
            marbles: totals.marbles.iter().copied().collect(),
            turns: totals.turns + 1,
            roller,
        };
        table.points[roller.index()] += settled.points;
        for (player, moved) in [(roller, settled.roller), (opponent, settled.opponent)] {
            let marbles = &mut table.marbles[player.index()];
            *marbles = Settlement::hand(*marbles, moved);
        }
        table
    }

    fn totals(&self) -> Totals<'_> {
        Totals { points: &self.points, marbles: &self.marbles, turns: self.turns }
    }

    /// Probability that the player's side wins; a draw counts as half a win.
    pub fn worth(&self, options: &Options, stats: &TurnStats, player: Player) -> f64 {
        let own = player.index() % sides(options, self.points.len());
        if self.totals().end(options).is_some() {
            return self.won(options, own);
        }
        if let Some(duel) = &stats.duel
            && self.turns_left(options) >= duel::TURNS
        {
            let next = self.roller.after(1, self.points.len());
            let value = duel.value(self.position(next));
            return if player == next { value } else { 1. - value };
        }
        match options.end {
            EndOption::FirstOut => self.until_the_first_is_out(options, stats, own),
            EndOption::LastStanding => self.until_one_side_is_left(options, stats, own),
        }
    }

    /// The position of two players as one of them sees it.
    fn position(&self, own: Player) -> Position {
        let both = [own, own.after(1, self.points.len())].map(Player::index);
        let [points, others] = both.map(|player| self.points[player]);
        Position { lead: points - others, marbles: both.map(|player| self.marbles[player]) }
    }

    fn turns_left(&self, options: &Options) -> u16 {
        (options.max_turns.get() as u16).saturating_sub(self.turns)
    }

    /// The result as a number: 1 won, ½ a draw, 0 lost.
    fn won(&self, options: &Options, own: usize) -> f64 {
        let totals = self.totals();
        let rank = |side| totals.rank(options, side);
        let best = others(options, self.points.len(), own).map(rank).max();
        match best.map(|best| rank(own).cmp(&best)) {
            Some(std::cmp::Ordering::Less) => 0.,
            Some(std::cmp::Ordering::Equal) => 0.5,
            Some(std::cmp::Ordering::Greater) | None => 1.,
        }
    }

    /// All sides have equally many turns; what counts is who leads, and how soon somebody runs out of marbles.
    fn until_the_first_is_out(&self, options: &Options, stats: &TurnStats, own: usize) -> f64 {
        let (last, leads) = (self.rounds_left(options, stats), self.leads(options, own));
        let ahead_in =
            |round: usize| -> f64 { leads.iter().map(|lead| stats.ahead.in_round(*lead, round, last)).product() };
        let (mut going, mut worth) = (1., 0.);
        for round in 1..=ROUNDS {
            let lasting: f64 = self.marbles.iter().map(|marbles| stats.lasting[usize::from(*marbles)][round]).product();
            let over = if round as f64 >= last { 0. } else { lasting };
            worth += (going - over) * ahead_in(round);
            going = over;
            if going < 1e-3 {
                break;
            }
        }
        let ahead_at_last: f64 = leads.iter().map(|lead| stats.ahead.after(*lead, ROUNDS as f64)).product();
        worth + going * ahead_at_last
    }

    /// The lead of a side over each of the others.
    fn leads(&self, options: &Options, own: usize) -> ArrayVec<i32, PLAYERS_LIMIT> {
        let totals = self.totals();
        let points = totals.points(options, own);
        others(options, self.points.len(), own).map(|side| points - totals.points(options, side)).collect()
    }

    /// Estimated rounds until the threshold or the last turn.
    fn rounds_left(&self, options: &Options, stats: &TurnStats) -> f64 {
        let players = self.points.len();
        let by_turns = f64::from(self.turns_left(options)) / players as f64;
        let count = sides(options, players);
        let most = (0..count).map(|side| self.totals().points(options, side)).max().unwrap_or(0);
        let a_round = stats.mean.max(0.1) * (players / count) as f64;
        match options.threshold {
            Some(threshold) => by_turns.min((threshold.get() as f64 - f64::from(most)) / a_round),
            None => by_turns,
        }
    }

    /// Players with marbles have turns, and so points, as long as another side has some too.
    fn until_one_side_is_left(&self, options: &Options, stats: &TurnStats, own: usize) -> f64 {
        let last = self.rounds_left(options, stats);
        let count = sides(options, self.points.len());
        let turns: ArrayVec<f64, PLAYERS_LIMIT> =
            (0..count).map(|side| self.turns_to_come(stats, side, count, last)).collect();
        let totals = self.totals();
        let expected = |side: usize| f64::from(totals.points(options, side)) + stats.mean * turns[side];
        let versus = |side: usize| above(expected(own) - expected(side), stats.variance * (turns[own] + turns[side]));
        others(options, self.points.len(), own).map(versus).product()
    }

    fn turns_to_come(&self, stats: &TurnStats, side: usize, count: usize, last: f64) -> f64 {
        let lasting =
            |player: usize, round: usize| stats.lasting[usize::from(self.marbles[player].min(MARBLES))][round];
        let players = self.points.len();
        let rounds = (last.ceil() as usize).min(ROUNDS);
        let in_round = |round: usize| {
            let own: f64 = (side..players).step_by(count).map(|player| lasting(player, round)).sum();
            let others = (0..players).filter(|player| player % count != side);
            own * (1. - others.map(|player| 1. - lasting(player, round)).product::<f64>())
        };
        (0..rounds).map(in_round).sum()
    }
}

/// The other sides.
fn others(options: &Options, players: usize, own: usize) -> impl Iterator<Item = usize> {
    (0..sides(options, players)).filter(move |side| *side != own)
}
