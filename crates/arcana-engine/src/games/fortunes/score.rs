//! Points of a deal, the end of a match, the result (fortunes.md, "Scoring & result").

use super::{
    Match, Options, chips,
    result::{Deal, Detail},
    rules::{self, PLAYERS},
    trick::{HighLow, Trick},
    tricks::{Bets, Tricks},
};
use crate::games::{Outcome, Player};

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// This partnership won: 0 for players 0 and 2, 1 for players 1 and 3.
    Won(usize),
    /// Nobody won.
    Drawn,
}

/// The points of both partnerships: players 0 and 2, then 1 and 3.
pub type TeamScores = [i64; 2];

/// Points by team.
pub fn by_team(points: [u8; PLAYERS]) -> TeamScores {
    let [a, b, c, d] = points.map(i64::from);
    [a + c, b + d]
}

/// The totals over the deals of a match so far.
pub fn team_scores(deals: &[Deal]) -> TeamScores {
    deals.iter().map(|deal| by_team(deal.points)).fold([0, 0], |[a, b], [c, d]| [a + c, b + d])
}

/// Points and tricks of each player in a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Points of the tricks won.
    pub points: [u8; PLAYERS],
    /// Number of tricks won.
    pub tricks_won: [u8; PLAYERS],
}

/// The result of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The team with more points.
    pub winner: Option<HighLow>,
    /// Points that count, by player.
    pub points: [u8; PLAYERS],
    /// Whether the high team and the low team each took as many tricks as they bid.
    pub made: Option<[bool; 2]>,
    /// Net chips, by player.
    pub chips: chips::Chips,
}

impl Tally {
    /// Counts points and tricks.
    pub fn of(tricks: &[Trick]) -> Tally {
        let mut tally = Tally { points: [0; PLAYERS], tricks_won: [0; PLAYERS] };
        for trick in tricks {
            tally.points[trick.winner.index()] += trick.disposition.points();
            tally.tricks_won[trick.winner.index()] += 1;
        }
        tally
    }
}

impl Tricks {
    /// Scores the deal in its current state; `before` are the totals so far.
    pub fn settle(&self, options: &Options, before: TeamScores, folded_by: Option<Player>) -> Deal {
        let Tricks { dealer, discarded, tricks, bets, .. } = self;
        let tally = Tally::of(tricks);
        let Settled { winner, points, made, chips } = self.settle_as(tally, options, before, folded_by);
        let Tally { tricks_won, .. } = tally;
        Deal {
            dealer: *dealer,
            winner,
            folded_by,
            points,
            tricks_won,
            bids: bets.bids(),
            made,
            chips,
            discarded: *discarded,
            tricks: tricks.clone(),
        }
    }

