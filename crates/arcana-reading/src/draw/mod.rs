//! Cards drawn from a shuffled pack without a game (`chance.md`, "Draws").

use std::str::FromStr;

use chrono::NaiveDate;
use deserr::Deserr;
use serde::Serialize;
use utoipa::ToSchema;

use super::Disposition;
use arcana_engine::{
    cards::{Card, Deck, Hand, PACK},
    chance::Chance,
};

/// A card as it was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnCard {
    /// The card.
    pub card: Card,
    /// Upright (`well`) or reversed (`ill`).
    pub disposition: Disposition,
}

impl DrawnCard {
    /// The deck's name for it, with its orientation.
    pub fn label(self, deck: Deck) -> String {
        label(deck.card_name(self.card), self.disposition == Disposition::Ill)
    }
}

/// A card's name and orientation: `Two of Cups, reversed`.
pub(super) fn label(name: String, reversed: bool) -> String {
    if reversed { name + ", reversed" } else { name }
}

/// All 78 cards, the 22 trumps or the other 56.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserr, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[deserr(rename_all = lowercase)]
#[schema(as = PackOfCards)]
pub enum Pack {
    /// All 78.
    #[default]
    All,
    /// The 22 trumps.
    Majors,
    /// The other 56.
    Minors,
}

/// The cards that are shuffled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shuffled {
    /// A pack.
    Pack(Pack),
    /// These cards.
    Listed(Hand),
}

/// The probability that a drawn card is reversed, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reversals(f64);

/// An iterator over a shuffled pack.
#[derive(Debug)]
pub struct Draw {
    pack: std::vec::IntoIter<Card>,
    reversals: Reversals,
    chance: Chance,
}

impl Draw {
    /// The draw of a seed from the whole pack, with half of the cards reversed.
    pub fn new(seed: &str, client_seed: &str) -> Draw {
        Draw::of_pack(seed, client_seed, PACK.to_vec(), Reversals::default())
    }

    /// The draw of a seed from these cards, given in pack order.
    pub fn of_pack(seed: &str, client_seed: &str, mut pack: Vec<Card>, reversals: Reversals) -> Draw {
        let mut chance = Chance::of_draw(seed, client_seed);
        chance.shuffle(&mut pack);
        Draw { pack: pack.into_iter(), reversals, chance }
    }

    /// The draw of a seed on a date.
    pub fn of_day(seed: &str, date: NaiveDate) -> Draw {
        Draw::new(&seed_of_day(seed, date), "")
    }
}

/// The seed for a date, as in `arcana@2026-11-22`.
pub fn seed_of_day(seed: &str, date: NaiveDate) -> String {
    format!("{seed}@{}", date.format("%Y-%m-%d"))
}

impl Iterator for Draw {
    type Item = DrawnCard;

    fn next(&mut self) -> Option<DrawnCard> {
        let card = self.pack.next()?;
        let disposition = match self.reversals.has(self.chance.word()) {
            true => Disposition::Ill,
            false => Disposition::Well,
        };
        Some(DrawnCard { card, disposition })
    }
}

impl Pack {
    /// All packs.
    pub const ALL: [Pack; 3] = [Pack::All, Pack::Majors, Pack::Minors];

    /// The pack's id, as in `majors`.
    pub const fn id(self) -> &'static str {
        match self {
            Pack::All => "all",
            Pack::Majors => "majors",
            Pack::Minors => "minors",
        }
    }

    const fn contains(self, card: Card) -> bool {
        match self {
            Pack::All => true,
            Pack::Majors => card.is_trump(),
            Pack::Minors => !card.is_trump(),
        }
    }
}

impl Default for Shuffled {
    fn default() -> Shuffled {
        Shuffled::Pack(Pack::All)
    }
}

impl Shuffled {
    /// The cards in pack order, without the significator.
    pub fn cards(&self, taken_out: Option<Card>) -> Vec<Card> {
        let shuffled = |card: &Card| match self {
            Shuffled::Pack(pack) => pack.contains(*card),
            Shuffled::Listed(listed) => listed.contains(*card),
        };
        PACK.into_iter().filter(|card| Some(*card) != taken_out && shuffled(card)).collect()
    }
}

impl Reversals {
    /// A probability; `None` outside 0 to 1.
    pub fn new(share: f64) -> Option<Reversals> {
        // Negative zero becomes zero, which is how it is written.
        (0.0..=1.0).contains(&share).then_some(Reversals(share + 0.0))
    }

    /// The share.
    pub const fn share(self) -> f64 {
        self.0
    }

    /// Is a card with this random word reversed? The product with a power of two is exact.
    fn has(self, word: u32) -> bool {
        f64::from(word) < self.0 * 4_294_967_296.0
    }
}

impl Default for Reversals {
    /// One half.
    fn default() -> Reversals {
        Reversals(0.5)
    }
}

/// The card's id, with `'` after that of a reversed card: `cu02'`.
impl std::fmt::Display for DrawnCard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let stroke = match self.disposition {
            Disposition::Well => "",
            Disposition::Ill => "'",
        };
        write!(f, "{}{stroke}", self.card)
    }
}

/// Parses the same form.
impl FromStr for DrawnCard {
    type Err = <Card as FromStr>::Err;

    fn from_str(text: &str) -> Result<DrawnCard, Self::Err> {
        let (id, disposition) = match text.strip_suffix('\'') {
            Some(id) => (id, Disposition::Ill),
            None => (text, Disposition::Well),
        };
        Ok(DrawnCard { card: id.parse()?, disposition })
    }
}

#[cfg(test)]
mod tests;
