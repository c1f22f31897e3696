//! Why a text names no card.

use std::fmt;

use crate::cards::{Card, Deck};

/// Maximum number of nearest names told.
const TOLD: usize = 3;

/// Why a text names no card of a deck. It is written behind the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It names none; these are the names most like it.
    Unknown(Vec<String>),
    /// It may be any of these.
    Ambiguous(Vec<String>),
}

impl Refusal {
    /// The refusal of a name without a reading, by comparison with known names of cards.
    pub(super) fn unknown(name: &str, deck: Deck, known: impl Iterator<Item = (String, Card)>) -> Refusal {
        let name = joined(name);
        let room = (name.chars().count() / 4).max(1);
        let mut near: Vec<(usize, usize, Card)> = known
            .map(|(word, card)| (strsim::osa_distance(&joined(&word), &name), card.index(), card))
            .filter(|(distance, ..)| *distance <= room)
            .collect();
        near.sort_unstable();
        let best = near.first().map_or(0, |(distance, ..)| *distance);
        near.retain(|(distance, ..)| *distance <= best + 1);
        let mut names: Vec<String> = Vec::new();
        for (.., card) in near {
            let name = deck.card_name(card);
            if names.len() < TOLD && !names.contains(&name) {
                names.push(name);
            }
        }
        Refusal::Unknown(names)
    }

    /// The refusal of a name with several readings.
    pub(super) fn ambiguous(cards: &[Card], deck: Deck) -> Refusal {
        Refusal::Ambiguous(cards.iter().map(|card| deck.card_name(*card)).collect())
    }
}

/// A name without `the` and separators.
fn joined(name: &str) -> String {
    let name = name.to_lowercase().replace([' ', '-'], "");
    name.strip_prefix("the").map(str::to_owned).unwrap_or(name)
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unknown(near) if near.is_empty() => {
                f.write_str("is not a card. Write it as “Two of Cups”, “The Fool” or `cu02`.")
            }
            Refusal::Unknown(near) => write!(f, "is not a card. The nearest names: {}.", near.join(", ")),
            Refusal::Ambiguous(readings) => write!(f, "may be {}. Write the whole name.", readings.join(" or ")),
        }
    }
}

impl std::error::Error for Refusal {}
