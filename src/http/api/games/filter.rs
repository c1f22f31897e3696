//! Filters of lists of games.

use chrono::{DateTime, Utc};

use super::fields::Fields;
use crate::{
    games::Ruleset,
    http::extract::{list_query::FromQuery, parameters::query_parameters, query::Query},
    service::{
        ExternalId, Name, SeedText,
        records::Source,
        store::{GameFilter, Sort},
    },
};

query_parameters! {
    /// What narrows games of any ruleset.
    pub struct GameParameters {
        /// Only games with a player of this exact name; if repeated, with all of them.
        #[param(value_type = Option<Vec<Name>>, style = Form, explode, max_items = 20)]
        player: Vec<Name>,
        /// Only games won by a player of this name.
        winner: Option<Name>,
        /// Only games from this source.
        source: Option<Source>,
        /// Only games with this seed.
        seed: Option<SeedText>,
        /// Only games with this `external_id`: up to one of each owner.
        external_id: Option<ExternalId>,
        /// Only games stored at this time or later.
        since: Option<DateTime<Utc>>,
        /// Only games stored before this time.
        until: Option<DateTime<Utc>>,
        /// Only games played at this time or later: at `played_at`, or at `created_at` if that is null.
        played_since: Option<DateTime<Utc>>,
        /// Only games played before this time.
        played_until: Option<DateTime<Utc>>,
    }
}

query_parameters! {
    /// The ruleset and the order of a list of games.
    pub struct ListedGames {
        /// Only games of this ruleset.
        ruleset: Option<Ruleset>,
        /// Newest first by when the games were played; not for NDJSON, which is in commit order.
        #[param(value_type = Option<String>, pattern = "^played_at$")]
        sort: Option<Sort>,
    }
}

query_parameters! {
    /// What a list says about each game, and about all.
    pub struct GameListParts {
        /// Only these parts of each game, separated by commas. `result.detail`, `result.team_scores` and
        /// `result.verdicts` are there only if named here: the games are replayed for them, and a page has fewer games
        /// if those are long.
        #[param(schema_with = Fields::parameter)]
        #[param(example = "id,players,result.scores,result.verdicts")]
        fields: Option<Fields>,
        /// Add the number of games that match, up to 10,000, or as far as it takes half a second to look; not for NDJSON.
        count: Option<bool>,
        /// Include the log of each game; available only as NDJSON.
        log: Option<bool>,
    }
}

/// The query of a list of games.
#[derive(Clone, Debug)]
pub struct GameQuery {
    /// The filter.
    pub games: GameFilter,
    /// What the list says.
    pub parts: GameListParts,
}

impl FromQuery for GameQuery {
    const LINES: bool = true;

    fn from_query(query: &mut Query) -> GameQuery {
        GameQuery { games: filter(query), parts: GameListParts::take(query) }
    }
}

/// The filter and the order of a list of games.
pub fn filter(query: &mut Query) -> GameFilter {
    let ListedGames { ruleset, sort } = ListedGames::take(query);
    GameFilter { ruleset, sort: sort.unwrap_or_default(), ..filter_of_any(query) }
}

/// The filter of games of any ruleset.
pub fn filter_of_any(query: &mut Query) -> GameFilter {
    let parameters = GameParameters::take(query);
    GameFilter {
        players: parameters.player.into_iter().map(Name::into_string).collect(),
        winner: parameters.winner.map(Name::into_string),
        source: parameters.source,
        seed: parameters.seed.map(SeedText::into_string),
        external_id: parameters.external_id.map(ExternalId::into_string),
        since: parameters.since,
        until: parameters.until,
        played_since: parameters.played_since,
        played_until: parameters.played_until,
        ..GameFilter::default()
    }
}
