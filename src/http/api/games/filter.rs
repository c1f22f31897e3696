//! Filters of lists of games.

use std::fmt::Display;

use chrono::{DateTime, Utc};

use super::fields::Fields;
use crate::{
    games::Ruleset,
    http::extract::{list_query::FromQuery, query::Query},
    service::{
        ExternalId, Name, SeedText, read_time,
        records::Source,
        store::{GameFilter, Sort},
    },
};

/// Maximum number of players in a filter.
const PLAYERS: usize = 20;

/// The query of a list of games.
#[derive(Clone, Debug)]
pub struct GameQuery {
    /// The filter.
    pub games: GameFilter,
    /// Only these fields of each game.
    pub fields: Option<Fields>,
    /// Whether to include the number of all matching games.
    pub count: Option<bool>,
    /// Whether to include the log of each game.
    pub log: Option<bool>,
}

impl FromQuery for GameQuery {
    const LINES: bool = true;

    fn from_query(query: &mut Query) -> GameQuery {
        let games = filter(query, read_time);
        let fields = query.read("fields", Fields::read);
        GameQuery { games, fields, count: query.flag("count"), log: query.flag("log") }
    }
}

/// The filter and the order of a list of games; `time` parses the bounds of periods.
pub fn filter<E: Display>(query: &mut Query, time: impl Fn(&str) -> Result<DateTime<Utc>, E> + Copy) -> GameFilter {
    let ruleset = query.word("ruleset", &Ruleset::ALL.map(|ruleset| (ruleset.id(), ruleset)));
    let filter = GameFilter { ruleset, ..filter_of_any(query, time) };
    GameFilter { sort: query.word("sort", &[("played_at", Sort::Played)]).unwrap_or_default(), ..filter }
}

/// The filter of games of any ruleset.
pub fn filter_of_any<E: Display>(
    query: &mut Query,
    time: impl Fn(&str) -> Result<DateTime<Utc>, E> + Copy,
) -> GameFilter {
    let name = |text: &str| Name::new(text).map(Name::into_string);
    let sources = [("played", Source::Played), ("imported", Source::Imported), ("table", Source::Table)];
    GameFilter {
        players: query.many("player", PLAYERS, name),
        winner: query.read("winner", name),
        source: query.word("source", &sources),
        seed: query.read("seed", |text| SeedText::new(text).map(SeedText::into_string)),
        external_id: query.read("external_id", |text| ExternalId::new(text).map(ExternalId::into_string)),
        since: query.read("since", time),
        until: query.read("until", time),
        played_since: query.read("played_since", time),
        played_until: query.read("played_until", time),
        ..GameFilter::default()
    }
}
