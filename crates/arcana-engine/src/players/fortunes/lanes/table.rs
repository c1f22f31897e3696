//! The tables of all deals: hands, the current trick, and what was won.

use super::{
    frame::{BySuit, Lanes, mask, none, select},
    trick::TrickLanes,
};
use crate::games::{
    Player,
    fortunes::{HighLow, PLAYERS},
};

/// Deals that differ only in the hidden cards.
#[derive(Clone, Debug)]
pub struct Playouts {
    pub(super) rules: Rules,
    /// By player.
    pub(super) hands: [BySuit; PLAYERS],
    pub(super) leader: Player,
    /// Number of finished tricks.
    pub(super) over: usize,
    /// The trick on the table, and its number of cards.
    pub(super) trick: TrickLanes,
    pub(super) lying: usize,
    /// Whether Stars have been played.
    pub(super) broken: Lanes,
    /// A byte for each player.
    pub(super) points: Lanes,
    pub(super) tricks_won: Lanes,
}

/// Constant rules, as masks.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub dealer: Player,
    /// A Star may be played on any mundane trick, once they are broken.
    pub at_will: Lanes,
    /// Whether the final type of a trick decides which team it favours.
    pub ended: Lanes,
}

impl Rules {
    /// Whether a player is on the low team.
    pub const fn low(&self, player: Player) -> Lanes {
        mask(matches!(HighLow::of(player, self.dealer), HighLow::Low))
    }
}

impl Playouts {
    /// The cards of the player at this place from the leader.
    #[inline(always)]
    pub(super) const fn hand(&self, place: usize) -> &BySuit {
        &self.hands[self.leader.after(place, PLAYERS).index()]
    }

    #[inline(always)]
    pub(super) const fn hand_mut(&mut self, place: usize) -> &mut BySuit {
        &mut self.hands[self.leader.after(place, PLAYERS).index()]
    }

    /// Gives the trick to its winner.
    pub(super) fn take(&mut self) {
        let (holder, low) = (self.trick.holder(), self.trick.low);
        let card = select(low, holder.low, holder.high);
        let favoured = select(self.rules.ended, low, self.rules.low(self.leader));
        for (place, running) in self.trick.running.into_iter().enumerate() {
            let player = self.leader.after(place, PLAYERS);
            let one = Lanes::splat(1 << (8 * player.index()));
            let lost = none(running & card);
            let ill = self.rules.low(player) ^ favoured;
            self.tricks_won += !lost & one;
            self.points += !lost & (one + (!ill & one));
        }
    }
}
