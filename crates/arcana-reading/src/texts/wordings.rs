//! Sentences with slots, as in `At your root lies {card}: you start from {theme}.`, their alternative wordings, and the
//! choice among these (`reading.md`, "Variants").

use std::collections::BTreeMap;

use arcana_engine::{cards::Rank, chance::Chance, games::Player, spelling::capital};
use serde::{Deserialize, Deserializer, de};
use strum::{EnumCount, EnumString, IntoStaticStr};

use crate::{Disposition, Tricks, WonTrick};

/// Alternative wordings, at least three so that readings differ.
#[derive(Debug)]
pub struct Wordings(Vec<Frame>);

/// Something for each value of an enum; the files have it by the value's name.
#[derive(Debug)]
pub struct Each<K, V>(BTreeMap<K, V>);

/// By rank, from the ace up.
#[derive(Debug)]
pub struct ByRank<T>(Vec<T>);

/// For an upright and a reversed card.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByDisposition<T> {
    /// For an upright card.
    pub well: T,
    /// For a reversed card.
    pub ill: T,
}

impl<K: Ord, V> Each<K, V> {
    /// What there is for this value.
    pub fn of(&self, key: K) -> &V {
        &self.0[&key]
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter()
    }
}

impl<T> ByDisposition<T> {
    /// What there is for an orientation.
    pub const fn of(&self, disposition: Disposition) -> &T {
        match disposition {
            Disposition::Well => &self.well,
            Disposition::Ill => &self.ill,
        }
    }
}

impl<T> ByRank<T> {
    /// What there is for all ranks.
    pub fn all(&self) -> &[T] {
        &self.0
    }

    /// What there is for a rank.
    pub fn of(&self, rank: Rank) -> &T {
        &self.0[usize::from(rank.value()) - 1]
    }
}

impl Wordings {
    /// All wordings.
    pub fn all(&self) -> &[Frame] {
        &self.0
    }
}

impl<'de, K: EnumCount + Ord + Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for Each<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Each<K, V>, D::Error> {
        let each = BTreeMap::deserialize(deserializer)?;
        if each.len() == K::COUNT { Ok(Each(each)) } else { Err(de::Error::custom("a value has no words")) }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByRank<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ByRank<T>, D::Error> {
        let mut by_id: BTreeMap<String, T> = BTreeMap::deserialize(deserializer)?;
        let ranks = Rank::ALL.into_iter().map(|rank| by_id.remove(rank.id()));
        let ranks = ranks.collect::<Option<Vec<_>>>().ok_or_else(|| de::Error::custom("a rank has no words"))?;
        match by_id.keys().next() {
            Some(unknown) => Err(de::Error::custom(format!("`{unknown}` is not a rank"))),
            None => Ok(ByRank(ranks)),
        }
    }
}

impl<'de> Deserialize<'de> for Wordings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Wordings, D::Error> {
        let frames = Vec::deserialize(deserializer)?;
        if frames.len() < 3 {
            return Err(de::Error::custom("fewer than three wordings"));
        }
        Ok(Wordings(frames))
    }
}

/// A sentence whose slots are filled when it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Said(String),
    Slot(Slot),
}

/// What a sentence has a place for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Slot {
    /// A card's name within a sentence.
    Card,
    /// What it stands for.
    Theme,
    /// The name of another card.
    Other,
    /// What the other one stands for.
    Counter,
    /// What the question is about, by its kind.
    Matter,
    /// What it is about, in its own words.
    Subject,
    /// The same, with what leads in; empty if there is none.
    About,
    /// The whole question, as in `whether they will let you keep the garden`.
    Clause,
    /// The name of a place.
    Place,
    /// The names of places.
    Places,
    /// The names of things, any of which is meant.
    Either,
    /// The name of the way that is the better one, or comes first.
    Way,
    /// The name of the other way.
    Rival,
    /// Which of two ways the question names first.
    Order,
    /// How many of all the cards.
    Share,
    /// How they lie.
    Lie,
    /// A span of time.
    Span,
    /// The card that a reading comes from.
    Root,
    /// What it stands for.
    Start,
    /// The card in its midst.
    Heart,
    /// The card that it comes to.
    Last,
    /// What that one stands for.
    End,
    /// The first of two places.
    First,
    /// The second of them.
    Second,
    /// The elements of two cards.
    Elements,
    /// Several cards of one rank.
    Alike,
    /// What the deck calls a suit.
    Suit,
    /// What a card says.
    Said,
}

