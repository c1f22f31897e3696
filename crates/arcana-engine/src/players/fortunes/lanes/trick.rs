//! The trick on the table, in each deal.

use fearless_simd::{Simd, prelude::*};

use super::frame::{
    BySuit, FOOL_AND_XXI, LANES, Lanes, NONE, SUITS, UP_TO_FOOL, any, below, each, highest, lowest, select,
};
use crate::games::fortunes::PLAYERS;

/// A trick in each deal.
#[derive(Clone)]
pub struct TrickLanes<S: Simd> {
    /// By suit: whether it was led.
    pub led: BySuit<S>,
    /// By place from the leader: the card played, if it is of the led suit.
    pub running: [Lanes<S>; PLAYERS],
    /// The bits up to the highest of these.
    pub up_to: Lanes<S>,
    /// Whether it would be a low trick if it ended now.
    pub low: Lanes<S>,
}

/// The cards that would win a trick.
pub struct Holder<S: Simd> {
    /// If it ended high.
    pub high: Lanes<S>,
    /// The bits up to that one.
    pub up_to_high: Lanes<S>,
    /// If it ended low.
    pub low: Lanes<S>,
}

impl<S: Simd> TrickLanes<S> {
    /// A trick without cards.
    #[inline(always)]
    pub fn new(simd: S, low: i32) -> TrickLanes<S> {
        let none = each(simd, NONE);
        TrickLanes { led: [none; SUITS], running: [none; PLAYERS], up_to: none, low: each(simd, low) }
    }

    /// Starts the next trick; the led suit is set with its first card.
    #[inline(always)]
    pub fn clear(&mut self, low: i32) {
        let none = each(self.up_to.simd, NONE);
        (self.running, self.up_to, self.low) = ([none; PLAYERS], none, each(none.simd, low));
    }

    /// Plays the same card in each deal at a place from the leader.
    #[inline(always)]
    pub fn lay(&mut self, place: usize, card: BySuit<S>) {
        if place == 0 {
            let [stars, wands, cups, swords, pentacles] = card;
            self.led = [any(stars), any(wands), any(cups), any(swords), any(pentacles)];
        }
        self.low ^= any(card[0]) & !self.led[0];
        self.add(place, self.of_led_suit(card));
    }

    /// Those of these cards in the led suit.
    #[inline(always)]
    pub fn of_led_suit(&self, cards: BySuit<S>) -> Lanes<S> {
        both(cards, self.led)
    }

    /// Adds a card of the led suit, or none.
    #[inline(always)]
    pub fn add(&mut self, place: usize, running: Lanes<S>) {
        self.running[place] = running;
        self.up_to |= running | below(running) & any(running);
    }

    /// The cards of the led suit that the leader's team has played, and the other.
    #[inline(always)]
    pub fn by_team(&self) -> [Lanes<S>; 2] {
        let [first, second, third, fourth] = self.running;
        [first | third, second | fourth]
    }

    /// The cards that would win now.
    #[inline(always)]
    pub fn holder(&self) -> Holder<S> {
        let [ours, theirs] = self.by_team();
        let running = ours | theirs;
        // The Fool wins a high trick that contains the highest Star.
        let fool = (running & FOOL_AND_XXI).simd_eq(FOOL_AND_XXI).to_vector();
        let up_to_high = select(fool, each(running.simd, UP_TO_FOOL), self.up_to);
        Holder { high: highest(up_to_high), up_to_high, low: lowest(running) }
    }
}

/// The intersection of both, over all suits.
#[inline(always)]
pub fn both<S: Simd>([a, b, c, d, e]: BySuit<S>, [f, g, h, i, j]: BySuit<S>) -> Lanes<S> {
    a & f | b & g | c & h | d & i | e & j
}

/// A number of each deal as the bytes of the four players.
#[inline(always)]
pub fn bytes<S: Simd>(lanes: Lanes<S>) -> [[u8; PLAYERS]; LANES] {
    lanes.to_array().map(i32::to_le_bytes)
}
