//! Standings: statements that count games, subtract deleted games, and query what was counted.

pub(super) mod deletion;
mod layouts;
mod pairs;
mod progress;
mod standings;

use async_trait::async_trait;
use uuid::Uuid;

use super::{
    borrow::{in_transaction, with_connection, with_list_connection},
    database::Database,
    dialect::Dialect,
};
use crate::{
    games::Ruleset,
    reading::rarity::RarityFilter,
    service::{
        projection::{
            Entrants, NamedGames, Pair, PlayerProfile, RatedPosition, Standing, StoredLayouts,
            records::{Advance, NextGame, Progress, StandingKey, Writer},
        },
        store::{Page, PageSize, Position, ProjectionStore, StoreError},
    },
};

pub(super) use progress::lock_and_discard;

#[async_trait]
impl<D: Dialect> ProjectionStore for Database<D> {
    async fn progress(&self) -> Result<Progress, StoreError> {
        with_connection!(self.reader, progress::shown::<D>)
    }

    async fn lease_standings(&self, writer: Writer) -> Result<Option<Progress>, StoreError> {
        with_connection!(self.writer, progress::lease::<D>, writer)
    }

    async fn release_standings(&self, follower: Uuid) -> Result<(), StoreError> {
        with_connection!(self.writer, progress::release::<D>, follower)
    }

    async fn next_games(&self, after: Option<Position>, limit: u32) -> Result<Vec<NextGame>, StoreError> {
        with_list_connection!(self.lists, progress::next_games::<D>, after, limit)
    }

    async fn standings(&self, writer: Writer, keys: &[StandingKey]) -> Result<Vec<Standing>, StoreError> {
        with_connection!(self.reader, standings::of_names::<D>, Tables::of(writer), keys)
    }

    async fn advance_standings(&self, writer: Writer, from: &Progress, advance: &Advance) -> Result<bool, StoreError> {
        in_transaction!(self.writer, progress::advance::<D>, writer, from, advance)
    }

    async fn begin_reindexing(&self, reindexing: Uuid) -> Result<(), StoreError> {
        with_connection!(self.writer, progress::begin::<D>, reindexing)
    }

    async fn sweep_standings(&self, reindexing: Uuid, limit: u32) -> Result<bool, StoreError> {
        in_transaction!(self.writer, progress::sweep::<D>, reindexing, limit)
    }

    async fn swap_standings(&self, reindexing: Uuid, swapped: Uuid) -> Result<bool, StoreError> {
        in_transaction!(self.writer, progress::swap::<D>, reindexing, swapped)
    }

    async fn player(&self, name: &str, most: u32) -> Result<PlayerProfile, StoreError> {
        with_connection!(self.reader, player::<D>, name, most)
    }

    async fn versus(&self, name: &str, other: &str) -> Result<Vec<Pair>, StoreError> {
        with_connection!(self.reader, pairs::versus::<D>, name, other)
    }

    async fn leaderboard(
        &self,
        ruleset: Ruleset,
        entrants: Entrants,
        from: Option<&RatedPosition>,
        size: PageSize,
    ) -> Result<Page<Standing, RatedPosition>, StoreError> {
        with_connection!(self.reader, standings::best::<D>, ruleset, entrants, from, size)
    }

    async fn names(
        &self,
        prefix: &str,
        after: Option<&str>,
        size: PageSize,
    ) -> Result<Page<NamedGames, String>, StoreError> {
        with_connection!(self.reader, standings::names::<D>, prefix, after, size)
    }

    async fn stored_layouts(&self, filter: &RarityFilter) -> Result<StoredLayouts, StoreError> {
        with_connection!(self.reader, count_layouts::<D>, filter)
    }
}

/// The names of the tables of standings.
#[derive(Clone, Copy)]
struct Tables {
    progress: &'static str,
    standings: &'static str,
    pairs: &'static str,
    layouts: &'static str,
}

impl Tables {
    /// What callers are shown.
    const SHOWN: Tables = Tables {
        progress: "standings_progress",
        standings: "player_standings",
        pairs: "player_pairs",
        layouts: "layout_counts",
    };

    /// What a reindexing writes.
    const OTHER: Tables = Tables {
        progress: "standings_progress_next",
        standings: "player_standings_next",
        pairs: "player_pairs_next",
        layouts: "layout_counts_next",
    };

    /// The tables of a writer.
    const fn of(writer: Writer) -> &'static Tables {
        match writer {
            Writer::Follower(_) => &Tables::SHOWN,
            Writer::Reindexing(_) => &Tables::OTHER,
        }
    }

    /// In the order in which readers that keep their locks come to them.
    const fn names(self) -> [&'static str; 4] {
        [self.standings, self.pairs, self.layouts, self.progress]
    }
}

/// A name's standings, and its most frequent partners and opponents.
async fn player<D: Dialect>(
    connection: &mut D::Connection,
    name: &str,
    most: u32,
) -> Result<PlayerProfile, StoreError> {
    let standings = standings::of_name::<D>(connection, name).await?;
    let (mut partners, mut opponents) = (Vec::new(), Vec::new());
    for standing in &standings {
        partners.extend(pairs::most_frequent::<D>(connection, &standing.key, pairs::Met::Partners, most).await?);
        opponents.extend(pairs::most_frequent::<D>(connection, &standing.key, pairs::Met::Opponents, most).await?);
    }
    Ok(PlayerProfile { standings, partners, opponents, as_of: progress::shown::<D>(connection).await?.as_of })
}

/// Counts the layouts that match a filter, with examples.
async fn count_layouts<D: Dialect>(
    connection: &mut D::Connection,
    filter: &RarityFilter,
) -> Result<StoredLayouts, StoreError> {
    Ok(StoredLayouts {
        share: layouts::share::<D>(connection, filter).await?,
        examples: layouts::examples::<D>(connection, filter).await?,
        as_of: progress::shown::<D>(connection).await?.as_of,
    })
}
