//! Remarkable features of the cards: repeated ranks, suits, Stars and courts, rarest first.

use crate::{
    Reading,
    usual::{Counts, Measure, alike},
};
use arcana_engine::cards::{Card, Rank, Suit};

/// A remarkable feature of the cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// Three or four cards of a rank.
    Alike(Rank, u8),
    /// A suit with more cards than any other and than there are Stars.
    Leads(Suit, u8),
    /// Two suits tied for the most cards.
    Shared([Suit; 2]),
    /// Suits without cards.
    Missing(Vec<Suit>),
    /// No Star.
    NoStars,
    /// A single Star.
    OneStar(Card),
    /// Three Stars or more.
    ManyStars(u8),
    /// No court card.
    NoCourts,
    /// A single court card.
    OneCourt(Card),
    /// Three court cards or more.
    ManyCourts(u8),
}

/// The remarks on a reading, rarest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remarks {
    /// None.
    None,
    /// A feature of up to half of all readings.
    Ordinary(Remark),
    /// A rare feature.
    One(Remark),
    /// Two rare features.
    Two(Remark, Remark),
}

/// A remark with the number of 10,000 readings that have the feature.
type Found = (u32, Remark);

/// Maximum frequency of a feature worth a remark, of 10,000 readings.
const ORDINARY: u32 = 5000;

/// Maximum frequency of a rare feature.
const RARE: u32 = 2500;

/// Maximum frequency of a second rare feature.
const SECOND: u32 = 2000;

impl Remarks {
    /// The remarks on a reading with these counts.
    pub fn on(reading: &Reading, counts: &Counts) -> Remarks {
        let mut found = alikes(counts);
        let of_court = found.iter().any(|(_, remark)| matches!(remark, Remark::Alike(rank, _) if rank.is_court()));
        found.extend(suits(counts));
        found.extend(stars(reading, counts));
        // Three Kings already imply many courts.
        let known = |found: &Found| of_court && matches!(found, (_, Remark::ManyCourts(_)));
        found.extend(courts(reading, counts).filter(|found| !known(found)));
        // The sort is stable: among equals the earlier kind comes first.
        found.sort_by_key(|(readings, _)| *readings);
        let mut found = found.into_iter().filter(|(readings, _)| *readings <= ORDINARY);
        match (found.next(), found.next()) {
            (None, _) => Remarks::None,
            (Some((readings, first)), _) if readings > RARE => Remarks::Ordinary(first),
            (Some((_, first)), Some((readings, second))) if readings <= SECOND => Remarks::Two(first, second),
            (Some((_, first)), _) => Remarks::One(first),
        }
    }
}

/// Ranks with three or four cards.
fn alikes(counts: &Counts) -> Vec<Found> {
    let repeated = Rank::ALL.into_iter().filter(|rank| counts.rank(*rank) > 2);
    let remark = |rank| (alike(rank, counts.rank(rank)), Remark::Alike(rank, counts.rank(rank)));
    repeated.map(remark).collect()
}

/// Suits that lead with more cards than there are Stars, and suits without cards.
fn suits(counts: &Counts) -> impl Iterator<Item = Found> {
    let most = counts.get(Measure::Suit);
    let with = |cards: u8| Suit::ALL.into_iter().filter(move |suit| counts.suit(*suit) == cards).collect::<Vec<_>>();
    let leading = match with(most).as_slice() {
        _ if counts.get(Measure::Stars) >= most => None,
        [suit] if most > 2 => Some((at_least(Measure::Suit, counts), Remark::Leads(*suit, most))),
        // Not rare, and only remarked on if there is nothing else.
        [one, other] if most > 1 => Some((ORDINARY, Remark::Shared([*one, *other]))),
        _ => None,
    };
    let missing = Some(with(0)).filter(|suits| !suits.is_empty());
    let missing = missing.map(|suits| (at_least(Measure::Missing, counts), Remark::Missing(suits)));
    leading.into_iter().chain(missing)
}

fn stars(reading: &Reading, counts: &Counts) -> Option<Found> {
    match counts.get(Measure::Stars) {
        0 => Some((at_most(Measure::Stars, counts), Remark::NoStars)),
        1 => {
            first(reading, |card| card.is_trump()).map(|star| (exactly(Measure::Stars, counts), Remark::OneStar(star)))
        }
        2 => None,
        many => Some((at_least(Measure::Stars, counts), Remark::ManyStars(many))),
    }
}

fn courts(reading: &Reading, counts: &Counts) -> Option<Found> {
    let is_court = |card: Card| card.rank().is_some_and(Rank::is_court);
    match counts.get(Measure::Courts) {
        0 => Some((at_most(Measure::Courts, counts), Remark::NoCourts)),
        1 => first(reading, is_court).map(|court| (exactly(Measure::Courts, counts), Remark::OneCourt(court))),
        2 => None,
        many => Some((at_least(Measure::Courts, counts), Remark::ManyCourts(many))),
    }
}

fn first(reading: &Reading, fits: impl Fn(Card) -> bool) -> Option<Card> {
    reading.cards().map(|card| card.id).find(|card| fits(*card))
}

fn at_least(measure: Measure, counts: &Counts) -> u32 {
    measure.at_least(counts.cards, counts.get(measure))
}

fn at_most(measure: Measure, counts: &Counts) -> u32 {
    measure.at_most(counts.cards, counts.get(measure))
}

fn exactly(measure: Measure, counts: &Counts) -> u32 {
    measure.exactly(counts.cards, counts.get(measure))
}
