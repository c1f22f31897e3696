//! Arcana plays, checks, records and reads tarot games.

#![warn(missing_docs)]

pub mod cards;
pub mod chance;
pub mod clock;
pub mod games;
pub mod players;
pub mod service;
pub mod reading;
