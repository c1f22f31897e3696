//! Makes a reading from tricks.

use std::fmt;

use arcana_engine::{
    cards::{Card, Hand},
    games::fortunes::TRICKS,
};

use super::{
    Disposition, Layout, Place, PlaceReading, ReadCard, Reading, ReadingChoice, Side, Source, SuitCounts, SuitOrStars,
    Summary, Tricks, Untold, Variants, Verdict, WonTrick, Zone, ZoneReading, narrate::narrate, rarity::Rarity,
    texts::texts,
};

/// The highest trick number with a position in any layout.
const LAST_PLACED: u8 = 10;

/// Why tricks cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadingError {
    /// A card occurs twice in both lists.
    DuplicateCard {
        /// The card.
        card: Card,
        /// Its first occurrence.
        first: Source,
        /// Its second occurrence.
        again: Source,
    },
    /// There are more tricks than in a deal.
    TooManyTricks {
        /// Number of the querent's tricks.
        own: usize,
        /// Number of the partner's tricks.
        partner: usize,
    },
}

/// Makes the reading of one player's tricks. The wordings are chosen by the cards, in place of a game's seed.
///
/// # Errors
/// A card occurs twice, or there are more than 19 tricks (`reading.md`, "Input").
pub fn read(tricks: &Tricks, choice: ReadingChoice) -> Result<Untold<Reading>, ReadingError> {
    read_with(tricks, choice, Variants::of_tricks(tricks))
}

/// The same, with wordings chosen by `variants`.
///
/// # Errors
/// As [`read`].
pub fn read_with(tricks: &Tricks, choice: ReadingChoice, variants: Variants) -> Result<Untold<Reading>, ReadingError> {
    check(tricks)?;
    let mut reading = lay_out(tricks, choice);
    let laid = narrate(&mut reading, variants);
    Ok(Untold { reading, laid })
}

/// The cards in their positions, without texts.
fn lay_out(tricks: &Tricks, choice: ReadingChoice) -> Reading {
    let layout = choice.layout.unwrap_or_else(|| Layout::of(tricks.own.len(), tricks.partner.len()));
    let verdict = Verdict::from(tricks.outcome);
    let cards = tricks.all().map(|(source, trick)| read_card(source, trick, choice)).collect::<Vec<_>>();
    let has_place = |card: &ReadCard| layout.place_of(card.source()).is_some();
    let listed = |fits: &dyn Fn(&ReadCard) -> bool| cards.iter().filter(|card| fits(card)).cloned().collect();
    Reading {
        layout,
        verdict,
        player: tricks.seats.map(|seats| seats.player),
        partner: tricks.seats.map(|seats| seats.partner),
        deck: choice.deck,
        question_kind: choice.question_kind,
        care: None,
        language: choice.language,
        zones: zones(layout, &cards),
        beyond: listed(&|card| card.trick > LAST_PLACED),
        unplaced: listed(&|card| card.trick <= LAST_PLACED && !has_place(card)),
        summary: summary(&cards),
        rarity: Rarity::of(tricks, choice),
    }
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
    if own + partner > TRICKS {
        return Err(ReadingError::TooManyTricks { own, partner });
    }
    Ok(())
}

fn read_card(source: Source, trick: WonTrick, choice: ReadingChoice) -> ReadCard {
    let texts = texts(choice.language);
    let meaning = texts.card(trick.card, choice.deck).meaning(trick.disposition);
    ReadCard {
        id: trick.card,
        name: choice.deck.card_name(trick.card),
        title: choice.deck.card_title(trick.card),
        suit: SuitOrStars::of(trick.card),
        disposition: trick.disposition,
        from: source.from,
        trick: source.trick,
        keywords: &meaning.keywords,
        won: None,
    }
}

fn zones(layout: Layout, cards: &[ReadCard]) -> Vec<ZoneReading> {
    let zone = |zone: Zone| ZoneReading {
        zone,
        about: None,
        places: zone.places().map(|place| read_place(layout, place, cards)).collect(),
        empty: None,
    };
    layout.zones().iter().map(|it| zone(*it)).collect()
}

fn read_place(layout: Layout, place: Place, cards: &[ReadCard]) -> PlaceReading {
    let there = |card: &&ReadCard| place.sources().contains(&card.source());
    let cards = cards.iter().filter(there).cloned().collect::<Vec<_>>();
    PlaceReading {
        place,
        court: place.court(),
        meaning: place.meaning(),
        correspondence: place.correspondence(),
        sphere: place.sphere().filter(|_| layout.has_spheres()),
        sources: place.sources(),
        cards,
        text: String::new(),
        plain: String::new(),
    }
}

fn summary(cards: &[ReadCard]) -> Summary {
    let count = |fits: &dyn Fn(&ReadCard) -> bool| cards.iter().filter(|card| fits(card)).count() as u8;
    let suits = SuitCounts::of(cards.iter().map(|card| card.id));
    Summary {
        cards: cards.len() as u8,
        well: count(&|card| card.disposition == Disposition::Well),
        ill: count(&|card| card.disposition == Disposition::Ill),
        suits,
        element: suits.element(),
        courts: count(&|card| card.id.rank().is_some_and(|rank| rank.is_court())),
        stars: suits.stars,
        dignities: Vec::new(),
        text: String::new(),
    }
}

impl ReadCard {
    /// The owner and number of the trick.
    pub const fn source(&self) -> Source {
        Source { from: self.from, trick: self.trick }
    }
}

impl fmt::Display for ReadingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadingError::DuplicateCard { card, first, again } => {
                write!(f, "`{card}` won {first}, so it cannot have won {again} too.")
            }
            ReadingError::TooManyTricks { own, partner } => {
                write!(f, "{own} own tricks and {partner} of the partner's: a deal has {TRICKS}.")
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
