//! Spreads: positions with their geometry and questions, and readings of cards drawn for them (`docs/spreads.md`).
//!
//! ```
//! use arcana_reading::{Draw, KnownSpread, Spread, SpreadChoice, read_spread};
//!
//! let spread = Spread::Known(KnownSpread::find("three-card", None).expect("a spread"));
//! let cards: Vec<_> = Draw::new("arcana", "").take(spread.places().len()).collect();
//! let reading = read_spread(SpreadChoice::of(spread), &cards).expect("a card for each place").told_for("", []);
//! assert_eq!(reading.places[0].card.id.id(), "cu02");
//! assert!(reading.places[0].card.reversed);
//! ```

mod facts;
mod known;
mod output;
mod own;
mod place;
mod read;
mod settled;
mod spread;
mod tell;
mod words;

pub use known::{KnownSpread, UnknownSpread};
pub use output::{Answer, PlaceOfSpread, SpreadCard, SpreadName, SpreadReading, SpreadSummary, YesNo};
pub use own::{MAX_PLACES, OwnFault, OwnSpread};
pub use place::SpreadPlace;
pub use read::{SpreadChoice, SpreadError, read_drawn, read_spread};
pub use settled::Settled;
pub use spread::Spread;

#[cfg(test)]
mod tests;
