//! The projection: counters, ratings and layouts, which follow from the stored games in the order of their commits.
//!
//! Nothing of it is made while a game is stored. A worker follows the games, folds a batch of them in memory and writes
//! what changes with the place of its last game in one transaction: whatever is killed, each game counts once. What is
//! deleted is taken out by the transaction that deletes it, as far as that can be done without the games that came later;
//! ratings and streaks come right when all is made anew ([`Service::reindex`]).

mod facts;
mod fold;
mod follow;
mod layouts;
pub mod records;
mod reindex;
pub mod store;

use super::{Name, Service, ServiceError, page::Page};
use crate::{games::Ruleset, reading::rarity::FateFilter};

pub use facts::{Appearance, BOT, Facts, counted_name, sides};
pub use fold::take_back;
pub use records::{AsOf, Pair, PairCounts, ShownIn, Standing};
pub use reindex::Reindexing;
pub use store::{Profile, ProjectionStore, RatedPlace, StoredLayouts};

/// How many partners and opponents are told of a name, in each ruleset.
const MOST_FREQUENT: u32 = 5;

/// How two names have fared with and against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versus {
    /// By ruleset, seen by the first of them; empty when they never met.
    pub pairs: Vec<Pair>,
    /// The last game that is counted.
    pub as_of: Option<AsOf>,
}

/// Part of a leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaderboard {
    /// The standings, the best first.
    pub page: Page<Standing, RatedPlace>,
    /// The last game that is counted.
    pub as_of: Option<AsOf>,
}

impl Service {
    /// Everything about a name.
    ///
    /// # Errors
    /// `NotFound` when no listed game has it; `Unavailable`, `Internal`.
    pub async fn player(&self, name: &Name) -> Result<Profile, ServiceError> {
        let profile = self.store.profile(name.as_str(), MOST_FREQUENT).await?;
        if profile.standings.is_empty() { Err(ServiceError::NotFound("player")) } else { Ok(profile) }
    }

    /// How two names have fared with and against each other.
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

    /// The best names in a ruleset that have played so many games, from this place on.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn leaderboard(
        &self,
        ruleset: Ruleset,
        min_games: u32,
        from: Option<&RatedPlace>,
        limit: u32,
    ) -> Result<Leaderboard, ServiceError> {
        let page = self.store.leaderboard(ruleset, min_games, from, limit).await?;
        Ok(Leaderboard { page, as_of: self.store.progress().await?.as_of })
    }

    /// How often the readings of stored, listed games of Fortunes show what the filter asks for.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn stored_layouts(&self, filter: &FateFilter) -> Result<StoredLayouts, ServiceError> {
        Ok(self.store.stored_layouts(filter).await?)
    }
}
