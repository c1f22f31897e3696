//! Filters of lists. Cursors are bound to their `Debug` texts.

use chrono::{DateTime, Utc};

use crate::{
    games::Ruleset,
    reading::{Layout, Verdict},
    service::records::{ReadingKind, Source},
};

/// Filters on games; by default, all listed ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameFilter {
    /// Of this ruleset.
    pub ruleset: Option<Ruleset>,
    /// With players of all of these exact names.
    pub players: Vec<String>,
    /// Won by a player of this name.
    pub winner: Option<String>,
    /// From this source.
    pub source: Option<Source>,
    /// Played from this seed (its text).
    pub seed: Option<String>,
    /// With this external id.
    pub external_id: Option<String>,
    /// Only games stored at this time or later.
    pub since: Option<DateTime<Utc>>,
    /// Only games stored before this time.
    pub until: Option<DateTime<Utc>>,
    /// Only games played at this time or later; if that is unknown, the time of storing counts.
    pub played_since: Option<DateTime<Utc>>,
    /// Only games played before this time, likewise.
    pub played_until: Option<DateTime<Utc>>,
    /// Order of their lists.
    pub sort: Sort,
    /// Unlisted games too.
    pub unlisted: bool,
}

/// The time by which lists of games, newest first, are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// Time of storing.
    #[default]
    Stored,
    /// Time of playing, or else of storing.
    Played,
}

/// Filters on readings; by default, all of the owner's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadingFilter {
    /// Only readings of this kind.
    pub kind: Option<ReadingKind>,
    /// With a querent of this exact name.
    pub querent: Option<String>,
    /// Only readings of games with this verdict.
    pub verdict: Option<Verdict>,
    /// Only readings of games with this layout.
    pub layout: Option<Layout>,
    /// Only readings stored at this time or later.
    pub since: Option<DateTime<Utc>>,
    /// Only readings stored before this time.
    pub until: Option<DateTime<Utc>>,
}
