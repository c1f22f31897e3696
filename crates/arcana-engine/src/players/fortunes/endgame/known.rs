//! What has been found of positions between tricks.

use super::Place;

/// Number of positions kept, a power of two: a later one takes the place of an earlier one.
const KEPT: usize = 1 << 15;

/// What is known of a position: bounds of what the High team wins more than the Low team.
#[derive(Clone, Copy)]
pub struct Found {
    pub least: i32,
    pub most: i32,
    /// The lead that was best.
    pub lead: Option<Place>,
}

/// Positions by key, each in one place.
pub struct Known(Vec<(u128, Found)>);

impl Default for Known {
    fn default() -> Known {
        // No position has this key: its suits would have no cards.
        Known(vec![(0, Found { least: 0, most: 0, lead: None }); KEPT])
    }
}

impl Known {
    pub fn of(&self, key: u128) -> Option<Found> {
        let (kept, found) = self.0[place(key)];
        (kept == key).then_some(found)
    }

    pub fn keep(&mut self, key: u128, found: Found) {
        self.0[place(key)] = (key, found);
    }
}

const fn place(key: u128) -> usize {
    // The golden ratio, as multiplicative hashes have it.
    let mixed = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 40) as usize % KEPT
}
