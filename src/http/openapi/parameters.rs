//! The query parameters of lists.

use chrono::{DateTime, Utc};
use utoipa::IntoParams;

use crate::{
    games::Ruleset,
    http::api::games::Fields,
    reading::{Layout, Verdict},
    service::{
        ExternalId, Name, SeedText,
        records::{ReadingKind, Source},
    },
};

/// What narrows the list of games.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it describes; the handler of games reads")]
pub struct ListGames {
    /// Only games of this ruleset.
    ruleset: Option<Ruleset>,
    /// Only games with a player of this exact name; if repeated, with all of them.
    #[param(style = Form, explode, max_items = 20)]
    player: Option<Vec<Name>>,
    /// Only games won by a player of this name.
    winner: Option<Name>,
    /// Only games from this source.
    source: Option<Source>,
    /// Only games with this seed.
    seed: Option<SeedText>,
    /// Only the game with this `external_id` of the caller.
    external_id: Option<ExternalId>,
    /// Only games stored at this time or later.
    since: Option<DateTime<Utc>>,
    /// Only games stored before this time.
    until: Option<DateTime<Utc>>,
    /// Only games played at this time or later: at `played_at`, or at `created_at` if that is null.
    played_since: Option<DateTime<Utc>>,
    /// Only games played before this time.
    played_until: Option<DateTime<Utc>>,
    /// Newest first by when the games were played; not for NDJSON, which is in commit order.
    #[param(pattern = "^played_at$")]
    sort: Option<String>,
    /// Only these parts of each game, separated by commas. `result.detail`, `result.team_scores` and `result.verdicts`
    /// are there only if named here: the games are replayed for them, and a page has fewer games if those are long.
    #[param(schema_with = Fields::parameter)]
    #[param(example = "id,players,result.scores,result.verdicts")]
    fields: Option<String>,
    /// Add the number of all games that match, exact up to 10,000; not for NDJSON.
    count: Option<bool>,
    /// Maximum number of items per page (20). NDJSON has no maximum and contains all items by default.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
    /// `next_cursor` of the previous page, or the `cursor` of a line, with the same filters.
    #[param(pattern = "^([0-9a-f]{16})?[0-9a-f]{48}$")]
    cursor: Option<String>,
    /// Include the log of each game; available only as NDJSON.
    log: Option<bool>,
}

/// What narrows the games that statistics are of.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it describes; the handler of statistics reads")]
pub struct CountGames {
    /// Only games with a player of this exact name; if repeated, with all of them.
    #[param(style = Form, explode, max_items = 20)]
    player: Option<Vec<Name>>,
    /// Only games won by a player of this name.
    winner: Option<Name>,
    /// Only games from this source.
    source: Option<Source>,
    /// Only games with this seed.
    seed: Option<SeedText>,
    /// Only the game with this `external_id` of the caller.
    external_id: Option<ExternalId>,
    /// Only games stored at this time or later.
    since: Option<DateTime<Utc>>,
    /// Only games stored before this time.
    until: Option<DateTime<Utc>>,
    /// Only games played at this time or later: at `played_at`, or at `created_at` if that is null.
    played_since: Option<DateTime<Utc>>,
    /// Only games played before this time.
    played_until: Option<DateTime<Utc>>,
    /// Maximum number of games that are counted: the newest.
    #[param(minimum = 1, maximum = 100_000, default = 10_000)]
    limit: Option<u32>,
}

/// What narrows the list of readings.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it describes; the handler of readings reads")]
pub struct ListReadings {
    /// Only readings of this kind.
    #[param(inline)]
    kind: Option<ReadingKind>,
    /// Only readings for a querent of this exact name.
    querent: Option<Name>,
    /// Only readings of games with this verdict.
    verdict: Option<Verdict>,
    /// Only readings of games with this layout.
    layout: Option<Layout>,
    /// Only readings stored at this time or later.
    since: Option<DateTime<Utc>>,
    /// Only readings stored before this time.
    until: Option<DateTime<Utc>>,
    /// Maximum number of items per page (20). NDJSON has no maximum and contains all items by default.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
    /// `next_cursor` of the previous page, or the `cursor` of a line, with the same filters.
    #[param(pattern = "^([0-9a-f]{16})?[0-9a-f]{48}$")]
    cursor: Option<String>,
}
