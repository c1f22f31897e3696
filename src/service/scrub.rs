//! Scrubbing: every stored game is replayed and compared with its record, and its readings are rebuilt.

use std::collections::BTreeSet;

use parking_lot::Mutex;
use uuid::Uuid;

use super::{
    Class, PageSize, Service, ServiceError, StoredSpread, Verification, engine,
    projection::{BOT, Entrants, Standing, records::StandingKey},
    readings::rebuild,
    records::{AnyReading, GameId, ReadingId, ReadingRecord, SimulationId, SpreadRecord, StoredGame},
    store::{GameFilter, StoreError},
};
use crate::games::Ruleset;

/// A damaged record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The record.
    pub place: DamagedRow,
    /// What is wrong with it.
    pub why: String,
}

/// Identifies a damaged record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DamagedRow {
    /// A game.
    Game(GameId),
    /// A reading.
    Reading(ReadingId),
    /// A simulation.
    Simulation(SimulationId),
    /// The standings of a ruleset.
    Standings(Ruleset),
}

/// Number of standings read at once.
const STANDINGS: u16 = 100;

/// Maximum number of damaged rows that are remembered.
const REMEMBERED: usize = 1_000;

/// The damaged rows that were reported.
static LEFT_OUT: Mutex<BTreeSet<Uuid>> = Mutex::new(BTreeSet::new());

/// Reports a row that cannot be read, for a list that leaves it out so that the others come. It is logged once, as lists
/// come to it again and again.
pub(crate) fn left_out(what: &'static str, id: Uuid, error: &str) {
    let mut left_out = LEFT_OUT.lock();
    if left_out.len() < REMEMBERED && left_out.insert(id) {
        tracing::error!(what, %id, error, "a damaged row is left out of lists");
    }
}

/// An item of a list; `None`, and it is reported, if it cannot be read.
pub(super) fn readable<T>(
    what: &'static str,
    id: Uuid,
    item: Result<T, ServiceError>,
) -> Option<Result<T, ServiceError>> {
    match item {
        Err(ServiceError::Internal(error)) => {
            left_out(what, id, &error);
            None
        }
        item => Some(item),
    }
}

/// Result of scrubbing a game and its readings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scrubbed {
    /// Number of readings of the game.
    pub readings: u64,
    /// All damage found.
    pub damages: Vec<Damage>,
}

impl Service {
    /// Number of stored games.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn game_count(&self) -> Result<u64, ServiceError> {
        Ok(self.store.game_count().await?)
    }

    /// The ids of up to `limit` games after this one, ascending.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn game_ids(&self, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>, ServiceError> {
        Ok(self.store.game_ids(after, limit).await?)
    }

    /// Checks a game and its readings. A game that was deleted meanwhile counts as sound.
    ///
    /// # Errors
    /// `Unavailable` if the game could not be checked. Damage is reported in the result.
    pub async fn scrub(&self, id: GameId) -> Result<Scrubbed, ServiceError> {
        let mut scrubbed = Scrubbed::default();
        let place = DamagedRow::Game(id);
        let game = match self.store.game(id).await {
            Ok(None) => return Ok(scrubbed),
            Ok(Some(game)) => Some(game),
            Err(error) => {
                scrubbed.damages.push(Damage { place, why: broken(error)? });
                None
            }
        };
        if let Some(game) = game.clone() {
            let found = self.work.run_next(Class::Bulk, move |_| fault(&game)).await;
            scrubbed
                .damages
                .extend(found.unwrap_or_else(|error| Some(error.to_string())).map(|why| Damage { place, why }));
        }
        if scrubbed.damages.is_empty()
            && let Some(game) = &game
            && !self.store.is_indexed(&game.record).await?
        {
            let why = "it is not indexed under the names of its players and winners".to_owned();
            scrubbed.damages.push(Damage { place, why });
        }
        for reading in self.store.reading_ids(id).await? {
            scrubbed.readings += 1;
            let why = self.scrub_reading(reading, game.clone()).await?;
            scrubbed.damages.extend(why.map(|why| Damage { place: DamagedRow::Reading(reading), why }));
        }
        Ok(scrubbed)
    }

    /// What is wrong with a reading of a game. If the game itself is damaged, the cards are not checked.
    async fn scrub_reading(&self, id: ReadingId, game: Option<StoredGame>) -> Result<Option<String>, ServiceError> {
        let record = match self.store.reading(id).await {
            Ok(None) => return Ok(None),
            Ok(Some(AnyReading::Fortunes(record))) => record,
            Ok(Some(AnyReading::Spread(_))) => return Ok(Some("it is a spread's, and has a game".to_owned())),
            Err(error) => return broken(error).map(Some),
        };
        let Some(game) = game else { return Ok(None) };
        let found = self.work.run_next(Class::Bulk, move |_| reading_fault(record, game)).await;
        Ok(found.unwrap_or_else(|error| Some(error.to_string())))
    }
}

