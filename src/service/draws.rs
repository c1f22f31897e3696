//! Cards drawn for a spread, and read.

use chrono::NaiveDate;

use super::{
    ClientSeed, FieldError, Name, Question, SeedText, Service, ServiceError, read_date,
    records::{CommitmentId, DrawingRecord, ReadingId, Seed},
};
use crate::reading::{
    DrawnCard, Heading, Reversals, Shuffled, SpreadChoice, SpreadError, SpreadReading, read_drawn, read_spread,
};

/// A request to draw cards for a spread.
#[derive(Clone, Debug)]
pub struct DrawRequest {
    /// The querent's name.
    pub querent: Option<Name>,
    /// The question.
    pub question: Question,
    /// The spread and how it is read.
    pub choice: SpreadChoice,
    /// The source of the cards.
    pub cards: CardSource,
    /// The reading to which this one is a follow-up, once it is stored.
    pub follows: Option<ReadingId>,
}

/// The source of the cards.
#[derive(Clone, Debug)]
pub enum CardSource {
    /// The caller drew them by hand.
    Given(Vec<DrawnCard>),
    /// The service draws them from a seed.
    Drawn(Drawing),
}

/// How cards are drawn from a seed (chance.md, "Draws").
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The seed; `None`: a random secret.
    pub seed: Option<SeedText>,
    /// The caller's part of the seed.
    pub client_seed: ClientSeed,
    /// The date of a daily draw.
    pub when: Option<NaiveDate>,
    /// The cards to shuffle.
    pub shuffled: Shuffled,
    /// How cards are reversed.
    pub reversals: Reversals,
    /// How many cards of the same shuffle were drawn before.
    pub skip: u8,
}

/// A drawn spread with its reading.
#[derive(Debug)]
pub struct Drawn {
    /// The request, with the seed filled in.
    pub request: DrawRequest,
    /// The cards, in reading order.
    pub cards: Vec<DrawnCard>,
    /// How the cards were drawn; `None` if the caller gave them.
    pub drawing: Option<DrawingRecord>,
    /// The reading.
    pub reading: SpreadReading,
}

impl Drawn {
    /// The heading of the reading.
    pub fn heading(&self) -> Heading {
        Heading {
            querent: self.request.querent.as_ref().map(|name| name.as_str().to_owned()),
            question: Some(self.request.question.as_str().to_owned()),
            ..Heading::default()
        }
    }
}

/// Reads the cards of a spread for a question. They were drawn from a seed if there is a record of it.
pub(super) fn read(
    choice: &SpreadChoice,
    (question, querent): (&str, Option<&str>),
    cards: &[DrawnCard],
    drawing: Option<&DrawingRecord>,
) -> Result<SpreadReading, SpreadError> {
    let reading = match drawing {
        Some(drawing) => read_drawn(choice.clone(), drawing.settled(choice.significator), cards),
        None => read_spread(choice.clone(), cards),
    };
    reading.map(|reading| reading.told_for(question, querent))
}

impl Drawing {
    /// The record of a draw from this seed, which may come from a commitment.
    fn record(&self, seed: Seed, commitment: Option<CommitmentId>) -> DrawingRecord {
        DrawingRecord {
            seed,
            client_seed: self.client_seed.as_str().to_owned(),
            commitment,
            when: self.when,
            shuffled: self.shuffled.clone(),
            reversals: self.reversals,
            skip: self.skip,
        }
    }
}

impl Service {
    /// Refuses the card of a day that has not begun, also by its seed (chance.md, "Draws").
    fn check_day(&self, drawing: &Drawing, seed: &str) -> Result<(), ServiceError> {
        let (field, date) = match drawing.when {
            Some(date) => ("/when", Some(date)),
            None => ("/seed", seed.rsplit_once('@').and_then(|(_, date)| read_date(date).ok())),
        };
        let begun = date.map_or(Ok(()), |date| self.begun(date).map(drop));
        begun.map_err(|why| ServiceError::Invalid(vec![FieldError::bad_value(field, why)]))
    }

    /// Draws cards for a spread and reads them, from the seed of a commitment if there is one; nothing is stored.
    ///
    /// # Errors
    /// `Invalid` for a day that has not begun; `Internal` if the number of cards differs from that of places, which the
    /// caller has checked.
    pub fn draw(
        &self,
        mut request: DrawRequest,
        committed: Option<(CommitmentId, [u8; 32])>,
    ) -> Result<Drawn, ServiceError> {
        let (cards, drawing) = match &mut request.cards {
            CardSource::Given(cards) => (cards.clone(), None),
            CardSource::Drawn(drawing) => {
                let seed = match (committed, &drawing.seed) {
                    (Some((_, seed)), _) => Seed::Made(seed),
                    (None, Some(seed)) => Seed::Given(seed.as_str().to_owned()),
                    (None, None) => Seed::Made(self.shared.ids.secret()),
                };
                let from = drawing.record(seed, committed.map(|(id, _)| id));
                self.check_day(drawing, &from.seed.text())?;
                drawing.seed = Some(SeedText::new(&from.seed.text()).expect("a seed, or 64 digits, which are one"));
                let places = request.choice.spread.places().len();
                (from.cards(request.choice.significator).take(places).collect(), Some(from))
            }
        };
        let asked = (request.question.as_str(), request.querent.as_ref().map(Name::as_str));
        let reading = read(&request.choice, asked, &cards, drawing.as_ref());
        let reading = reading.map_err(|why| ServiceError::Internal(format!("a draw can be read: {why}")))?;
        Ok(Drawn { request, cards, drawing, reading })
    }
}
