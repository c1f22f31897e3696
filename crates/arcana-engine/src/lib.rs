#![doc = include_str!("../README.md")]
//!
//! # Layers
//!
//! A layer uses those above it in this list, never those below:
//!
//! - [`cards`] and [`chance`]: a card is a byte, a set of cards a `u128`; every shuffle and roll comes from one stream
//!   that anybody can compute again.
//! - [`games`]: each game is a state machine driven by steps; a log replays without a random generator.
//! - [`players`]: bots, which see a view and the legal moves, never the state.
//! - [`narration`]: steps in sentences. [`scenes`]: what a viewer sees of a table, as data and as plain text.
//! - [`hex`], [`interval`], [`mod@enum_index`] and [`spelling`] serve several layers.

pub mod cards;
pub mod chance;
pub mod enum_index;
pub mod games;
pub mod hex;
pub mod interval;
pub mod narration;
pub mod players;
pub mod scenes;
#[cfg(feature = "schema")]
mod schema;
pub mod spelling;
