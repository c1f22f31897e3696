//! Points and chips of a deal, the end of a match, the result (fortunes.md, "Scoring & result", "Chips").

use arrayvec::ArrayVec;
use serde::Serialize;

use super::{
    Match, Options,
    rules::{self, PLAYERS, TRICKS},
    tricks::{Bets, HighLow, Trick, Tricks},
};
use crate::{
    cards::Hand,
    games::{Outcome, Player, PlayerSet},
};

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
    pub chips: Chips,
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
            Bets::Wagers(wagers) => of_wagers(*wagers, winner, dealer),
            Bets::Stakes(stakes) => {
                let takers = takers(points, winner, folded_by, options.folder_may_win, dealer);
                of_pot(stakes.paid, takers, dealer)
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
pub fn chips(deals: &[Deal]) -> Chips {
    deals.iter().fold([0; PLAYERS], |mut sum, deal| {
        sum.iter_mut().zip(deal.chips).for_each(|(sum, chips)| *sum += chips);
        sum
    })
}

/// Chips won less chips lost, by player.
pub type Chips = [i64; PLAYERS];

/// The losers' wagers go to the winners in proportion to their own; a drawn deal returns all wagers.
pub fn of_wagers(wagers: [u32; PLAYERS], winner: Option<HighLow>, dealer: Player) -> Chips {
    let mut chips = [0; PLAYERS];
    let Some(winner) = winner else { return chips };
    let [south, west, north, east] = [0, 1, 2, 3].map(|n| rules::speaker(dealer, n).index());
    let ([first, second], losers) = match winner {
        HighLow::High => ([west, east], [south, north]),
        HighLow::Low => ([south, north], [west, east]),
    };
    let wagers = wagers.map(i64::from);
    let (own, lost) = (wagers[first] + wagers[second], wagers[losers[0]] + wagers[losers[1]]);
    for loser in losers {
        chips[loser] = -wagers[loser];
    }
    chips[second] = if own == 0 { lost / 2 } else { lost * wagers[second] / own };
    // Rounding both shares down leaves at most one chip, which goes to the first.
    chips[first] = lost - chips[second];
    chips
}

/// Splits the pot equally among those who share it; everybody has paid the same amount.
pub fn of_pot(paid: u32, takers: PlayerSet, dealer: Player) -> Chips {
    let paid = i64::from(paid);
    let mut chips = [-paid; PLAYERS];
    let (pot, sharers) = (paid * PLAYERS as i64, takers.len() as i64);
    if sharers == 0 {
        return [0; PLAYERS];
    }
    let in_order = (0..PLAYERS).map(|n| rules::speaker(dealer, n));
    for (place, player) in in_order.filter(|player| takers.contains(*player)).enumerate() {
        let odd = i64::from((place as i64) < pot % sharers);
        chips[player.index()] += pot / sharers + odd;
    }
    chips
}

/// Who takes the pot: those with the most points in the winning team, or among all except the folder.
pub fn takers(
    points: [u8; PLAYERS],
    winner: Option<HighLow>,
    folded_by: Option<Player>,
    folder_may_win: bool,
    dealer: Player,
) -> PlayerSet {
    let all = Player::all(PLAYERS);
    let eligible: PlayerSet = match (folded_by, winner) {
        (Some(folder), _) => all.filter(|player| folder_may_win || *player != folder).collect(),
        (None, Some(winner)) => all.filter(|player| rules::team(*player) == winner.team(dealer)).collect(),
        (None, None) => all.collect(),
    };
    let most = eligible.iter().map(|player| points[player.index()]).max();
    eligible.iter().filter(|player| Some(points[player.index()]) == most).collect()
}

/// Detail of a result beyond winners, places and scores.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunesDetail))]
pub struct Detail {
    /// Players 0 and 2, then 1 and 3.
    #[cfg_attr(
        feature = "schema",
        schema(value_type = Vec<i32>, min_items = 2, max_items = 2, example = json!([23, 14])),
    )]
    pub team_scores: [i64; 2],
    /// Net chips over all deals, by player.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<i32>, min_items = 4, max_items = 4))]
    pub chips: [i64; PLAYERS],
    /// From the first to the last.
    pub deals: Vec<Deal>,
}

/// A finished deal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunesDeal))]
pub struct Deal {
    /// The player in the East seat.
    pub dealer: Player,
    /// The team with more points; null in a drawn deal.
    pub winner: Option<HighLow>,
    /// The player who cut it short.
    pub folded_by: Option<Player>,
    /// Points that count, by player.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<u8>, min_items = 4, max_items = 4))]
    pub points: [u8; PLAYERS],
    /// Tricks won by player.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<u8>, min_items = 4, max_items = 4))]
    pub tricks_won: [u8; PLAYERS],
    /// Bids by player, with betting `bid`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<u8>>, min_items = 4, max_items = 4))]
    pub bids: Option<[u8; PLAYERS]>,
    /// Whether the high team and the low team made their bids, with betting `bid`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<bool>>, min_items = 2, max_items = 2))]
    pub made: Option<[bool; 2]>,
    /// Net chips, by player.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<i32>, min_items = 4, max_items = 4))]
    pub chips: [i64; PLAYERS],
    /// The two cards set aside, in pack order.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<crate::cards::Card>))]
    pub discarded: Hand,
    /// In the order won.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Trick>, max_items = 19))]
    pub tricks: ArrayVec<Trick, TRICKS>,
}
