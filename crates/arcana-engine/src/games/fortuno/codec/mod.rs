//! The stored form of a log, readable without the rules.
//!
//! A log is one number, written by a range coder ([`coder`]): likely steps take little space. Probabilities are learned
//! from the log itself: which type of step follows which ([`kinds`]), which player follows which ([`who`]), and where
//! the steps so far have left the cards ([`places`]). The rules are not used: an illegal step would be written and read
//! as well.

mod coder;
mod kinds;
mod places;
mod walk;
mod who;

use self::{coder::Odds, kinds::Kinds, places::Places, who::Who};

/// Maximum length of ordered lists other than reshuffles and redeals, and of seats.
const LONGEST_LIST: u32 = 8;
/// Maximum length of a song, in bytes: 200 characters of four.
const LONGEST_SONG: u32 = 800;

/// What has been learned from the log so far.
struct Lessons {
    kinds: Kinds,
    who: Who,
    places: Places,
    /// Odds of flags: a call, a use, a card instead of `null`, a set instead of a card, a song.
    called: Odds,
    used: Odds,
    given: Odds,
    several: Odds,
    sung: Odds,
    /// Odds that a term of a request is given, by term.
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
