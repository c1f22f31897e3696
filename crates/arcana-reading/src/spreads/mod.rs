//! Spreads: positions with their geometry and questions, and readings of cards drawn for them (`docs/spreads.md`).
//!
//! ```
//! use arcana_reading::{Draw, KnownSpread, Spread, SpreadChoice, read_spread};
//!
//! let spread = Spread::Known(KnownSpread::find("three-card", None).expect("a spread"));
//! let cards: Vec<_> = Draw::new("arcana", "").take(spread.places().len()).collect();
//! let reading = read_spread(SpreadChoice::of(spread), &cards).expect("a card for each place").told_for("", []);
//! assert_eq!(reading.places[0].card.id.id(), "cu02");
//! assert!(reading.places[0].card.reversed);
//! ```

mod output;
mod settled;
mod spread;
mod tell;

use arcana_engine::cards::{Card, Deck, Hand, Rank};

use self::tell::SpreadTeller;
use crate::{
    Dignity, Disposition, DrawnCard, Language, QuestionKind, SuitCounts, SuitOrStars, Untold, synthesis::Laid,
    texts::texts,
};

pub use self::{
    output::{Answer, PlaceOfSpread, SpreadCard, SpreadName, SpreadReading, SpreadSummary, YesNo},
    settled::Settled,
    spread::{KnownSpread, MAX_PLACES, OwnFault, OwnSpread, Spread, SpreadPlace, UnknownSpread},
};

/// Options of a reading of a spread.
#[derive(Clone, Debug, PartialEq)]
pub struct SpreadChoice {
    /// The spread.
    pub spread: Spread,
    /// Deck whose card names are used.
    pub deck: Deck,
    /// The language of its texts.
    pub language: Language,
    /// What the question is about.
    pub question_kind: QuestionKind,
    /// The significator, taken out before the pack was shuffled.
    pub significator: Option<Card>,
}

/// Why cards cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpreadError {
    /// The number of cards differs from the number of positions.
    #[error("{cards} cards for {places} places")]
    Count {
        /// Number of cards.
        cards: usize,
        /// Number of positions.
        places: usize,
    },
    /// A card occurs twice, or is the significator.
    #[error("`{0}` is there twice")]
    Twice(Card),
}

impl SpreadChoice {
    /// Default options for a spread.
    pub fn of(spread: Spread) -> SpreadChoice {
        let (deck, language, question_kind) = Default::default();
        SpreadChoice { spread, deck, language, question_kind, significator: None }
    }
}

/// Makes the reading of a spread from cards drawn by hand, the first card at the first position.
///
/// The wordings depend only on the cards, so cards drawn by hand read the same as those of a seed, unless the request
/// settled more about those than that they are of one pack.
///
/// # Errors
/// The number of cards is wrong, or a card occurs twice.
pub fn read_spread(choice: SpreadChoice, cards: &[DrawnCard]) -> Result<Untold<SpreadReading>, SpreadError> {
    let settled = Settled::by_hand(choice.significator);
    read_drawn(choice, settled, cards)
}

/// The same from cards of which this was settled before they were drawn.
///
/// # Errors
/// As [`read_spread`].
pub fn read_drawn(
    choice: SpreadChoice,
    settled: Settled,
    cards: &[DrawnCard],
) -> Result<Untold<SpreadReading>, SpreadError> {
    check(&choice, cards)?;
    let mut teller = SpreadTeller::new(&choice, cards);
    let places = choice.spread.places().iter().zip(cards).map(|(place, card)| {
        let (text, plain) = teller.place(place, *card);
        PlaceOfSpread { place: place.clone(), card: shown(*card, choice.deck, choice.language), text, plain }
    });
    let places = places.collect::<Vec<_>>();
    let laid = teller.laid(settled);
    let SpreadChoice { spread, deck, language, question_kind, significator } = choice;
    let upright = |card: Card| shown(DrawnCard { card, disposition: Disposition::Well }, deck, language);
    let reading = SpreadReading {
        spread: name(&spread),
        deck,
        question_kind,
        care: None,
        language,
        significator: significator.map(upright),
        places,
        answer: answer(&laid),
        summary: summary(&laid),
    };
    Ok(Untold { reading, laid })
}

/// The answer by the count, if the spread gives one; it is told with the summary.
fn answer(laid: &Laid) -> Option<Answer> {
    let (upright, reversed) = (laid.count(Disposition::Well), laid.count(Disposition::Ill));
    let answer = if upright > reversed { YesNo::Yes } else { YesNo::No };
    let can = laid.answers && laid.settled.disposition().is_none();
    can.then(|| Answer { answer, upright, reversed, text: String::new() })
}

/// The counts of a summary, which is told with a question.
fn summary(laid: &Laid) -> SpreadSummary {
    let cards = || laid.cards.iter().map(|card| card.card);
    let suits = SuitCounts::of(cards());
    SpreadSummary {
        cards: laid.total(),
        upright: laid.count(Disposition::Well),
        reversed: laid.count(Disposition::Ill),
        suits,
        element: suits.element(),
        courts: cards().filter(|card| card.rank().is_some_and(Rank::is_court)).count() as u8,
        dignities: Dignity::of_neighbours(cards()),
        text: String::new(),
    }
}

fn check(choice: &SpreadChoice, cards: &[DrawnCard]) -> Result<(), SpreadError> {
    let places: &[SpreadPlace] = choice.spread.places();
    if cards.len() != places.len() {
        return Err(SpreadError::Count { cards: cards.len(), places: places.len() });
    }
    let mut seen: Hand = choice.significator.into_iter().collect();
    match cards.iter().find(|drawn| !seen.insert(drawn.card)) {
        Some(again) => Err(SpreadError::Twice(again.card)),
        None => Ok(()),
    }
}

fn name(spread: &Spread) -> SpreadName {
    let (id, frame) = match spread {
        Spread::Known(known) => (Some(known.id.as_str()), known.frame.as_deref()),
        Spread::Own(_) => (None, None),
    };
    SpreadName { id, name: spread.name().to_owned(), frame }
}

fn shown(drawn: DrawnCard, deck: Deck, language: Language) -> SpreadCard {
    let DrawnCard { card, disposition } = drawn;
    let texts = texts(language).card(card, deck);
    SpreadCard {
        id: card,
        name: deck.card_name(card),
        title: deck.card_title(card),
        suit: SuitOrStars::of(card),
        reversed: disposition == Disposition::Ill,
        keywords: &texts.meaning(disposition).keywords,
    }
}

#[cfg(test)]
mod tests;
