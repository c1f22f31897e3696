//! Filters of lists. Cursors are bound to their `Debug` texts.

use std::fmt;

use chrono::{DateTime, Utc};

use crate::{
    games::Ruleset,
    reading::{Layout, Verdict},
    service::records::{ReadingKind, Source},
};

/// Filters on games; by default, all listed ones.
#[derive(Clone, Default, PartialEq)]
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

/// Cursors are bound to this text, also those of earlier releases: it omits filters that callers cannot set, and newer
/// filters that are not set.
impl fmt::Debug for GameFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameFilter { ruleset, players, winner, source, seed, external_id, since, until, .. } = self;
        let GameFilter { played_since, played_until, sort, .. } = self;
        let mut text = f.debug_struct("GameFilter");
        text.field("ruleset", ruleset)
            .field("players", players)
            .field("winner", winner)
            .field("source", source)
            .field("seed", seed)
            .field("external_id", external_id)
            .field("since", since)
            .field("until", until);
        if (played_since, played_until, sort) != (&None, &None, &Sort::Stored) {
            text.field("played_since", played_since).field("played_until", played_until).field("sort", sort);
        }
        text.finish()
    }
}

/// Filters on readings; by default, all of the owner's.
#[derive(Clone, Default, PartialEq)]
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

/// Omits the kind if it is not set: cursors are bound to this text, also those of earlier releases.
impl fmt::Debug for ReadingFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReadingFilter { kind, querent, verdict, layout, since, until } = self;
        let mut text = f.debug_struct("ReadingFilter");
        text.field("querent", querent).field("verdict", verdict).field("layout", layout);
        text.field("since", since).field("until", until);
        if let Some(kind) = kind {
            text.field("kind", kind);
        }
        text.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::{
        records::OwnerId,
        tables::{TableFilter, TablePhase},
    };

    /// Cursors that callers hold stay valid only as long as these texts do not change.
    #[test]
    fn the_texts_that_cursors_are_bound_to_do_not_change() {
        let games = GameFilter {
            ruleset: Some(Ruleset::Fortunes),
            players: vec!["Ada".to_owned()],
            source: Some(Source::Played),
            since: DateTime::from_timestamp(1_800_000_000, 0),
            ..GameFilter::default()
        };
        let text = "GameFilter { ruleset: Some(Fortunes), players: [\"Ada\"], winner: None, source: Some(Played), seed: None, \
                    external_id: None, since: Some(2027-01-15T08:00:00Z), until: None }";
        assert_eq!(format!("{games:?}"), text);
        let played = GameFilter { sort: Sort::Played, ..GameFilter::default() };
        assert!(format!("{played:?}").ends_with(", played_since: None, played_until: None, sort: Played }"));
        let readings =
            ReadingFilter { kind: Some(ReadingKind::Fortunes), layout: Some(Layout::Fate), ..ReadingFilter::default() };
        let text = "ReadingFilter { querent: None, verdict: None, layout: Some(Fate), since: None, until: None, kind: Fortunes }";
        assert_eq!(format!("{readings:?}"), text);
        let tables =
            TableFilter { owner: Some(OwnerId(7)), phase: Some(TablePhase::Waiting), ..TableFilter::default() };
        assert_eq!(
            format!("{tables:?}"),
            "TableFilter { owner: Some(OwnerId(7)), ruleset: None, phase: Some(Waiting) }"
        );
    }
}
