//! Counters since the start of the service.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use parking_lot::Mutex;
use tokio::sync::Notify;

use super::records::Source;
use crate::games::{Code, Ruleset};

/// A count for each ruleset.
type ByRuleset = [AtomicU64; Ruleset::ALL.len()];

/// A rejected log: its ruleset (`None` if the document names no known one) and the error code of the rules page.
pub type Refused = (Option<Ruleset>, Code);

/// Counters since the start of the service.
#[derive(Debug, Default)]
pub struct Counters {
    played: ByRuleset,
    imported: ByRuleset,
    at_tables: ByRuleset,
    readings: AtomicU64,
    game_stored: Notify,
    simulated: ByRuleset,
    // Logs are rarely rejected, so a lock is cheap here.
    refused: Mutex<HashMap<Refused, u64>>,
}

impl Counters {
    /// Counts a stored game, and the readings stored with it.
    pub(super) fn stored(&self, ruleset: Ruleset, source: Source, readings: usize) {
        self.by_source(source)[ruleset.index()].fetch_add(1, Relaxed);
        self.readings.fetch_add(readings as u64, Relaxed);
        self.game_stored.notify_one();
    }

    /// Notified when a game is stored.
    pub(super) fn game_stored(&self) -> &Notify {
        &self.game_stored
    }

    /// Counts a reading that was stored without a game.
    pub(super) fn stored_reading(&self) {
        self.readings.fetch_add(1, Relaxed);
    }

    /// Counts games that were played for a simulation.
    pub(super) fn simulated(&self, ruleset: Ruleset, games: u64) {
        self.simulated[ruleset.index()].fetch_add(games, Relaxed);
    }

    /// Counts a log that broke the rules.
    pub(super) fn refused(&self, refused: Refused) {
        *self.refused.lock().entry(refused).or_default() += 1;
    }

    /// Number of games stored, by ruleset.
    pub fn games(&self, source: Source) -> impl Iterator<Item = (Ruleset, u64)> {
        Ruleset::ALL.into_iter().zip(self.by_source(source)).map(|(ruleset, count)| (ruleset, count.load(Relaxed)))
    }

    /// Number of games played for simulations, by ruleset.
    pub fn games_simulated(&self) -> impl Iterator<Item = (Ruleset, u64)> {
        Ruleset::ALL.into_iter().zip(&self.simulated).map(|(ruleset, count)| (ruleset, count.load(Relaxed)))
    }

    /// Number of readings stored.
    pub fn readings(&self) -> u64 {
        self.readings.load(Relaxed)
    }

    /// Number of rejected logs, by ruleset and code.
    pub fn refusals(&self) -> Vec<(Refused, u64)> {
        let refused = self.refused.lock();
        refused.iter().map(|(refused, count)| (*refused, *count)).collect()
    }

    fn by_source(&self, source: Source) -> &ByRuleset {
        match source {
            Source::Played => &self.played,
            Source::Imported => &self.imported,
            Source::Table => &self.at_tables,
        }
    }
}
