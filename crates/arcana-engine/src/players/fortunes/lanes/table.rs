//! The tables of all deals: hands, the current trick, and what was won.

use fearless_simd::Simd;

use super::{
    frame::{BySuit, Lanes, mask, none, select},
    trick::TrickLanes,
};
use crate::games::{
    Player,
    fortunes::{HighLow, PLAYERS},
};

/// Deals that differ only in the hidden cards.
#[derive(Clone)]
pub struct Playouts<S: Simd> {
    pub(super) simd: S,
    pub(super) rules: Rules,
    /// By player.
    pub(super) hands: [BySuit<S>; PLAYERS],
    pub(super) leader: Player,
    /// Number of finished tricks.
    pub(super) over: usize,
    /// The trick on the table, and its number of cards.
    pub(super) trick: TrickLanes<S>,
    pub(super) lying: usize,
    /// Whether Stars have been played.
    pub(super) broken: Lanes<S>,
    /// A byte for each player.
    pub(super) points: Lanes<S>,
    pub(super) tricks_won: Lanes<S>,
}

/// Constant rules, as masks.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub dealer: Player,
    /// A Star may be played on any mundane trick, once they are broken.
    pub at_will: i32,
    /// Whether the final type of a trick decides which team it favours.
    pub ended: i32,
}

impl Rules {
    /// Whether a player is on the low team.
    pub const fn low(&self, player: Player) -> i32 {
        mask(matches!(HighLow::of(player, self.dealer), HighLow::Low))
    }
}

impl<S: Simd> Playouts<S> {
    /// The cards of the player at this place from the leader.
    #[inline(always)]
    pub(super) const fn hand(&self, place: usize) -> &BySuit<S> {
        &self.hands[self.leader.after(place, PLAYERS).index()]
    }

    #[inline(always)]
    pub(super) const fn hand_mut(&mut self, place: usize) -> &mut BySuit<S> {
        &mut self.hands[self.leader.after(place, PLAYERS).index()]
    }

    /// Gives the trick to its winner.
    #[inline(always)]
    pub(super) fn take(&mut self) {
        let (holder, low) = (self.trick.holder(), self.trick.low);
        let card = select(low, holder.low, holder.high);
        let favoured = low & self.rules.ended | !self.rules.ended & self.rules.low(self.leader);
        for (place, running) in self.trick.running.into_iter().enumerate() {
            let player = self.leader.after(place, PLAYERS);
            let one = 1 << (8 * player.index());
            let lost = none(running & card);
            let ill = favoured ^ self.rules.low(player);
            self.tricks_won += !lost & one;
            self.points += !lost & ((!ill & one) + one);
        }
    }
}
