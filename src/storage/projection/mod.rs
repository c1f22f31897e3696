//! Standings: statements that count games, subtract deleted games, and query what was counted.

pub(super) mod deletion;
mod layouts;
mod pairs;
mod progress;
mod standings;

use crate::service::{
    projection::{
        PlayerProfile, Standing,
        records::{StandingKey, Writer},
    },
    store::StoreError,
};

use super::dialect::Dialect;

pub(super) use layouts::count as count_layouts;
pub(super) use pairs::versus;
pub(super) use progress::{advance, begin, lease, lock_and_discard, next_games, release, shown, swap, sweep};
pub(super) use standings::best;

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

/// Of what this writer writes, the standings with these keys, if they exist.
pub(super) async fn of_writer<D: Dialect>(
    connection: &mut D::Connection,
    writer: Writer,
    keys: &[StandingKey],
) -> Result<Vec<Standing>, StoreError> {
    standings::of_names::<D>(connection, Tables::of(writer), keys).await
}

/// A name's standings, and its most frequent partners and opponents.
pub(super) async fn player<D: Dialect>(
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
    Ok(PlayerProfile { standings, partners, opponents, as_of: shown::<D>(connection).await?.as_of })
}