    /// As [`Tricks::settle`], with this tally.
    pub fn settle_as(
        &self,
        Tally { points, tricks_won }: Tally,
        options: &Options,
        before: TeamScores,
        folded_by: Option<Player>,
    ) -> Settled {
        let Tricks { dealer, bets, .. } = self;
        let dealer = *dealer;
        let bids = bets.bids();
        let made = bids.map(|bids| made(bids, tricks_won, dealer));
        let points = counted(points, made.map_or([true, true], |made| teams_that_made(made, dealer)));
        let winner = winner(points, dealer);
        let chips = match bets {
            Bets::None | Bets::Bids(_) => [0; PLAYERS],
            Bets::Wagers(wagers) => chips::of_wagers(*wagers, winner, dealer),
            Bets::Stakes(stakes) => {
                let takers = chips::takers(points, winner, folded_by, options.folder_may_win, dealer);
                chips::of_pot(stakes.paid, takers, dealer)
            }
        };
        let points = counted(points, within(options.r#match, points, before));
        Settled { winner, points, made, chips }
    }
}

/// Whether the high team and the low team each took as many tricks as they bid.
fn made(bids: [u8; PLAYERS], tricks_won: [u8; PLAYERS], dealer: Player) -> [bool; 2] {
    let (bid, won) = (by_team(bids), by_team(tricks_won));
    [HighLow::High, HighLow::Low].map(|side| won[side.team(dealer)] >= bid[side.team(dealer)])
}

fn teams_that_made([high, low]: [bool; 2], dealer: Player) -> [bool; 2] {
    if HighLow::High.team(dealer) == 0 { [high, low] } else { [low, high] }
}

/// The points that count: none for a team for which the deal does not count.
fn counted(mut points: [u8; PLAYERS], counts: [bool; 2]) -> [u8; PLAYERS] {
    for player in Player::all(PLAYERS).filter(|player| !counts[rules::team(*player)]) {
        points[player.index()] = 0;
    }
    points
}

/// The teams for which a deal counts: not one that would exceed the target of `race_exact`.
fn within(r#match: Match, points: [u8; PLAYERS], before: TeamScores) -> [bool; 2] {
    match r#match {
        Match::Deals { .. } | Match::Race { .. } => [true, true],
        Match::RaceExact { target, .. } => {
            let points = by_team(points);
            [0, 1].map(|team| before[team] + points[team] <= target.get())
        }
    }
}

/// The team with more points.
fn winner(points: [u8; PLAYERS], dealer: Player) -> Option<HighLow> {
    let scores = by_team(points);
    let of = |side: HighLow| scores[side.team(dealer)];
    [HighLow::High, HighLow::Low].into_iter().find(|side| of(*side) > of(side.switched()))
}

/// How the match ends after this number of deals with these totals; `None` when another one follows (fortunes.md,
/// option `match`).
pub fn match_end(r#match: Match, deals: usize, scores: TeamScores) -> Option<MatchEnd> {
    match r#match {
        Match::Deals { deals: expected } => (deals >= expected.size()).then(|| higher(scores)),
        Match::Race { target, max_deals } => {
            let decided = scores.into_iter().any(|score| score >= target.get()) && scores[0] != scores[1];
            (decided || deals >= max_deals.size()).then(|| higher(scores))
        }
        Match::RaceExact { target, max_deals } => match scores.map(|score| score == target.get()) {
            [true, true] => Some(MatchEnd::Drawn),
            [true, false] => Some(MatchEnd::Won(0)),
            [false, true] => Some(MatchEnd::Won(1)),
            [false, false] => (deals >= max_deals.size()).then(|| higher(scores)),
        },
    }
}

fn higher(scores: TeamScores) -> MatchEnd {
    match scores[0].cmp(&scores[1]) {
        std::cmp::Ordering::Greater => MatchEnd::Won(0),
        std::cmp::Ordering::Less => MatchEnd::Won(1),
        std::cmp::Ordering::Equal => MatchEnd::Drawn,
    }
}

/// The result of a match that ended so.
pub fn outcome(deals: &[Deal], end: MatchEnd) -> Outcome<Detail> {
    let wins = |player: &Player| match end {
        MatchEnd::Won(team) => rules::team(*player) == team,
        MatchEnd::Drawn => false,
    };
    let place = |player: Player| if end == MatchEnd::Drawn || wins(&player) { 1 } else { 3 };
    let score = |player: Player| deals.iter().map(|deal| i64::from(deal.points[player.index()])).sum();
    let players = Player::all(PLAYERS);
    Outcome {
        winners: players.clone().filter(wins).collect(),
        places: players.clone().map(place).collect(),
        scores: players.map(score).collect(),
        detail: Detail { team_scores: team_scores(deals), chips: chips(deals), deals: deals.to_vec() },
    }
}

/// Chips won less chips lost over the match so far, by player.
pub fn chips(deals: &[Deal]) -> chips::Chips {
    deals.iter().fold([0; PLAYERS], |mut sum, deal| {
        sum.iter_mut().zip(deal.chips).for_each(|(sum, chips)| *sum += chips);
        sum
    })
}
