//! What the projection asks of a database.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::records::{Advance, AsOf, LayoutKey, NextGame, Pair, Progress, Standing, StandingKey};
use crate::{
    cards::Card,
    games::Ruleset,
    reading::{self, Disposition, Layout, Verdict},
    service::{
        page::{Page, Place},
        records::GameId,
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

/// Which layouts of Fortunes are counted; without any filter, all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayoutFilter {
    /// Of this layout.
    pub layout: Option<Layout>,
    /// With this verdict.
    pub verdict: Option<Verdict>,
    /// With a card in this place.
    pub place: Option<reading::Place>,
    /// With this card in a place.
    pub card: Option<Card>,
    /// With a card that lies like this.
    pub disposition: Option<Disposition>,
}

impl LayoutFilter {
    /// Does it ask for cards, and not for whole layouts?
    pub fn is_of_cards(&self) -> bool {
        self.place.is_some() || self.card.is_some() || self.disposition.is_some()
    }

    /// Does it match what was counted?
    pub fn matches(&self, key: &LayoutKey) -> bool {
        let of_card = key.placed.is_none_or(|placed| {
            self.place.is_none_or(|place| place == placed.place)
                && self.card.is_none_or(|card| card == placed.card)
                && self.disposition.is_none_or(|disposition| disposition == placed.disposition)
        });
        key.placed.is_some() == self.is_of_cards()
            && self.layout.is_none_or(|layout| layout == key.layout)
            && self.verdict.is_none_or(|verdict| verdict == key.verdict)
            && of_card
    }
}

/// What was counted in the layouts of stored, listed games of Fortunes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredLayouts {
    /// Number of all layouts: two for each deal, one for each pair of partners.
    pub layouts: u64,
    /// How often what was asked for is there: cards in places, where the filter asks for a place, a card or a
    /// disposition, or else whole layouts.
    pub count: u64,
    /// Games that have it, up to ten.
    pub examples: Vec<GameId>,
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

    /// What was counted in layouts.
    async fn stored_layouts(&self, filter: &LayoutFilter) -> Result<StoredLayouts, StoreError>;
}
