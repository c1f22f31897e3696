//! The laws that every game keeps, checked over many seeds by one generic test (`laws.rs`).
//!
//! Each game has a file with the set-ups to try.

mod decisions;
mod foolery;
mod fortuna;
mod fortunes;
mod fortuno;
mod hidden;
mod histories;
mod laws;
mod limits;
mod read_alike;
mod received;
mod reversal;
mod scan;
mod setups;
mod stored;
mod swapped;
mod toy;
mod unfinished;
