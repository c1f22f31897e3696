//! A spread: one that comes with the program, or one of the caller's own.

use super::{known::Known, own::Own, place::SpreadPlace};

/// A spread that comes with the program, or one of the caller's own.
#[derive(Clone, Debug, PartialEq)]
pub enum Spread {
    /// One that comes with the program.
    Known(&'static Known),
    /// One of the caller's own.
    Own(Own),
}

impl Spread {
    /// Its places, in reading order.
    pub fn places(&self) -> &[SpreadPlace] {
        match self {
            Spread::Known(known) => &known.places,
            Spread::Own(own) => own.places(),
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
