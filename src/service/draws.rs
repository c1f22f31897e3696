//! Cards drawn for a spread, and read.

use chrono::NaiveDate;

use super::{ClientSeed, Name, Question, SeedText, Service, ServiceError};
use crate::{
    chance::hex,
    reading::{
        Draw, DrawnCard, Heading, Reversals, Shuffled, SpreadChoice, SpreadReading, TextsVersion, read_spread,
        seed_of_day,
    },
};

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
    /// The cards in the order in which they are drawn, from this seed.
    fn draw(&self, seed: &str, significator: Option<crate::cards::Card>) -> impl Iterator<Item = DrawnCard> {
        let seed = self.when.map_or_else(|| seed.to_owned(), |date| seed_of_day(seed, date));
        let pack = self.shuffled.cards(significator);
        Draw::of_pack(&seed, self.client_seed.as_str(), pack, self.reversals).skip(usize::from(self.skip))
    }
}

impl Service {
    /// Draws cards for a spread and reads them; nothing is stored.
    ///
    /// # Errors
    /// `Internal` when there is not one card for each place, which the caller has checked.
    pub fn draw(&self, mut request: DrawRequest) -> Result<Drawn, ServiceError> {
        let cards = match &mut request.cards {
            CardsAsked::Given(cards) => cards.clone(),
            CardsAsked::Drawn(drawing) => {
                let fresh = || SeedText::new(&hex(&self.ids.secret())).expect("64 digits are a seed");
                let seed = drawing.seed.get_or_insert_with(fresh).clone();
                let places = request.choice.spread.places().len();
                drawing.draw(seed.as_str(), request.choice.significator).take(places).collect()
            }
        };
        let reading = read_spread(request.choice.clone(), &cards);
        let reading = reading.map_err(|why| ServiceError::Internal(format!("a draw can be read: {why}")))?;
        Ok(Drawn { request, reading })
    }
}
