//! Readings as they are returned to callers: of one deal, of one player, and stored ones.

use crate::{
    games::{Player, fortunes},
    reading::{Care, Heading, Reading, Verdict},
    service::{
        GameDetails, StoredSpread,
        records::{AnyReading, GameId, ReadingRecord},
    },
};

/// The readings of one deal.
#[derive(Clone, Debug)]
pub struct GameReadings {
    /// The game.
    pub game: GameId,
    /// The deal, from 1.
    pub deal: u32,
    /// The readings, one per player.
    pub readings: Vec<Reading>,
    /// High, then Low: the players of the team, and its verdict.
    pub teams: [([Player; 2], Verdict); 2],
    /// The players' names.
    pub names: Vec<String>,
}

/// One player's reading of a deal.
#[derive(Clone, Debug)]
pub struct PlayersReading {
    /// The reading.
    pub reading: Reading,
    /// The heading: querent, question, partner and date.
    pub heading: Heading,
    /// The deal, from 1.
    pub deal: u32,
    /// Number of deals in the game.
    pub deals: u32,
    /// The players' names.
    pub names: Vec<String>,
}

/// A stored reading of either kind.
pub type AnyStored = AnyReading<StoredReading, StoredSpread>;

impl AnyStored {
    /// Why the question needs a person and not cards.
    pub fn care(&self) -> Option<Care> {
        match self {
            AnyReading::Fortunes(stored) => stored.reading.care,
            AnyReading::Spread(stored) => stored.reading.care,
        }
    }
}

/// A stored reading of a game.
#[derive(Debug)]
pub struct StoredReading {
    /// The stored record.
    pub record: ReadingRecord,
    /// The game, without detail.
    pub game: GameDetails,
    /// The cards, laid out.
    pub reading: Reading,
}

impl StoredReading {
    /// Its heading: the querent, the question, the partner and the date.
    pub fn heading(&self) -> Heading {
        Heading {
            querent: Some(self.record.querent.clone()),
            partner: self.partner().map(ToOwned::to_owned),
            question: Some(self.record.question.clone()),
            date: Some(self.record.created_at.format("%-d %B %Y").to_string()),
            game: Some(self.record.game.to_string()),
        }
    }

    /// The name of the querent's partner, who sits opposite.
    fn partner(&self) -> Option<&str> {
        let players = &self.game.record.players;
        let partner = fortunes::partner(self.record.player);
        players.get(partner.index()).map(|seat| seat.name.as_str())
    }
}
