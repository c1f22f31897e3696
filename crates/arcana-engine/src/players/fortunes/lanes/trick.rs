//! The trick on the table, in each deal.

use super::frame::{BySuit, FOOL_AND_XXI, LANES, Lanes, NONE, SUITS, UP_TO_FOOL, any, below, highest, lowest, select};
use crate::games::fortunes::PLAYERS;

/// A trick in each deal.
#[derive(Clone, Debug)]
pub struct TrickLanes {
    /// By suit: whether it was led.
    pub led: BySuit,
    /// By place from the leader: the card played, if it is of the led suit.
    pub running: [Lanes; PLAYERS],
    /// The bits up to the highest of these.
    pub up_to: Lanes,
    /// Whether it would be a low trick if it ended now.
    pub low: Lanes,
}

/// The cards that would win a trick.
pub struct Holder {
    /// If it ended high.
    pub high: Lanes,
    /// The bits up to that one.
    pub up_to_high: Lanes,
    /// If it ended low.
    pub low: Lanes,
}

impl TrickLanes {
    /// A trick without cards.
    pub const fn new(low: Lanes) -> TrickLanes {
        TrickLanes { led: [NONE; SUITS], running: [NONE; PLAYERS], up_to: NONE, low }
    }

    /// Starts the next trick; the led suit is set with its first card.
    #[inline(always)]
    pub fn clear(&mut self, low: Lanes) {
        self.running.iter_mut().for_each(|card| *card = NONE);
        (self.up_to, self.low) = (NONE, low);
    }

    /// Plays the same card in each deal at a place from the leader.
    pub fn lay(&mut self, place: usize, card: BySuit) {
        if place == 0 {
            self.led = card.map(any);
        }
        self.low ^= any(card[0]) & !self.led[0];
        self.add(place, self.of_led_suit(card));
    }

    /// Those of these cards in the led suit.
    #[inline(always)]
    pub fn of_led_suit(&self, cards: BySuit) -> Lanes {
        both(cards, self.led)
    }

    /// Adds a card of the led suit, or none.
    #[inline(always)]
    pub fn add(&mut self, place: usize, running: Lanes) {
        self.running[place] = running;
        self.up_to |= running | below(running) & any(running);
    }

    /// The cards of the led suit that the leader's team has played, and the other.
    #[inline(always)]
    pub fn by_team(&self) -> [Lanes; 2] {
        let [first, second, third, fourth] = self.running;
        [first | third, second | fourth]
    }

    /// The cards that would win now.
    #[inline(always)]
    pub fn holder(&self) -> Holder {
        let [ours, theirs] = self.by_team();
        let running = ours | theirs;
        // The Fool wins a high trick that contains the highest Star.
        let fool = (running & FOOL_AND_XXI).simd_eq(FOOL_AND_XXI);
        let up_to_high = select(fool, UP_TO_FOOL, self.up_to);
        Holder { high: highest(up_to_high), up_to_high, low: lowest(running) }
    }
}

/// The intersection of both, over all suits.
#[inline(always)]
pub fn both([a, b, c, d, e]: BySuit, [f, g, h, i, j]: BySuit) -> Lanes {
    a & f | b & g | c & h | d & i | e & j
}

/// A number of each deal as the bytes of the four players.
pub fn bytes(lanes: Lanes) -> [[u8; PLAYERS]; LANES] {
    lanes.to_array().map(i32::to_le_bytes)
}