impl Frame {
    /// Fills the slots, those without a value with nothing; the sentence begins with a capital.
    pub fn fill(&self, slots: &[(Slot, &str)]) -> String {
        capital(&self.phrase(slots))
    }

    /// Fills the slots of a phrase, which begins as written.
    pub fn phrase(&self, slots: &[(Slot, &str)]) -> String {
        let filled = self.0.iter().map(|part| match part {
            Part::Said(said) => said.as_str(),
            Part::Slot(slot) => slots.iter().find(|(own, _)| own == slot).map_or("", |(_, value)| *value),
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
            return Err(format!("`{{{}}}` stands {} times in {self:?}", <&str>::from(slot), uses(slot)));
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
            parts.push(Part::Slot(slot.parse().map_err(|_| format!("no slot `{slot}`"))?));
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

/// Chooses the wordings of a reading; the same reading always gets the same ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Variants(Chance);

impl Variants {
    /// For a player's reading of a deal, counted from 1, in a game with these seeds.
    pub fn of_game(seed: &str, client_seed: &str, deal: u32, player: Player) -> Variants {
        Variants(Chance::of_reading(seed, client_seed, deal, player.index()))
    }

    /// For tricks without a public seed: the cards determine the wordings.
    pub fn of_tricks(tricks: &Tricks) -> Variants {
        Variants::of_text(&text_of(tricks))
    }

    /// For a text, which determines the wordings.
    pub fn of_text(text: &str) -> Variants {
        Variants(Chance::of_reading(text, "", 1, 0))
    }

    /// One of the wordings, uniformly chosen. A single wording uses no randomness.
    ///
    /// # Panics
    /// Without wordings.
    pub fn pick<'a, T>(&mut self, wordings: &'a [T]) -> &'a T {
        match wordings {
            [only] => only,
            several => &several[self.0.below(several.len() as u32) as usize],
        }
    }
}

/// The tricks as text: `wa02 ar17' | cuqu`.
fn text_of(tricks: &Tricks) -> String {
    let card = |trick: &WonTrick| match trick.disposition {
        Disposition::Well => trick.card.id(),
        Disposition::Ill => format!("{}'", trick.card),
    };
    let side = |tricks: &[WonTrick]| tricks.iter().map(card).collect::<Vec<_>>().join(" ");
    format!("{} | {}", side(&tricks.own), side(&tricks.partner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TeamOutcome;

    #[test]
    fn slots_are_filled_and_the_sentence_begins_with_a_capital() {
        let frame = Frame::parse("{card} speaks of {theme}.").expect("a frame");
        let told = frame.fill(&[(Slot::Card, "the Fool"), (Slot::Theme, "trust")]);
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

    fn tricks() -> Tricks {
        let trick = |id: &str, disposition| WonTrick { card: id.parse().expect("a card"), disposition };
        Tricks {
            own: vec![trick("wa02", Disposition::Well), trick("ar17", Disposition::Ill)],
            partner: vec![trick("cuqu", Disposition::Well)],
            outcome: TeamOutcome::Won,
            seats: None,
        }
    }

    #[test]
    fn tricks_are_a_text() {
        assert_eq!(text_of(&tricks()), "wa02 ar17' | cuqu");
        assert_eq!(text_of(&Tricks { own: vec![], partner: vec![], ..tricks() }), " | ");
    }

    #[test]
    fn the_reading_determines_its_wordings() {
        let picked = |mut variants: Variants| (0..40).map(|_| *variants.pick(&[0, 1, 2])).collect::<Vec<_>>();
        let game = |deal, player| picked(Variants::of_game("arcana", "", deal, Player(player)));
        assert_eq!(game(1, 0), game(1, 0));
        assert_ne!(game(1, 0), game(1, 2));
        assert_ne!(game(1, 0), game(2, 0));
        assert_eq!(picked(Variants::of_tricks(&tricks())), picked(Variants::of_tricks(&tricks())));
    }

    #[test]
    fn a_single_wording_uses_no_randomness() {
        let mut variants = Variants::of_game("arcana", "", 1, Player(0));
        let mut same = variants.clone();
        assert_eq!(variants.pick(&["only"]), &"only");
        let pick = |variants: &mut Variants| (0..20).map(|_| *variants.pick(&[0, 1, 2, 3])).collect::<Vec<_>>();
        assert_eq!(pick(&mut variants), pick(&mut same));
    }
}
