//! A card as a log spells it.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::card::{Card, parse};

/// A card in a step of a log, or a text that names no card.
///
/// The rules pages check a step's form, turn and player before its cards, so unknown cards must get past the parser.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spelled(u8);

impl Spelled {
    /// A text that names no card.
    pub const UNKNOWN: Spelled = Spelled(u8::MAX);

    /// The card, if the text names one.
    pub const fn card(self) -> Option<Card> {
        Card::new(self.0)
    }
}

impl From<Card> for Spelled {
    fn from(card: Card) -> Spelled {
        Spelled(card.index() as u8)
    }
}

impl fmt::Debug for Spelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.card() {
            Some(card) => fmt::Display::fmt(&card, f),
            None => f.write_str("(unknown)"),
        }
    }
}

impl Serialize for Spelled {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.card() {
            Some(card) => card.serialize(serializer),
            None => serializer.serialize_str("(unknown)"),
        }
    }
}

impl<'de> Deserialize<'de> for Spelled {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Spelled, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Spelled;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a card id")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Spelled, E> {
                Ok(parse(text).map_or(Spelled::UNKNOWN, Spelled::from))
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}
