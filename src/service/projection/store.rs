//! What the projection asks of a database.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::records::{Advance, AsOf, NextGame, Pair, Progress, ShownIn, Standing, StandingKey};
use crate::{
    games::Ruleset,
    reading::rarity::{FateFilter, Share},
    service::{
        page::{Page, Place},
        store_error::StoreError,
    },
};

/// Where a list of standings goes on: behind this rating and name.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedPlace {
    /// mu - 3 sigma.
    pub lower_bound: f64,
    /// The name.
    pub name: String,
}

/// A name's standings, and those it has met most often.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// One for each ruleset that it has played; none: there is no such name.
    pub standings: Vec<Standing>,
    /// By ruleset, those it was partners with most often, the most frequent first.
    pub partners: Vec<Pair>,
    /// The same of those it played against.
    pub opponents: Vec<Pair>,
    /// The last game that is counted.
    pub as_of: Option<AsOf>,
}

/// What was counted in the readings of stored, listed games of Fortunes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredLayouts {
    /// How often what was asked for came, of all readings, four of each deal; or, of a disposition alone, of all cards in
    /// places.
    pub share: Share,
    /// Readings that show it, of up to ten games.
    pub examples: Vec<ShownIn>,
    /// The last game that is counted.
    pub as_of: Option<AsOf>,
}

/// A database that keeps the projection.
#[async_trait]
pub trait ProjectionStore: Send + Sync {
    /// How far the generation has come that is asked.
    async fn progress(&self) -> Result<Progress, StoreError>;

    /// Takes the right to follow until a time, for a holder who asks for it again in between; false while somebody else
    /// has it.
    async fn lease_projection(
        &self,
        generation: i64,
        holder: Uuid,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<bool, StoreError>;

    /// The games committed after the one at this place, in the order of commits. None that is committed later will stand
    /// before the last of them.
    async fn next_games(&self, after: Option<Place>, limit: u32) -> Result<Vec<NextGame>, StoreError>;

    /// The standings of these names in a generation, those that there are.
    async fn standings(&self, generation: i64, keys: &[StandingKey]) -> Result<Vec<Standing>, StoreError>;

    /// Writes what a batch of games changes, whole, unless the generation has moved on or has lost a game since; false
    /// then.
    async fn advance_projection(&self, from: &Progress, advance: &Advance) -> Result<bool, StoreError>;

    /// Begins a new generation, in place of one that was not finished.
    async fn begin_generation(&self) -> Result<Progress, StoreError>;

    /// How far a generation has come; nothing when it is no more.
    async fn generation(&self, generation: i64) -> Result<Option<Progress>, StoreError>;

    /// Has this generation be the one that is asked, if it has come as far as the other one; false otherwise.
    async fn replace_generation(&self, with: &Progress) -> Result<bool, StoreError>;

    /// Deletes up to so many rows of each kind of generations that nobody asks; false when none are left.
    async fn sweep_generations(&self, limit: u32) -> Result<bool, StoreError>;

    /// Everything about a name, with up to so many partners and opponents in each ruleset.
    async fn profile(&self, name: &str, most: u32) -> Result<Profile, StoreError>;

    /// How a name has fared with and against another one, by ruleset.
    async fn versus(&self, name: &str, other: &str) -> Result<Vec<Pair>, StoreError>;

    /// The best names in a ruleset with so many games, from this place on. Where few have them, a page ends after so many
    /// were looked at, with fewer items than asked for.
    async fn leaderboard(
        &self,
        ruleset: Ruleset,
        min_games: u32,
        from: Option<&RatedPlace>,
        limit: u32,
    ) -> Result<Page<Standing, RatedPlace>, StoreError>;

    /// What was counted in readings.
    async fn stored_layouts(&self, filter: &FateFilter) -> Result<StoredLayouts, StoreError>;
}
