//! Chips: who pays whom after a deal (fortunes.md, "Chips").

use super::{
    rules::{self, PLAYERS},
    trick::HighLow,
};
use crate::games::{Player, PlayerSet};

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
