//! Why a text names no card.

use std::fmt;

use super::words::TRUMPS;
use crate::cards::{Card, Deck, PACK};

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
    /// The refusal of a name without a reading.
    pub(super) fn unknown(name: &str, deck: Deck) -> Refusal {
        let name = joined(name);
        let room = (name.chars().count() / 4).max(1);
        let mut near: Vec<(usize, usize, Card)> = known(deck)
            .map(|(word, card)| (strsim::osa_distance(&word, &name), card.index(), card))
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

/// The names that are compared, and their cards: those of the deck, and the common ones of trumps.
fn known(deck: Deck) -> impl Iterator<Item = (String, Card)> {
    let own = PACK.into_iter().map(move |card| (joined(&deck.card_name(card).to_lowercase()), card));
    own.chain(TRUMPS.iter().map(move |(word, number)| ((*word).to_owned(), deck.counterpart(Card::trump(*number)))))
}

/// A name without `the` and separators.
fn joined(name: &str) -> String {
    let name = name.replace([' ', '-'], "");
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
