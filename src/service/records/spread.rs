//! A stored reading of a spread: the data from which it is rebuilt.

use std::iter::Skip;

use chrono::{DateTime, NaiveDate, Utc};
use deserr::Deserr;
use serde::Serialize;
use strum::IntoStaticStr;
use utoipa::ToSchema;

use super::{CommitmentId, OwnerId, ReadingId, ReadingRecord, Seed, StoredGame};
use crate::{
    cards::Card,
    reading::{Draw, DrawnCard, Reversals, Settled, Shuffled, SpreadChoice, seed_of_day},
};

/// Kind of a reading. Values may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserr, ToSchema, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[deserr(rename_all = lowercase)]
#[strum(serialize_all = "snake_case")]
pub enum ReadingKind {
    /// The tricks of a deal of Fortunes.
    Fortunes,
    /// Cards drawn for a spread.
    Spread,
}

impl ReadingKind {
    /// All kinds.
    pub const ALL: [ReadingKind; 2] = [ReadingKind::Fortunes, ReadingKind::Spread];

    /// The kind's id in the API.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

/// A value for either kind of reading.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyReading<F, S> {
    /// The tricks of a deal of Fortunes.
    Fortunes(F),
    /// Cards drawn for a spread.
    Spread(S),
}

impl<F, S> AnyReading<F, S> {
    /// The value, if it is of a reading of a game.
    pub fn fortunes(self) -> Option<F> {
        match self {
            AnyReading::Fortunes(reading) => Some(reading),
            AnyReading::Spread(_) => None,
        }
    }

    /// The value, if it is of a reading of a spread.
    pub fn spread(self) -> Option<S> {
        match self {
            AnyReading::Fortunes(_) => None,
            AnyReading::Spread(reading) => Some(reading),
        }
    }
}

impl AnyReading<(ReadingRecord, StoredGame), SpreadRecord> {
    /// Its id.
    pub const fn id(&self) -> ReadingId {
        match self {
            AnyReading::Fortunes((record, _)) => record.id,
            AnyReading::Spread(record) => record.id,
        }
    }
}

/// A stored reading of a spread: the question and the cards.
#[derive(Clone, Debug, PartialEq)]
pub struct SpreadRecord {
    /// Its id.
    pub id: ReadingId,
    /// Its owner.
    pub owner: OwnerId,
    /// Time of storing.
    pub created_at: DateTime<Utc>,
    /// The querent's name, if given.
    pub querent: Option<String>,
    /// The question; may be empty.
    pub question: String,
    /// The spread, and how its cards are read.
    pub choice: SpreadChoice,
    /// The number of the texts that it was first told by.
    pub texts_version: u32,
    /// The cards, in reading order.
    pub cards: Vec<DrawnCard>,
    /// How the cards were drawn; `None` if the caller gave them.
    pub drawing: Option<DrawingRecord>,
    /// The reading that it goes on from.
    pub former: Option<Former>,
}

/// The reading that another one goes on from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Former {
    /// Its id. It may have been deleted since.
    pub reading: ReadingId,
    /// The place beside which a clarifier lies; `None` for a follow-up question.
    pub place: Option<String>,
}

impl SpreadRecord {
    /// The place beside which it lies, if it is a clarifier.
    pub fn clarified_place(&self) -> Option<&str> {
        self.former.as_ref()?.place.as_deref()
    }

    /// The commitment that it uses up. A clarifier is of a shuffle for which its reading has used one.
    pub fn commitment(&self) -> Option<CommitmentId> {
        self.drawing.as_ref()?.commitment.filter(|_| self.clarified_place().is_none())
    }
}

/// How cards were drawn (chance.md, "Draws").
#[derive(Clone, Debug, PartialEq)]
pub struct DrawingRecord {
    /// The seed.
    pub seed: Seed,
    /// The caller's part of the seed; may be empty.
    pub client_seed: String,
    /// The commitment of the seed.
    pub commitment: Option<CommitmentId>,
    /// The date of a daily draw.
    pub when: Option<NaiveDate>,
    /// The cards that were shuffled.
    pub shuffled: Shuffled,
    /// How cards were reversed.
    pub reversals: Reversals,
    /// How many cards of the same shuffle were drawn before.
    pub skip: u8,
}

impl DrawingRecord {
    /// What was settled before the cards were drawn.
    pub fn settled(&self, significator: Option<Card>) -> Settled {
        let seen = self.shuffle(significator).take(self.skip.into()).map(|drawn| drawn.card);
        Settled::of(self.shuffled.cards(significator), self.reversals).after(seen)
    }

    /// The cards in the order in which they are drawn.
    pub fn cards(&self, significator: Option<Card>) -> Skip<Draw> {
        self.shuffle(significator).skip(usize::from(self.skip))
    }

    /// The whole shuffle.
    fn shuffle(&self, significator: Option<Card>) -> Draw {
        let seed = self.seed.text();
        let seed = self.when.map_or(seed.clone(), |date| seed_of_day(&seed, date));
        let pack = self.shuffled.cards(significator);
        Draw::of_pack(&seed, &self.client_seed, pack, self.reversals)
    }
}
