//! What the projection needs from a database.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::records::{Advance, AsOf, NextGame, Pair, Progress, ShownIn, Standing, StandingKey};
use crate::{
    games::Ruleset,
    reading::rarity::{RarityFilter, Share},
    service::{
        page::{Page, PageSize, Position},
        store_error::StoreError,
    },
};

/// A position in a list of standings.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedPosition {
    /// mu - 3 sigma.
    pub lower_bound: f64,
    /// The name.
    pub name: String,
}

/// A name's standings, and the names it met most often.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// One for each ruleset played; empty if the name is unknown.
    pub standings: Vec<Standing>,
    /// By ruleset, its most frequent partners.
    pub partners: Vec<Pair>,
    /// By ruleset, its most frequent opponents.
    pub opponents: Vec<Pair>,
    /// The last game that is counted.
    pub as_of: Option<AsOf>,
}

/// Counts in the readings of listed games of Fortunes; those of deleted games stay until a reindex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredLayouts {
    /// Share of readings that match, four of each deal; for a disposition alone, share of the cards in positions.
    pub share: Share,
    /// Matching readings, of up to ten games.
    pub examples: Vec<ShownIn>,
    /// The last game that is counted.
    pub as_of: Option<AsOf>,
}

/// A database that stores the projection.
#[async_trait]
pub trait ProjectionStore: Send + Sync {
    /// Progress of the current generation.
    async fn progress(&self) -> Result<Progress, StoreError>;

    /// Takes or renews the lease on following until a time; false while another holder has it.
    async fn lease_projection(
        &self,
        generation: i64,
        holder: Uuid,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<bool, StoreError>;

    /// The games committed after a position, in commit order. Games committed later get a later position than these.
    async fn next_games(&self, after: Option<Position>, limit: u32) -> Result<Vec<NextGame>, StoreError>;

    /// The standings with these keys in a generation, if they exist.
    async fn standings(&self, generation: i64, keys: &[StandingKey]) -> Result<Vec<Standing>, StoreError>;

    /// Writes the changes of a batch; false, and nothing is written, if the generation has moved on or a game it
    /// counted was deleted since.
    async fn advance_projection(&self, from: &Progress, advance: &Advance) -> Result<bool, StoreError>;

    /// Number of games that a rebuild counts in one transaction, for which other writers may wait.
    fn reindex_batch(&self) -> u32;

    /// Starts a new generation, replacing an unfinished one.
    async fn begin_generation(&self) -> Result<Progress, StoreError>;

    /// Progress of a generation; `None` if it no longer exists.
    async fn generation(&self, generation: i64) -> Result<Option<Progress>, StoreError>;

    /// Makes this the current generation if it has caught up with the current one; false otherwise.
    async fn replace_generation(&self, with: &Progress) -> Result<bool, StoreError>;

    /// Deletes up to `limit` rows of each kind from old generations; false when none are left.
    async fn sweep_generations(&self, limit: u32) -> Result<bool, StoreError>;

    /// A name's standings, with up to `most` partners and opponents in each ruleset.
    async fn profile(&self, name: &str, most: u32) -> Result<Profile, StoreError>;

    /// The record of a name with and against another one, by ruleset.
    async fn versus(&self, name: &str, other: &str) -> Result<Vec<Pair>, StoreError>;

    /// The best names in a ruleset with a minimum number of games, starting after a position. If few qualify, a page
    /// may end early, with fewer items than requested.
    async fn leaderboard(
        &self,
        ruleset: Ruleset,
        min_games: u32,
        from: Option<&RatedPosition>,
        size: PageSize,
    ) -> Result<Page<Standing, RatedPosition>, StoreError>;

    /// Counts in readings.
    async fn stored_layouts(&self, filter: &RarityFilter) -> Result<StoredLayouts, StoreError>;
}
