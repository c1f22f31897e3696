//! How rare a fate is: what a reading shows, compared with the readings of a reference run in which adepts played
//! Fortunes (`reading.md`, "Rarity"; `examples/rarity.rs` plays it).
//!
//! All four readings of a deal count: both partnerships, each seen by both partners. [`FateCounts`] counts the readings
//! of any deals; [`Reference`] is the run that the program carries; [`Rarity`] is what a reading says of it.

mod counts;
mod filter;
mod output;
mod reference;
mod share;
mod words;
mod written;

pub use counts::{FateCounts, ReadingNumber, placed};
pub use filter::{Counted, FateFilter, Found};
pub use output::{PlaceRarity, Rarity, RarityTable, TricksRarity};
pub use reference::Reference;
pub use share::Share;
pub use written::BadTable;

#[cfg(test)]
mod tests;
