//! Readings: the tricks of a finished deal of Fortunes, laid out and read (`reading.md`).
//!
//! `read` turns one player's [`Tricks`] into a [`Reading`], which is plain data. The formats present that data:
//! [`plain`] text, [`markdown`], [`html`], [`svg`] and [`png`]. The sentences are data as well: [`texts`].
//!
//! ```
//! use arcana_reading::{ReadingChoice, Disposition, Heading, Layout, TeamOutcome, WonTrick, Tricks, plain, read};
//!
//! let card = "wa02".parse().expect("a card");
//! let own = vec![WonTrick { card, disposition: Disposition::Well }];
//! let tricks = Tricks { own, partner: vec![], outcome: TeamOutcome::Won, seats: None };
//! let reading = read(&tricks, ReadingChoice::default()).expect("one card cannot be there twice");
//! assert_eq!(reading.layout, Layout::Simple);
//! assert!(plain(&reading, &Heading::default()).contains("Two of Wands"));
//! ```

mod care;
mod choice;
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
pub mod usual;
mod variants;
mod verdict;
mod won;
mod zone;

#[cfg(test)]
mod tests;

pub use arcana_engine::games::fortunes::Disposition;
pub use care::{Care, HelpLines, HelpLinesError, Shows, Untold};
pub use choice::ReadingChoice;
pub use draw::{Draw, DrawnCard, Pack, Reversals, Shuffled, seed_of_day};
pub use element::{Element, SuitCounts, SuitOrStars};
pub use formats::{CardLook, Heading, Pictures, Render, art, html, markdown, plain, png, spread, svg};
pub use layout::{Layout, UnknownLayout};
pub use output::{PlaceReading, ReadCard, Reading, Summary, ZoneReading};
pub use place::{Place, Sphere};
pub use played::PlayedDeal;
pub use question::{QuestionKind, UnknownQuestionKind};
pub use read::{ReadingError, read, read_with};
pub use search::{CardSearch, SearchWords};
pub use spreads::{
    Answer, KnownSpread, MAX_PLACES, OwnFault, OwnSpread, PlaceOfSpread, Settled, Spread, SpreadCard, SpreadChoice,
    SpreadError, SpreadName, SpreadPlace, SpreadReading, SpreadSummary, UnknownSpread, YesNo, read_drawn, read_spread,
};
pub use texts::{Language, TEXTS_VERSION};
pub use tricks::{PartnerSeats, Side, Source, TeamOutcome, Tricks, WonTrick};
pub use variants::Variants;
pub use verdict::Verdict;
pub use won::{DecidedBy, PlayedCard, Won};
pub use zone::{Spot, Zone};
