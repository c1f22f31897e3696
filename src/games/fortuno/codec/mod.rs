//! The stored form of a log, readable without the rules.
//!
//! A log is one number, written by a range coder ([`coder`]): what is likely takes little room. What is likely is learned
//! from the log itself as it goes on: which type of step follows which ([`kinds`]), who comes after whom ([`who`]), and
//! where the steps so far have left the cards ([`places`]). No rule of the game is asked: a step that no rule allows
//! would be written and read as well.

mod coder;
mod kinds;
mod places;
mod walk;
mod who;

pub(super) use walk::{read, write};

use self::{coder::Odds, kinds::Kinds, places::Places, who::Who};

/// The longest ordered list beside reshuffles and redeals, and the most seats.
const LONGEST_LIST: u32 = 8;
/// The longest song, in bytes: 200 characters of four.
const LONGEST_SONG: u32 = 800;

/// What the log has taught so far.
struct Lessons {
    kinds: Kinds,
    who: Who,
    places: Places,
    /// Is a flag set: a call, a use, a card instead of `null`, a set instead of a card, a song?
    called: Odds,
    used: Odds,
    given: Odds,
    several: Odds,
    sung: Odds,
    /// Is a term of a request given, by term?
    terms: [Odds; 5],
}

impl Lessons {
    fn new(players: usize) -> Lessons {
        Lessons {
            kinds: Kinds::new(),
            who: Who::new(players),
            places: Places::new(),
            called: Odds::percent(5),
            used: Odds::percent(50),
            given: Odds::percent(70),
            several: Odds::percent(2),
            sung: Odds::percent(5),
            terms: [Odds::percent(25); 5],
        }
    }
}
