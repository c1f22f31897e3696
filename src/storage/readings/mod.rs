//! Statements on readings.
//!
//! Readings of games and of spreads share a database table, so that one index orders an owner's list of both. A reading
//! of a game has a game, a verdict and a layout; a reading of a spread has a document instead ([`document`]).

mod document;
mod list;
mod rows;
mod words;

pub(super) use list::{ORDER, list};
pub(super) use rows::{by_id, delete, following, insert, insert_spread};
pub(super) use words::player;
