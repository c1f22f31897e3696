//! Wagers, bids and stakes, chosen from simulated deals.

use super::{
    hidden::Hidden,
    lanes::{self, LANES},
};
use crate::{
    chance::Chance,
    games::{
        Player,
        fortunes::{Betting, Choice, HighLow, PLAYERS, Settled, Tally, TeamScores, View, partner},
    },
};

/// Number of sampled distributions of the hidden cards.
const DEALS: usize = 16;
/// The part of the maximum that is wagered blind: one in this number.
const BLIND: u32 = 10;
/// Expected share of the pot from which it raises: a quarter would already pay if the samples were exact.
const RAISE: f64 = 0.4;

/// Simulated ends of the deal: what each player wins, and the result. Earlier points do not matter.
fn ends(view: View<'_>, me: Player, chance: &mut Chance) -> impl Iterator<Item = (Tally, Settled)> {
    let hidden = Hidden::of(view, me);
    (0..DEALS / LANES).flat_map(move |_| {
        let dealt: [_; LANES] = std::array::from_fn(|_| hidden.deal(chance));
        let table = view.imagine(dealt[0]);
        let won = lanes::ends(&table, &dealt, view.options());
        won.map(|won| (won, table.settle_as(won, view.options(), TeamScores::default(), None)))
    })
}

/// A bid earns nothing and may cost all points, so it bids the tricks that the team, or this player alone, took in
/// every sample.
pub fn bid(view: View<'_>, me: Player, chance: &mut Chance) -> u8 {
    let partner = partner(me).index();
    let promised = view.bids()[partner];
    let tricks = |won: Tally| match promised {
        Some(promised) => (won.tricks_won[me.index()] + won.tricks_won[partner]).saturating_sub(promised),
        None => won.tricks_won[me.index()],
    };
    ends(view, me, chance).map(|(won, _)| tricks(won)).min().unwrap_or_default()
}

/// Wagers more the more samples the team won; nothing if it did not win more than it lost.
pub fn wager(view: View<'_>, me: Player, chance: &mut Chance) -> u32 {
    let Betting::Wager { limit, .. } = view.options().betting else { return 0 };
    let limit = limit.get() as u32;
    if view.hand().is_empty() {
        return limit.div_ceil(BLIND);
    }
    let side = HighLow::of(me, view.dealer());
    let lead = |winner: Option<HighLow>| winner.map_or(0, |winner| if winner == side { 1 } else { -1 });
    let lead: i64 = ends(view, me, chance).map(|(_, deal)| lead(deal.winner)).sum();
    (i64::from(limit) * lead.max(0) / DEALS as i64) as u32
}

/// Folds if staying costs more than the pot is worth, and raises if winning the pot is likely.
pub fn stake(view: View<'_>, me: Player, chance: &mut Chance) -> Choice {
    let Some(stakes) = view.stakes() else { return Choice::Stay };
    let taken = ends(view, me, chance).map(|(_, deal)| deal.chips[me.index()] + i64::from(stakes.paid));
    let pots = i64::from(stakes.paid) * PLAYERS as i64 * DEALS as i64;
    let share = taken.sum::<i64>() as f64 / pots as f64;
    // A player who stays pays up to the level for a share of a pot that all four have paid into.
    let stay = (share * PLAYERS as f64 - 1.0) * f64::from(stakes.level);
    if view.chips_of_a_fold() as f64 > stay {
        Choice::Fold
    } else if share > RAISE {
        Choice::Raise
    } else {
        Choice::Stay
    }
}
