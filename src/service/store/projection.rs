//! The interface of a database for the projection.

use async_trait::async_trait;
use uuid::Uuid;

use super::StoreError;
use crate::{
    games::Ruleset,
    reading::rarity::RarityFilter,
    service::{
        page::{Page, PageSize, Position},
        projection::records::{
            Advance, Entrants, NamedGames, NextGame, Pair, PlayerProfile, Progress, RatedPosition, Standing,
            StandingKey, StoredLayouts, Writer,
        },
    },
};

/// A database that stores the projection.
#[async_trait]
pub trait ProjectionStore: Send + Sync {
    /// How far the games are counted in what callers are shown.
    async fn progress(&self) -> Result<Progress, StoreError>;

    /// Takes or renews the lease of a follower, by the database's clock; `None` while another follower holds it, and
    /// for a reindexing after which another has begun. Else how far the games are counted in what this writer writes.
    async fn lease_standings(&self, writer: Writer) -> Result<Option<Progress>, StoreError>;

    /// Gives the lease of a follower back, if it holds it.
    async fn release_standings(&self, follower: Uuid) -> Result<(), StoreError>;

    /// The games committed after a position, in commit order. Games committed later get a later position than these.
    async fn next_games(&self, after: Option<Position>, limit: u32) -> Result<Vec<NextGame>, StoreError>;

    /// Of what this writer writes, the standings with these keys, if they exist.
    async fn standings(&self, writer: Writer, keys: &[StandingKey]) -> Result<Vec<Standing>, StoreError>;

    /// Writes the changes of a batch; false, and nothing is written, if this writer has lost its lease, the progress is
    /// another by now, or games were deleted since.
    async fn advance_standings(&self, writer: Writer, from: &Progress, advance: &Advance) -> Result<bool, StoreError>;

    /// Begins a reindexing in the place of any other. What callers are not shown must be swept away next.
    async fn begin_reindexing(&self, reindexing: Uuid) -> Result<(), StoreError>;

    /// Deletes up to `limit` rows of each kind of what callers are not shown; false when none are left.
    async fn sweep_standings(&self, reindexing: Uuid, limit: u32) -> Result<bool, StoreError>;

    /// Shows callers what this reindexing has counted, which has the id `swapped` from then on; false if games are
    /// counted that it has not counted yet. Once more changes nothing.
    async fn swap_standings(&self, reindexing: Uuid, swapped: Uuid) -> Result<bool, StoreError>;

    /// A name's standings, with up to `most` partners and opponents in each ruleset.
    async fn player(&self, name: &str, most: u32) -> Result<PlayerProfile, StoreError>;

    /// The record of a name with and against another one, by ruleset.
    async fn versus(&self, name: &str, other: &str) -> Result<Vec<Pair>, StoreError>;

    /// The best of these names in a ruleset, starting after a position. If few qualify, a page may end early, with fewer
    /// items than requested.
    async fn leaderboard(
        &self,
        ruleset: Ruleset,
        entrants: Entrants,
        from: Option<&RatedPosition>,
        size: PageSize,
    ) -> Result<Page<Standing, RatedPosition>, StoreError>;

    /// The names that begin so, as names are compared, in the order in which they are, after one of them.
    async fn names(
        &self,
        prefix: &str,
        after: Option<&str>,
        size: PageSize,
    ) -> Result<Page<NamedGames, String>, StoreError>;

    /// Counts in readings.
    async fn stored_layouts(&self, filter: &RarityFilter) -> Result<StoredLayouts, StoreError>;
}
