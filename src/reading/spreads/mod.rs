//! Spreads: positions with their geometry and questions, and readings of cards drawn for them (`docs/spreads.md`).
//!
//! ```
//! use arcana::reading::{Draw, Known, Spread, SpreadChoice, read_spread};
//!
//! let spread = Spread::Known(Known::find("three-card", None).expect("a spread"));
//! let cards: Vec<_> = Draw::new("arcana", "").take(spread.places().len()).collect();
//! let reading = read_spread(SpreadChoice::of(spread), &cards).expect("a card for each place");
//! assert_eq!(reading.places[0].card.id.id(), "cu02");
//! assert!(reading.places[0].card.reversed);
//! ```

mod facts;
mod known;
mod output;
mod own;
mod place;
mod read;
mod spread;
mod tell;
mod words;

/// The edition of the spreads and their texts in `en/`. Stored readings name their edition and never change, so any
/// change of a position or a text requires a new edition.
pub const EDITION_OF_SPREADS: u16 = 1;

pub use known::{Known, UnknownSpread};
pub use output::{Answer, PlaceOfSpread, SpreadCard, SpreadName, SpreadReading, SpreadSummary, YesNo};
pub use own::{MAX_PLACES, Own, OwnFault};
pub use place::SpreadPlace;
pub use read::{SpreadChoice, SpreadError, read_spread};
pub use spread::Spread;

#[cfg(test)]
mod tests;
