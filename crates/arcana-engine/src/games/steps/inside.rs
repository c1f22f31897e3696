//! Fields of steps, in wire form and in memory.

use crate::{
    cards::{Card, Hand, Spelled},
    games::Number,
};

/// The in-memory form of a step's field.
pub trait Inside<Wire>: Sized {
    /// Parses the wire form; `None` when there is no such value.
    fn of_wire(wire: &Wire) -> Option<Self>;

    /// The wire form.
    fn to_wire(self) -> Wire;
}

impl<T: Copy> Inside<T> for T {
    fn of_wire(wire: &T) -> Option<T> {
        Some(*wire)
    }

    fn to_wire(self) -> T {
        self
    }
}

impl Inside<Spelled> for Card {
    fn of_wire(wire: &Spelled) -> Option<Card> {
        wire.card()
    }

    fn to_wire(self) -> Spelled {
        self.into()
    }
}

/// An unknown card reads as `None`.
impl Inside<Option<Spelled>> for Option<Card> {
    fn of_wire(wire: &Option<Spelled>) -> Option<Option<Card>> {
        Some(wire.and_then(Spelled::card))
    }

    fn to_wire(self) -> Option<Spelled> {
        self.map(Spelled::from)
    }
}

/// In pack order; unknown cards are omitted.
impl Inside<Vec<Spelled>> for Hand {
    fn of_wire(wire: &Vec<Spelled>) -> Option<Hand> {
        Some(wire.iter().filter_map(|card| card.card()).collect())
    }

    fn to_wire(self) -> Vec<Spelled> {
        self.iter().map(Spelled::from).collect()
    }
}

impl Inside<Number> for u8 {
    fn of_wire(wire: &Number) -> Option<u8> {
        u8::try_from(wire.0).ok()
    }

    fn to_wire(self) -> Number {
        Number(self.into())
    }
}

impl Inside<Number> for u32 {
    fn of_wire(wire: &Number) -> Option<u32> {
        u32::try_from(wire.0).ok()
    }

    fn to_wire(self) -> Number {
        Number(self.into())
    }
}
