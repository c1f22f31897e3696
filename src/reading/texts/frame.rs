//! A sentence with slots, as in `At your root lies {card}: you start from {theme}.`

use serde::{Deserialize, Deserializer, de};

/// A sentence whose slots are filled when it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Said(String),
    Slot(Slot),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    Card,
    Theme,
    Matter,
    Places,
    Suit,
    Count,
    Total,
}

/// What the slots of a frame are filled with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slots<'a> {
    /// `{card}`: a card's name within a sentence.
    pub card: &'a str,
    /// `{theme}`: what it stands for.
    pub theme: &'a str,
    /// `{matter}`: what the question is about.
    pub matter: &'a str,
    /// `{places}`: the names of places.
    pub places: &'a str,
    /// `{suit}`: what the deck calls a suit.
    pub suit: &'a str,
    /// `{count}`: how many of something.
    pub count: &'a str,
    /// `{total}`: how many of everything.
    pub total: &'a str,
}

impl Frame {
    /// The sentence with its slots filled; it begins with a capital.
    pub fn fill(&self, slots: Slots<'_>) -> String {
        let filled = self.0.iter().map(|part| match part {
            Part::Said(said) => said,
            Part::Slot(slot) => slots.get(*slot),
        });
        capital(&filled.collect::<String>())
    }

    /// Has the sentence each of the needed slots once, and no slot but those and, at most once each, the optional ones?
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
            parts.push(Part::Slot(Slot::named(slot).ok_or_else(|| format!("no slot `{slot}`"))?));
            rest = tail;
        }
        parts.push(Part::Said(rest.to_owned()));
        Ok(Frame(parts))
    }
}

impl Slot {
    fn named(name: &str) -> Option<Slot> {
        let slots = [Slot::Card, Slot::Theme, Slot::Matter, Slot::Places, Slot::Suit, Slot::Count, Slot::Total];
        slots.into_iter().find(|slot| slot.name() == name)
    }

    const fn name(self) -> &'static str {
        match self {
            Slot::Card => "card",
            Slot::Theme => "theme",
            Slot::Matter => "matter",
            Slot::Places => "places",
            Slot::Suit => "suit",
            Slot::Count => "count",
            Slot::Total => "total",
        }
    }
}

impl<'a> Slots<'a> {
    const fn get(&self, slot: Slot) -> &'a str {
        match slot {
            Slot::Card => self.card,
            Slot::Theme => self.theme,
            Slot::Matter => self.matter,
            Slot::Places => self.places,
            Slot::Suit => self.suit,
            Slot::Count => self.count,
            Slot::Total => self.total,
        }
    }
}

impl<'de> Deserialize<'de> for Frame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Frame, D::Error> {
        Frame::parse(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

fn capital(text: &str) -> String {
    let mut signs = text.chars();
    let first = signs.next().map(|sign| sign.to_uppercase().to_string()).unwrap_or_default();
    first + signs.as_str()
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
