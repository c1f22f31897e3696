#![doc = include_str!("../README.md")]
//!
//! # Layers
//!
//! `read` turns one player's [`Tricks`] into a [`Reading`], which is plain data; `spreads/` does the same for drawn cards.
//! The formats present that data: [`plain`] text, [`markdown`], [`html`], [`svg`] and, with the feature `pictures`, `png`. The sentences are data as
//! well ([`texts`]): `narrate` tells places and zones, `synthesis` the summary. What a person gave decides whether a reading needs care: `care/`.

mod care;
mod correspondences;
mod draw;
mod element;
mod formats;
mod layout;
mod narrate;
mod output;
mod place;
mod played;
mod question;
pub mod rarity;
mod read;
mod search;
mod spreads;
mod synthesis;
pub mod texts;
mod tricks;

#[cfg(test)]
mod tests;

pub use arcana_engine::games::fortunes::Disposition;
pub use care::{Care, HelpLines, HelpLinesError, Shows, Untold};
pub use correspondences::{Correspondence, correspondence};
pub use draw::{Draw, DrawnCard, Pack, Reversals, Shuffled, seed_of_day};
pub use element::{Dignity, Element, NeighbourDignity, SuitCounts, SuitOrStars};
#[cfg(feature = "pictures")]
pub use formats::png;
pub use formats::{CardLook, Heading, Pictures, Render, art, html, markdown, plain, spread, svg};
pub use layout::{Layout, Spot, UnknownLayout, Zone};
pub use output::{DecidedBy, PlaceReading, PlayedCard, ReadCard, Reading, Summary, Won, ZoneReading};
pub use place::{Place, Sphere};
pub use played::PlayedDeal;
pub use question::{QuestionKind, UnknownQuestionKind};
pub use read::{ReadingError, read, read_with};
pub use search::{CardSearch, SearchWords};
pub use spreads::{
    Answer, KnownSpread, MAX_PLACES, OwnFault, OwnSpread, PlaceOfSpread, Settled, Spread, SpreadCard, SpreadChoice,
    SpreadError, SpreadName, SpreadPlace, SpreadReading, SpreadSummary, UnknownSpread, YesNo, read_drawn, read_spread,
};
pub use texts::{Language, TEXTS_VERSION, Variants};
pub use tricks::{PartnerSeats, ReadingChoice, Side, Source, TeamOutcome, Tricks, Verdict, WonTrick};
