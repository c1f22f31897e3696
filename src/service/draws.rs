//! Cards drawn for a spread, and read.

use chrono::NaiveDate;

use super::{
    ClientSeed, Name, Question, SeedText, Service, ServiceError,
    records::{CommitmentId, DrawingRecord, Seed},
};
use crate::reading::{DrawnCard, Heading, Reversals, Shuffled, SpreadChoice, SpreadReading, TextsVersion, read_spread};

/// A request for cards in a spread.
#[derive(Clone, Debug)]
pub struct DrawRequest {
    /// The person who asks.
    pub querent: Option<Name>,
    /// The question.
    pub question: Question,
    /// How the cards are read.
    pub choice: SpreadChoice,
    /// Where they come from.
    pub cards: CardsAsked,
}

/// Where the cards come from.
#[derive(Clone, Debug)]
pub enum CardsAsked {
    /// They were drawn by hand.
    Given(Vec<DrawnCard>),
    /// They are drawn from a seed.
    Drawn(Drawing),
}

/// How cards are drawn from a seed (chance.md, "Draws").
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The seed; `None`: one that nobody could guess.
    pub seed: Option<SeedText>,
    /// The caller's part of it.
    pub client_seed: ClientSeed,
    /// The day of which it is the draw.
    pub when: Option<NaiveDate>,
    /// The cards that are shuffled.
    pub shuffled: Shuffled,
    /// How many of them are reversed.
    pub reversals: Reversals,
    /// How many cards of the same shuffle were seen before.
    pub skip: u8,
}

/// Cards in a spread, read.
#[derive(Debug)]
pub struct Drawn {
    /// What was asked for, its seed filled in.
    pub request: DrawRequest,
    /// The cards, in reading order.
    pub cards: Vec<DrawnCard>,
    /// What they were drawn from; `None` for cards that were given.
    pub drawing: Option<DrawingRecord>,
    /// The reading.
    pub reading: SpreadReading,
}

impl Drawn {
    /// What stands above the reading.
    pub fn heading(&self) -> Heading {
        Heading {
            querent: self.request.querent.as_ref().map(|name| name.as_str().to_owned()),
            question: Some(self.request.question.as_str().to_owned()),
            ..Heading::default()
        }
    }

    /// The version of its texts.
    pub const fn texts_version(&self) -> TextsVersion {
        TextsVersion::V2
    }
}

impl Drawing {
    /// What is drawn from: this seed, which a commitment may have promised.
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
    /// Draws cards for a spread and reads them; nothing is stored.
    ///
    /// # Errors
    /// `Internal` when there is not one card for each place, which the caller has checked.
    pub fn draw(&self, request: DrawRequest) -> Result<Drawn, ServiceError> {
        self.drawn(request, None)
    }

    /// Draws cards for a spread and reads them, from the seed of a commitment if there is one.
    pub(super) fn drawn(
        &self,
        mut request: DrawRequest,
        committed: Option<(CommitmentId, [u8; 32])>,
    ) -> Result<Drawn, ServiceError> {
        let (cards, drawing) = match &mut request.cards {
            CardsAsked::Given(cards) => (cards.clone(), None),
            CardsAsked::Drawn(drawing) => {
                let seed = match (committed, &drawing.seed) {
                    (Some((_, seed)), _) => Seed::Made(seed),
                    (None, Some(seed)) => Seed::Given(seed.as_str().to_owned()),
                    (None, None) => Seed::Made(self.ids.secret()),
                };
                let from = drawing.record(seed, committed.map(|(id, _)| id));
                drawing.seed = Some(SeedText::new(&from.seed.text()).expect("a seed, or 64 digits, which are one"));
                let places = request.choice.spread.places().len();
                (from.cards(request.choice.significator).take(places).collect(), Some(from))
            }
        };
        let reading = read_spread(request.choice.clone(), &cards);
        let reading = reading.map_err(|why| ServiceError::Internal(format!("a draw can be read: {why}")))?;
        Ok(Drawn { request, cards, drawing, reading })
    }
}
