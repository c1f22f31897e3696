//! The places by their slugs. What lies there is in the table of places.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A place where a card can lie, in the order of the page's slugs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReadingPlaceId)]
#[expect(missing_docs, reason = "the table of places says what they are")]
pub enum Place {
    #[serde(rename = "self")]
    TheSelf,
    Astral,
    HouseOfMagic,
    HouseOfIllusion,
    HouseOfConsciousness,
    HouseOfWar,
    HouseOfPeace,
    ShrineOfTheGoddess,
    FathersHouse,
    Center,
    Abyss,
    GreyRealms,
    TirInnaNOc,
    Union,
    Hopes,
    Fears,
    Enemies,
    Allies,
    GiftGiven,
    SharedFate,
    GiftReceived,
    Outcome,
    PartnerOutcome,
}

/// The place's slug.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
