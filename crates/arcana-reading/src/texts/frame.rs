//! A sentence with slots, as in `At your root lies {card}: you start from {theme}.`

use serde::{Deserialize, Deserializer, de};

use arcana_engine::spelling::capital;

/// A sentence whose slots are filled when it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Said(String),
    Slot(Slot),
}

/// Declares the slots: the variant, the name in frames, and the field with its value.
macro_rules! slots {
    ($($slot:ident $name:ident: $about:literal,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Slot {
            $($slot,)*
        }

        /// The values for the slots.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct Slots<'a> {
            $(#[doc = $about] pub $name: &'a str,)*
        }

        impl Slot {
            const ALL: &[Slot] = &[$(Slot::$slot,)*];

            const fn name(self) -> &'static str {
                match self {
                    $(Slot::$slot => stringify!($name),)*
                }
            }
        }

        impl<'a> Slots<'a> {
            const fn get(&self, slot: Slot) -> &'a str {
                match slot {
                    $(Slot::$slot => self.$name,)*
                }
            }
        }
    };
}

slots! {
    Card card: "A card's name within a sentence.",
    Theme theme: "What it stands for.",
    Matter matter: "What the question is about.",
    Place place: "The name of a place.",
    Places places: "The names of places.",
    Either either: "The names of things, any of which is meant.",
    Suit suit: "What the deck calls a suit.",
    Count count: "How many of something.",
    Total total: "How many of everything.",
    Root root: "The first card of the way through a reading.",
    Start start: "What the first card stands for.",
    By by: "What the way leads through.",
    Last last: "The last card of the way.",
    End end: "What the last card stands for.",
    Meeting meeting: "How the elements of two cards stand to each other.",
    Own own: "How many cards are the querent's.",
    Partner partner: "How many are the partner's.",
    Turned turned: "How many are turned.",
    Upright upright: "How many are upright.",
    Reversed reversed: "How many are reversed.",
    Alike alike: "Several cards of one rank.",
    Share share: "How many of all the cards.",
    First first: "What strikes the eye first.",
    Second second: "What strikes the eye next.",
    Closing closing: "The sentence that takes up the question.",
}

impl Frame {
    /// Fills the slots; the sentence begins with a capital.
    pub fn fill(&self, slots: Slots<'_>) -> String {
        capital(&self.phrase(slots))
    }

    /// Fills the slots of a phrase, which begins as written.
    pub fn phrase(&self, slots: Slots<'_>) -> String {
        let filled = self.0.iter().map(|part| match part {
            Part::Said(said) => said,
            Part::Slot(slot) => slots.get(*slot),
        });
        filled.collect()
    }

    /// Checks that the sentence has each needed slot once, and otherwise only optional ones, at most once each.
    pub fn check(&self, needed: &[Slot], optional: &[Slot]) -> Result<(), String> {
        let uses = |slot: &Slot| self.0.iter().filter(|part| **part == Part::Slot(*slot)).count();
        let wrong = |slot: &&Slot| match uses(slot) {
            1 => false,
            0 => needed.contains(slot),
            _ => true,
        };
        let known = || needed.iter().chain(optional);
        if let Some(slot) = known().find(wrong) {
            return Err(format!("`{{{}}}` stands {} times in {self:?}", slot.name(), uses(slot)));
        }
        let total: usize = known().map(uses).sum();
        let slots = self.0.iter().filter(|part| matches!(part, Part::Slot(_))).count();
        if total == slots { Ok(()) } else { Err(format!("a slot too many in {self:?}")) }
    }

    fn parse(text: &str) -> Result<Frame, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((said, tail)) = rest.split_once('{') {
            let (slot, tail) = tail.split_once('}').ok_or_else(|| format!("an open brace in `{text}`"))?;
            parts.push(Part::Said(said.to_owned()));
            parts.push(Part::Slot(named(slot).ok_or_else(|| format!("no slot `{slot}`"))?));
            rest = tail;
        }
        parts.push(Part::Said(rest.to_owned()));
        Ok(Frame(parts))
    }
}

impl<'de> Deserialize<'de> for Frame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Frame, D::Error> {
        Frame::parse(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

fn named(name: &str) -> Option<Slot> {
    Slot::ALL.iter().copied().find(|slot| slot.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_filled_and_the_sentence_begins_with_a_capital() {
        let frame = Frame::parse("{card} speaks of {theme}.").expect("a frame");
        let told = frame.fill(Slots { card: "the Fool", theme: "trust", ..Slots::default() });
        assert_eq!(told, "The Fool speaks of trust.");
    }

    #[test]
    fn the_slots_of_a_sentence_are_checked() {
        let check = |text: &str| Frame::parse(text).and_then(|frame| frame.check(&[Slot::Card], &[Slot::Matter]));
        assert_eq!(check("{card} speaks."), Ok(()));
        assert_eq!(check("{card} speaks of {matter}."), Ok(()));
        for wrong in ["Nobody speaks.", "{card} and {card}.", "{card}, {matter}, {matter}.", "{card} and {theme}."] {
            assert!(check(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_unknown_slot_and_an_open_brace_are_refused() {
        assert_eq!(Frame::parse("{name} speaks."), Err("no slot `name`".to_owned()));
        assert!(Frame::parse("{card speaks.").is_err());
    }
}
