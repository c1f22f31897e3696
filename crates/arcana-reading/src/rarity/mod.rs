//! The rarity of a reading, compared with the readings of a reference run in which adepts played Fortunes
//! (`reading.md`, "Rarity"; `examples/rarity.rs` plays it).
//!
//! All four readings of a deal count: both partnerships, from the view of both partners. [`RarityCounts`] counts the
//! readings of any deals, [`Reference`] is the run that the program contains, and [`Rarity`] is the result for one
//! reading.

mod counts;
mod filter;
mod output;
mod reference;
mod share;
mod words;
mod written;

pub use counts::{RarityCounts, ReadingNumber, placed};
pub use filter::{Counted, Found, RarityFilter};
pub use output::{PlaceRarity, Rarity, RarityTable, TricksRarity};
pub use reference::Reference;
pub use share::Share;
pub use written::BadTable;

#[cfg(test)]
mod tests;
