//! The projection: counters, ratings and layouts derived from the stored games in commit order.
//!
//! Storing a game does not update it. A worker folds batches of games in memory and writes the changes together with
//! the position of the last game, so that each game counts once even after a crash. A deletion subtracts what it can in
//! its own transaction; what depends on the order of games (ratings, streaks, first and last times) and the counts of
//! layouts are corrected by [`Service::reindex`].

mod batches;
mod facts;
mod fold;
mod follow;
mod layouts;
pub mod pair_counts;
pub mod records;
mod reindex;
pub mod store;

use super::{
    Name, ResourceKind, Service, ServiceError,
    page::{Page, PageSize},
};
use crate::{games::Ruleset, reading::rarity::RarityFilter};

pub use facts::{Appearance, BOT, GameFacts, counted_name, sides};
pub use fold::take_back;
pub use pair_counts::PairCounts;
pub use records::{AsOf, Pair, ShownIn, Standing};
pub use reindex::Reindexing;
pub use store::{Profile, ProjectionStore, RatedPosition, StoredLayouts};

/// Number of partners and opponents listed for a name, in each ruleset.
const MOST_FREQUENT: u32 = 5;

/// The record of two names with and against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versus {
    /// By ruleset, from the view of the first name; empty if they never met.
    pub pairs: Vec<Pair>,
    /// The last game that is counted.
    pub as_of: Option<AsOf>,
}

/// A page of a leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaderboard {
    /// The standings, best first.
    pub page: Page<Standing, RatedPosition>,
    /// The last game that is counted.
    pub as_of: Option<AsOf>,
}

impl Service {
    /// The standings of a name, and the names it met most often.
    ///
    /// # Errors
    /// `NotFound` when no listed game has it; `Unavailable`, `Internal`.
    pub async fn player(&self, name: &Name) -> Result<Profile, ServiceError> {
        let profile = self.store.profile(name.as_str(), MOST_FREQUENT).await?;
        if profile.standings.is_empty() { Err(ServiceError::NotFound(ResourceKind::Player)) } else { Ok(profile) }
    }

    /// The record of two names with and against each other.
    ///
    /// # Errors
    /// `NotFound` when no listed game has one of them; `Unavailable`, `Internal`.
    pub async fn versus(&self, name: &Name, other: &Name) -> Result<Versus, ServiceError> {
        let as_of = self.player(name).await?.as_of;
        let pairs = self.store.versus(name.as_str(), other.as_str()).await?;
        if pairs.is_empty() {
            self.player(other).await?;
        }
        Ok(Versus { pairs, as_of })
    }

    /// The best names in a ruleset with a minimum number of games, starting after a position.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn leaderboard(
        &self,
        ruleset: Ruleset,
        min_games: u32,
        from: Option<&RatedPosition>,
        size: PageSize,
    ) -> Result<Leaderboard, ServiceError> {
        let page = self.store.leaderboard(ruleset, min_games, from, size).await?;
        Ok(Leaderboard { page, as_of: self.store.progress().await?.as_of })
    }

    /// How often the readings of stored, listed games of Fortunes match a filter.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn stored_layouts(&self, filter: &RarityFilter) -> Result<StoredLayouts, ServiceError> {
        Ok(self.store.stored_layouts(filter).await?)
    }
}
