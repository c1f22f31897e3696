//! The zones of the layouts, and positions on the table (`reading.md`, "Places" and "On the table").

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A part of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReadingZoneId)]
pub enum Zone {
    /// The querent's first four cards.
    Man,
    /// The querent's fifth to seventh.
    Clan,
    /// The partner's first four in the simple layout.
    Future,
    /// Both partners' eighth to tenth.
    Fate,
    /// The partner's seventh to fifth.
    Realm,
    /// The partner's fourth to first.
    Universe,
}

/// A position on the table, in half cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Offset of the card's centre from the table's centre; positive to the querent's right.
    pub column: i8,
    /// Distance of the card's near edge from the near edge of the layout.
    pub row: u8,
}

impl Zone {
    /// All zones, in the order of the page's table.
    pub const ALL: [Zone; 6] = [Zone::Man, Zone::Clan, Zone::Realm, Zone::Universe, Zone::Future, Zone::Fate];

    /// The zone's name for people, as in `Universe`.
    pub const fn name(self) -> &'static str {
        match self {
            Zone::Man => "Man",
            Zone::Clan => "Clan",
            Zone::Future => "Future",
            Zone::Fate => "Fate",
            Zone::Realm => "Realm",
            Zone::Universe => "Universe",
        }
    }
}
