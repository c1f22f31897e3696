//! The quick player, in eight deals at once: it plays each to its end, as `tests/rollout.rs` does one by one.
//!
//! Deals that differ only in the hidden cards have the same players in turn, so a register can hold eight of them
//! ([`frame`]). There are no branches: each case is computed, and masks select the one that applies. This reduced a
//! default game with four adepts from 3.12 ms to 0.71 ms: a card in a playout takes 4 to 5 ns instead of 30.

mod follow;
mod frame;
mod lead;
mod table;
mod trick;

#[cfg(test)]
mod tests;

use self::{
    frame::{BySuit, Lanes, NONE, SUITS, by_suit, mask},
    table::Rules,
    trick::{TrickLanes, bytes},
};
use crate::{
    cards::{Card, Hand},
    games::fortunes::{Dealt, DispositionRule, HighLow, Options, PLAYERS, StarsWhenBroken, TRICKS, Tally, Tricks},
};

pub use frame::LANES;
pub use table::Playouts;

impl Playouts {
    /// The table with the remaining cards in each of these distributions.
    pub fn new(table: &Tricks, dealt: &[Dealt; LANES], options: &Options) -> Playouts {
        let (leader, tally) = (table.leader(), Tally::of(&table.tricks));
        let rules = Rules {
            dealer: table.dealer,
            at_will: mask(options.stars_when_broken == StarsWhenBroken::AtWill),
            ended: mask(options.disposition == DispositionRule::Ended),
        };
        let mut playouts = Playouts {
            rules,
            hands: std::array::from_fn(|player| hands(dealt, player)),
            leader,
            over: table.tricks.len(),
            trick: TrickLanes::new(rules.low(leader)),
            lying: 0,
            broken: mask(table.broken),
            points: Lanes::splat(i32::from_le_bytes(tally.points)),
            tricks_won: Lanes::splat(i32::from_le_bytes(tally.tricks_won)),
        };
        for card in &table.trick {
            playouts.lay(everywhere(*card));
        }
        playouts
    }

    /// The player whose turn it is plays this card in every deal.
    pub fn play(&mut self, card: Card) {
        let by_suit = everywhere(card);
        for (suit, card) in self.hand_mut(self.lying).iter_mut().zip(by_suit) {
            *suit &= !card;
        }
        self.broken |= mask(card.is_trump());
        self.lay(by_suit);
    }

    fn lay(&mut self, card: BySuit) {
        self.trick.lay(self.lying, card);
        self.lying += 1;
    }

    /// Plays to the end and returns what each player has won.
    pub fn finish(&mut self) -> [Tally; LANES] {
        while self.over < TRICKS {
            self.play_trick();
        }
        let (points, tricks_won) = (bytes(self.points), bytes(self.tricks_won));
        std::array::from_fn(|lane| Tally { points: points[lane], tricks_won: tricks_won[lane] })
    }

    fn play_trick(&mut self) {
        if self.over + 1 == TRICKS {
            self.play_last_cards();
        } else {
            self.play_cards();
        }
        self.take();
        self.leader = self.leader.after(1, PLAYERS);
        self.trick.clear(self.rules.low(self.leader));
        (self.lying, self.over) = (0, self.over + 1);
    }

    /// The last trick: each remaining player has one card.
    fn play_last_cards(&mut self) {
        for place in self.lying..PLAYERS {
            self.trick.lay(place, *self.hand(place));
        }
    }

    fn play_cards(&mut self) {
        if self.lying == 0 {
            match HighLow::of(self.leader, self.rules.dealer) {
                HighLow::High => self.lead::<true>(),
                HighLow::Low => self.lead::<false>(),
            }
        }
        let mut following = self.trick.of_led_suit(*self.hand(self.lying.max(1)));
        if self.lying <= 1 {
            following = self.follow::<1>(following);
        }
        if self.lying <= 2 {
            following = self.follow::<2>(following);
        }
        if self.lying <= 3 {
            self.follow::<3>(following);
        }
    }
}

/// A player's cards in each deal.
fn hands(dealt: &[Dealt; LANES], player: usize) -> BySuit {
    let hands = dealt.each_ref().map(|dealt| by_suit(dealt.hands[player]));
    let mut suits = [NONE; SUITS];
    for (suit, lanes) in suits.iter_mut().enumerate() {
        *lanes = Lanes::new(hands.map(|hand| hand[suit]));
    }
    suits
}

/// A card that is the same in each deal.
fn everywhere(card: Card) -> BySuit {
    by_suit(Hand::of(card)).map(Lanes::splat)
}
