//! What lists of games are narrowed by.

use std::fmt::Display;

use chrono::{DateTime, Utc};

use crate::{
    games::Ruleset,
    http::extract::{list_query::FromQuery, query::Query},
    service::{
        ExternalId, Name, SeedText, read_time,
        records::Source,
        store::{GameFilter, Sort},
    },
};

/// How many players a list can be narrowed by.
const PLAYERS: usize = 20;

/// What narrows a list of games, and what comes with it.
#[derive(Clone, Debug)]
pub struct GameQuery {
    /// What narrows it.
    pub games: GameFilter,
    /// With the number of all that match.
    pub count: Option<bool>,
    /// With the log of each.
    pub log: Option<bool>,
}

impl FromQuery for GameQuery {
    const LINES: bool = true;

    fn from_query(query: &mut Query) -> GameQuery {
        GameQuery { games: filter(query, read_time), count: query.flag("count"), log: query.flag("log") }
    }
}

/// What a list of games is narrowed by; `time` reads the bounds of periods.
pub fn filter<E: Display>(query: &mut Query, time: impl Fn(&str) -> Result<DateTime<Utc>, E> + Copy) -> GameFilter {
    let name = |text: &str| Name::new(text).map(Name::into_string);
    let sources = [("played", Source::Played), ("imported", Source::Imported), ("table", Source::Table)];
    GameFilter {
        ruleset: query.word("ruleset", &Ruleset::ALL.map(|ruleset| (ruleset.id(), ruleset))),
        players: query.many("player", PLAYERS, name),
        winner: query.read("winner", name),
        source: query.word("source", &sources),
        seed: query.read("seed", |text| SeedText::new(text).map(SeedText::into_string)),
        external_id: query.read("external_id", |text| ExternalId::new(text).map(ExternalId::into_string)),
        since: query.read("since", time),
        until: query.read("until", time),
        played_since: query.read("played_since", time),
        played_until: query.read("played_until", time),
        sort: query.word("sort", &[("played_at", Sort::Played)]).unwrap_or_default(),
        unlisted: false,
    }
}
