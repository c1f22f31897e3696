//! Scrubbing: every stored game is replayed and compared with its record, and its readings are rebuilt.

use super::{
    Class, Service, ServiceError, StoredSpread, Verification, engine,
    readings::rebuild,
    records::{AnyReading, GameId, ReadingId, ReadingRecord, SimulationId, SpreadRecord, StoredGame},
    store::StoreError,
};

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
