//! The periods of storing and of playing in a filter, and the order of a list that follows from them.

use chrono::{DateTime, Utc};

use crate::{
    service::store::{GameFilter, Sort},
    storage::keyset::{Columns, Order},
};

/// The columns that lists of games are ordered by.
pub const ORDER: Columns =
    Columns { id: "games.id", moment: None, time: "games.created_at", position: "games.position" };

/// The expression of the index by time of playing; games without that time are indexed by the time of storing.
pub(super) const PLAYED: &str = "coalesce(games.played_at, games.created_at)";

/// Equivalent expressions that match no index, so that the database chooses the one in the list's order.
const STORED_AT: &str = "coalesce(games.created_at, games.created_at)";
const PLAYED_AT: &str = "coalesce(games.played_at, games.created_at, games.created_at)";

/// A half-open period in a filter.
pub(super) struct Period {
    /// The time, as an indexed expression.
    pub(super) time: &'static str,
    /// The same as an expression that matches no index.
    pub(super) unindexed: &'static str,
    pub(super) since: Option<DateTime<Utc>>,
    pub(super) until: Option<DateTime<Utc>>,
}

impl Period {
    pub(super) fn is_given(&self) -> bool {
        self.since.or(self.until).is_some()
    }

    /// The periods of a filter: of storing and of playing.
    pub(super) fn all(filter: &GameFilter) -> [Period; 2] {
        let GameFilter { since, until, played_since, played_until, .. } = *filter;
        [
            Period { time: ORDER.time, unindexed: STORED_AT, since, until },
            Period { time: PLAYED, unindexed: PLAYED_AT, since: played_since, until: played_until },
        ]
    }
}

/// The order of a list that starts with the newest games: by time if the filter sorts or limits by one, otherwise by
/// id.
pub fn newest(filter: &GameFilter) -> Order {
    let periods = Period::all(filter);
    if filter.sort == Sort::Played || periods.iter().any(Period::is_given) {
        Order::NewestTime
    } else {
        Order::NewestId
    }
}
