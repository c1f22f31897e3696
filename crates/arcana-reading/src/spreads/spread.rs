//! A spread, built in or the caller's own.

use super::{known::KnownSpread, own::OwnSpread, place::SpreadPlace};

/// A spread, built in or the caller's own.
#[derive(Clone, Debug, PartialEq)]
pub enum Spread {
    /// A built-in spread.
    Known(&'static KnownSpread),
    /// The caller's own.
    Own(OwnSpread),
}

impl Spread {
    /// Its positions, in reading order.
    pub fn places(&self) -> &[SpreadPlace] {
        match self {
            Spread::Known(known) => &known.places,
            Spread::Own(own) => own.places(),
        }
    }

    /// Does it answer yes or no?
    pub(super) fn answers(&self) -> bool {
        match self {
            Spread::Known(known) => known.answers,
            Spread::Own(_) => false,
        }
    }

    /// Its name for people.
    pub fn name(&self) -> &str {
        match self {
            Spread::Known(known) => &known.name,
            Spread::Own(own) => own.name(),
        }
    }
}
