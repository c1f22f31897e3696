//! What strikes the eye: repeated ranks, suits, Stars and courts, the rarest first.

use crate::{
    cards::{Card, Rank, Suit},
    reading::{
        Reading,
        usual::{Counts, Measure, alike},
    },
};

/// Something remarkable about the cards as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// Three or four cards of a rank.
    Alike(Rank, u8),
    /// A suit with more cards than any other.
    Leads(Suit, u8),
    /// Two suits with more cards than the others.
    Shared([Suit; 2]),
    /// Suits without a card.
    Missing(Vec<Suit>),
    /// No Star at all.
    NoStars,
    /// A single Star.
    OneStar(Card),
    /// Three Stars or more.
    ManyStars(u8),
    /// No court card at all.
    NoCourts,
    /// A single court card.
    OneCourt(Card),
    /// Three court cards or more.
    ManyCourts(u8),
}

/// What is remarked on, the rarest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remarks {
    /// There is nothing to remark on.
    None,
    /// Something that half of all readings have.
    Ordinary(Remark),
    /// Something rare.
    One(Remark),
    /// Two rare things.
    Two(Remark, Remark),
}

/// A remark with how many readings of ten thousand give cause for it.
type Found = (u32, Remark);

/// Of ten thousand readings at most this many give cause for a remark that is made.
const ORDINARY: u32 = 5000;

/// The same for a rare one.
const RARE: u32 = 2500;

/// The same for a second one beside it.
const SECOND: u32 = 2000;

impl Remarks {
    /// Those on a reading whose cards have been counted.
    pub fn on(reading: &Reading, counts: &Counts) -> Remarks {
        let mut found = alikes(counts);
        let of_court = found.iter().any(|(_, remark)| matches!(remark, Remark::Alike(rank, _) if rank.is_court()));
        found.extend(suits(counts));
        found.extend(stars(reading, counts));
        // Three Kings say already that there are many courts.
        let known = |found: &Found| of_court && matches!(found, (_, Remark::ManyCourts(_)));
        found.extend(courts(reading, counts).filter(|found| !known(found)));
        // A stable sort: among equals the earlier kind comes first.
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

/// Ranks with three cards or more.
fn alikes(counts: &Counts) -> Vec<Found> {
    let repeated = Rank::ALL.into_iter().filter(|rank| counts.rank(*rank) > 2);
    let remark = |rank| (alike(rank, counts.rank(rank)), Remark::Alike(rank, counts.rank(rank)));
    repeated.map(remark).collect()
}

/// Suits that lead, and suits that are missing.
fn suits(counts: &Counts) -> impl Iterator<Item = Found> {
    let most = counts.get(Measure::Suit);
    let with = |cards: u8| Suit::ALL.into_iter().filter(move |suit| counts.suit(*suit) == cards).collect::<Vec<_>>();
    let leading = match with(most).as_slice() {
        [suit] if most > 2 => Some((at_least(Measure::Suit, counts), Remark::Leads(*suit, most))),
        // Not rare: only remarked on where there is nothing else.
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

fn first(reading: &Reading, wanted: impl Fn(Card) -> bool) -> Option<Card> {
    reading.cards().map(|card| card.id).find(|card| wanted(*card))
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