impl Service {
    /// The ids of up to `limit` readings of spreads after this one, ascending.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn spread_ids(&self, after: Option<ReadingId>, limit: u32) -> Result<Vec<ReadingId>, ServiceError> {
        Ok(self.store.spread_ids(after, limit).await?)
    }

    /// Checks a reading of a spread by drawing and reading its cards again. One that was deleted meanwhile counts as
    /// sound.
    ///
    /// # Errors
    /// `Unavailable` if the reading could not be checked. Damage is reported in the result.
    pub async fn scrub_spread(&self, id: ReadingId) -> Result<Scrubbed, ServiceError> {
        let why = match self.store.reading(id).await {
            Ok(None | Some(AnyReading::Fortunes(_))) => return Ok(Scrubbed::default()),
            Ok(Some(AnyReading::Spread(record))) => spread_fault(record),
            Err(error) => Some(broken(error)?),
        };
        let damages = why.into_iter().map(|why| Damage { place: DamagedRow::Reading(id), why }).collect();
        Ok(Scrubbed { readings: 1, damages })
    }

    /// Number of damaged rows found since the start, which lists leave out; at most so many as are remembered.
    pub fn damaged_rows(&self) -> usize {
        LEFT_OUT.lock().len()
    }

    /// Checks whether each person in the standings of a ruleset has played a game.
    ///
    /// # Errors
    /// `Unavailable` if it could not be checked. Damage is not an error.
    pub async fn scrub_standings(&self, ruleset: Ruleset) -> Result<Vec<Damage>, ServiceError> {
        let (mut damages, mut from) = (Vec::new(), None);
        loop {
            let page = self.store.leaderboard(ruleset, Entrants::ALL, from.as_ref(), PageSize::new(STANDINGS)).await?;
            for Standing { key, .. } in page.items {
                if !key.name.starts_with(BOT) && self.is_left_over(&key).await? {
                    let why = format!("no game is stored in which `{}` plays", key.name);
                    damages.push(Damage { place: DamagedRow::Standings(ruleset), why });
                }
            }
            from = page.next;
            if from.is_none() {
                return Ok(damages);
            }
        }
    }

    /// Is there a standing of a name without games?
    async fn is_left_over(&self, StandingKey { name, ruleset }: &StandingKey) -> Result<bool, ServiceError> {
        let filter = GameFilter { ruleset: Some(*ruleset), players: vec![name.clone()], ..GameFilter::default() };
        let games = self.store.games(&filter, None, 1).await?;
        if !games.items.is_empty() || games.next.is_some() {
            return Ok(false);
        }
        // With a game that was deleted meanwhile its standing has gone.
        let standings = self.store.player(name, 0).await?.standings;
        Ok(standings.iter().any(|standing| standing.key.ruleset == *ruleset))
    }
}

/// Why a record cannot be read; `Err` if the cause may be temporary.
pub(super) fn broken(error: StoreError) -> Result<String, ServiceError> {
    match error {
        StoreError::Broken(why) => Ok(why),
        error @ StoreError::Unavailable(_) => Err(error.into()),
    }
}

/// What is wrong with a game.
fn fault(game: &StoredGame) -> Option<String> {
    let Verification { valid, result_matches, chance_matches } = engine::verify(game);
    let why = if !valid {
        "its log does not replay to the end of the game"
    } else if !result_matches {
        "its result differs from that of its log"
    } else if chance_matches == Some(false) {
        "its deals or rolls differ from those of its seed"
    } else {
        return None;
    };
    Some(why.to_owned())
}

/// What is wrong with a reading of a game.
fn reading_fault(record: ReadingRecord, game: StoredGame) -> Option<String> {
    let stored = (record.verdict, record.layout);
    match rebuild(record, game) {
        Err(error) => Some(error.to_string()),
        Ok(rebuilt) if (rebuilt.reading.verdict, rebuilt.reading.layout) != stored => {
            Some("its verdict or its layout differs from that of its cards".to_owned())
        }
        Ok(_) => None,
    }
}

/// What is wrong with a reading of a spread.
fn spread_fault(record: SpreadRecord) -> Option<String> {
    let redrawn = |record: &SpreadRecord| {
        let drawing = record.drawing.as_ref()?;
        Some(drawing.cards(record.choice.significator).take(record.cards.len()).collect::<Vec<_>>())
    };
    if redrawn(&record).is_some_and(|cards| cards != record.cards) {
        return Some("its cards differ from those of its seed".to_owned());
    }
    StoredSpread::rebuild(record).err().map(|error| error.to_string())
}
