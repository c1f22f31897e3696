//! The table of each deal: hands, the trick that is played, and what was won.

use super::{
    frame::{BySuit, Lanes, mask, none, select},
    trick::{PLAYERS, Trick},
};
use crate::games::{Player, fortunes::HighLow};

/// Deals that differ in nothing but what is hidden.
#[derive(Clone, Debug)]
pub struct Playouts {
    pub(super) rules: Rules,
    /// By player.
    pub(super) hands: [BySuit; PLAYERS],
    pub(super) leader: Player,
    /// How many tricks are over.
    pub(super) over: usize,
    /// The trick on the table, and how many cards of it lie.
    pub(super) trick: Trick,
    pub(super) lying: usize,
    /// Have Stars been played?
    pub(super) broken: Lanes,
    /// A byte for each player.
    pub(super) points: Lanes,
    pub(super) tricks_won: Lanes,
}

/// What does not change, as masks.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub dealer: Player,
    /// A Star may be played on any mundane trick, once they are broken.
    pub at_will: Lanes,
    /// The type that the trick ends with decides whom it favours.
    pub ended: Lanes,
}

impl Rules {
    /// Is a player of the low team?
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

    /// Whoever won the trick takes it.
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
