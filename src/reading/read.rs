//! From tricks to a reading.

use std::fmt;

use crate::cards::{Card, Hand};

use super::{
    Choice, Disposition, Layout, Place, PlaceReading, ReadCard, Reading, Side, Source, SuitCounts, SuitOrStars,
    Summary, Trick, Tricks, Verdict, Zone, ZoneReading, narrate::Narrator,
};

/// The most tricks that two partners can have won together: all of a deal.
const MOST_TRICKS: usize = 19;

/// The last trick that any layout has a place for.
const LAST_PLACED: u8 = 10;

/// Why tricks cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadingError {
    /// A card is named twice over both lists.
    DuplicateCard {
        /// The card.
        card: Card,
        /// Where it stands first.
        first: Source,
        /// Where it stands again.
        again: Source,
    },
    /// There are more tricks than a deal has.
    TooManyTricks {
        /// How many the querent has.
        own: usize,
        /// How many his partner has.
        partner: usize,
    },
}

/// Reads one player's tricks.
///
/// # Errors
/// When a card appears twice, or there are more than 19 tricks (`reading.md`, "Input").
pub fn read(tricks: &Tricks, choice: Choice) -> Result<Reading, ReadingError> {
    check(tricks)?;
    let layout = choice.layout.unwrap_or_else(|| Layout::of(tricks.own.len(), tricks.partner.len()));
    let verdict = Verdict::from(tricks.outcome);
    let narrator = Narrator::of(choice);
    let cards = tricks.all().map(|(source, trick)| read_card(source, trick, narrator)).collect::<Vec<_>>();
    let has_place = |card: &ReadCard| layout.places().any(|place| place.sources().contains(&card.source()));
    let listed = |wanted: &dyn Fn(&ReadCard) -> bool| cards.iter().filter(|card| wanted(card)).cloned().collect();
    Ok(Reading {
        layout,
        verdict,
        player: tricks.seats.map(|seats| seats.player),
        partner: tricks.seats.map(|seats| seats.partner),
        deck: choice.deck,
        language: choice.language,
        texts_version: choice.texts_version,
        zones: zones(layout, &cards, narrator),
        beyond: listed(&|card| card.trick > LAST_PLACED),
        unplaced: listed(&|card| card.trick <= LAST_PLACED && !has_place(card)),
        summary: summary(verdict, &cards, narrator),
    })
}

fn check(tricks: &Tricks) -> Result<(), ReadingError> {
    let mut seen = Hand::EMPTY;
    for (again, trick) in tricks.all() {
        if !seen.insert(trick.card) {
            let first = tricks.all().find(|(_, other)| other.card == trick.card);
            let first = first.map_or(again, |(source, _)| source);
            return Err(ReadingError::DuplicateCard { card: trick.card, first, again });
        }
    }
    let (own, partner) = (tricks.own.len(), tricks.partner.len());
    if own + partner > MOST_TRICKS {
        return Err(ReadingError::TooManyTricks { own, partner });
    }
    Ok(())
}

fn read_card(source: Source, trick: Trick, narrator: Narrator) -> ReadCard {
    ReadCard {
        id: trick.card,
        name: narrator.name(trick.card),
        suit: SuitOrStars::of(trick.card),
        disposition: trick.disposition,
        from: source.from,
        trick: source.trick,
        keywords: &narrator.meaning(trick.card, trick.disposition).keywords,
    }
}

fn zones(layout: Layout, cards: &[ReadCard], narrator: Narrator) -> Vec<ZoneReading> {
    let zone = |zone: Zone| ZoneReading {
        zone,
        places: zone.places().map(|place| read_place(layout, place, cards, narrator)).collect(),
    };
    layout.zones().iter().map(|it| zone(*it)).collect()
}

fn read_place(layout: Layout, place: Place, cards: &[ReadCard], narrator: Narrator) -> PlaceReading {
    let there = |card: &&ReadCard| place.sources().contains(&card.source());
    let cards = cards.iter().filter(there).cloned().collect::<Vec<_>>();
    PlaceReading {
        place,
        court: place.court(),
        meaning: place.meaning(),
        correspondence: place.correspondence(),
        sphere: place.sphere().filter(|_| layout.has_spheres()),
        sources: place.sources(),
        text: narrator.place(place, &cards),
        cards,
    }
}

fn summary(verdict: Verdict, cards: &[ReadCard], narrator: Narrator) -> Summary {
    let count = |wanted: &dyn Fn(&ReadCard) -> bool| cards.iter().filter(|card| wanted(card)).count() as u8;
    let suits = SuitCounts::of(cards.iter().map(|card| card.id));
    let counted = Summary {
        cards: cards.len() as u8,
        well: count(&|card| card.disposition == Disposition::Well),
        ill: count(&|card| card.disposition == Disposition::Ill),
        suits,
        element: suits.element(),
        courts: count(&|card| card.id.rank().is_some_and(|rank| rank.is_court())),
        stars: suits.stars,
        text: String::new(),
    };
    Summary { text: narrator.summary(verdict, &counted), ..counted }
}

impl ReadCard {
    /// Whose trick it is, and the which.
    pub const fn source(&self) -> Source {
        Source { from: self.from, trick: self.trick }
    }
}

impl ReadingError {
    /// The stable code of `reading.md`, "Input".
    pub const fn code(&self) -> &'static str {
        match self {
            ReadingError::DuplicateCard { .. } => "duplicate_card",
            ReadingError::TooManyTricks { .. } => "too_many_tricks",
        }
    }
}

impl fmt::Display for ReadingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadingError::DuplicateCard { card, first, again } => {
                write!(f, "`{card}` won {first}, so it cannot have won {again} too.")
            }
            ReadingError::TooManyTricks { own, partner } => {
                write!(f, "{own} own tricks and {partner} of the partner's: a deal has {MOST_TRICKS}.")
            }
        }
    }
}

impl std::error::Error for ReadingError {}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from {
            Side::Own => write!(f, "own trick {}", self.trick),
            Side::Partner => write!(f, "the partner's trick {}", self.trick),
        }
    }
}

#[cfg(test)]
mod tests;
