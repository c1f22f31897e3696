//! The query parameters of lists.

use chrono::{DateTime, Utc};
use utoipa::IntoParams;

use crate::{
    games::Ruleset,
    reading::{Layout, Verdict},
    service::{ExternalId, Name, SeedText, records::Source},
};

/// What narrows the list of games.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it describes; `games.rs` reads")]
pub struct ListGames {
    /// Games of this ruleset.
    ruleset: Option<Ruleset>,
    /// Games with a player of this exact name; repeated: with all of them.
    #[param(style = Form, explode, max_items = 20)]
    player: Option<Vec<Name>>,
    /// Games that a player of this name won.
    winner: Option<Name>,
    /// Games from there.
    source: Option<Source>,
    /// Games drawn from this seed.
    seed: Option<SeedText>,
    /// The game with this id of the caller's own.
    external_id: Option<ExternalId>,
    /// Stored at this time or later.
    since: Option<DateTime<Utc>>,
    /// Stored before this time.
    until: Option<DateTime<Utc>>,
    /// How many items a page has (20). Lines may be more than a page's: all of them when nobody says.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
    /// `next_cursor` of the page before, or the `cursor` of a line, with the same filters.
    #[param(pattern = "^([0-9a-f]{16})?[0-9a-f]{48}$")]
    cursor: Option<String>,
    /// With the log of each game; only lines have any.
    log: Option<bool>,
}

/// What narrows the list of readings.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it describes; `readings.rs` reads")]
pub struct ListReadings {
    /// Asked for by somebody of this exact name.
    querent: Option<Name>,
    /// With this verdict.
    verdict: Option<Verdict>,
    /// With this layout.
    layout: Option<Layout>,
    /// Stored at this time or later.
    since: Option<DateTime<Utc>>,
    /// Stored before this time.
    until: Option<DateTime<Utc>>,
    /// How many items a page has (20). Lines may be more than a page's: all of them when nobody says.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
    /// `next_cursor` of the page before, or the `cursor` of a line, with the same filters.
    #[param(pattern = "^([0-9a-f]{16})?[0-9a-f]{48}$")]
    cursor: Option<String>,
}
