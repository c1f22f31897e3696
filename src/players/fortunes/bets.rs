//! What to wager, bid and stake, judged by how the deal may go.

use super::{hidden::Hidden, rollout::roll_out};
use crate::{
    chance::Chance,
    games::{
        Player,
        fortunes::{Betting, Choice, Deal, HighLow, TeamScores, Tricks, View},
    },
};

/// How many ways in which the hidden cards may lie are tried.
const DEALS: usize = 16;
/// The part of the maximum that is wagered blind: one in this number.
const BLIND: u32 = 10;
/// The share of the pot from which on it is raised: a quarter would pay already, if the tries could be trusted.
const RAISE: f64 = 0.4;
const PLAYERS: usize = 4;

/// Ways in which the deal may go on, each played to its end.
fn ends(view: View<'_>, me: Player, chance: &mut Chance) -> impl Iterator<Item = Tricks> {
    let hidden = Hidden::of(view, me);
    (0..DEALS).map(move |_| {
        let mut table = view.imagine(hidden.deal(chance));
        roll_out(&mut table, view.options());
        table
    })
}

/// The tricks of a deal that went like this, by player, and its winner; the points before do not matter.
fn settled(view: View<'_>, table: &Tricks) -> Deal {
    table.settle(view.options(), TeamScores::default(), None)
}

/// A bid earns nothing and may cost all: the tricks that the team, or this player alone, took in every try.
pub fn bid(view: View<'_>, me: Player, chance: &mut Chance) -> u8 {
    let partner = me.after(2, 4).index();
    let promised = view.bids()[partner];
    let tricks = |deal: Deal| match promised {
        Some(promised) => (deal.tricks_won[me.index()] + deal.tricks_won[partner]).saturating_sub(promised),
        None => deal.tricks_won[me.index()],
    };
    ends(view, me, chance).map(|table| tricks(settled(view, &table))).min().unwrap_or_default()
}

/// The more of the tries the team won, the more is wagered; nothing when it did not win more than it lost.
pub fn wager(view: View<'_>, me: Player, chance: &mut Chance) -> u32 {
    let Betting::Wager { limit, .. } = view.options().betting else { return 0 };
    let limit = limit.get() as u32;
    if view.hand().is_empty() {
        return limit.div_ceil(BLIND);
    }
    let side = HighLow::of(me, view.dealer());
    let lead = |winner: Option<HighLow>| winner.map_or(0, |winner| if winner == side { 1 } else { -1 });
    let lead: i64 = ends(view, me, chance).map(|table| lead(settled(view, &table).winner)).sum();
    (i64::from(limit) * lead.max(0) / DEALS as i64) as u32
}

/// Folds where it costs more to stay than the pot is worth, and raises where the pot is likely to come home.
pub fn stake(view: View<'_>, me: Player, chance: &mut Chance) -> Choice {
    let Some(stakes) = view.stakes() else { return Choice::Stay };
    let taken = ends(view, me, chance).map(|table| settled(view, &table).chips[me.index()] + i64::from(stakes.paid));
    let pots = i64::from(stakes.paid) * PLAYERS as i64 * DEALS as i64;
    let share = taken.sum::<i64>() as f64 / pots as f64;
    // Whoever stays pays up to the level for his share of a pot to which all four have.
    let stay = (share * PLAYERS as f64 - 1.0) * f64::from(stakes.level);
    if view.chips_of_a_fold() as f64 > stay {
        Choice::Fold
    } else if share > RAISE {
        Choice::Raise
    } else {
        Choice::Stay
    }
}
