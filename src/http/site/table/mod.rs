//! The table of a game as somebody sees it, for replays and for play.
//!
//! A game says in a file of its own what lies in the middle and at each place ([`TablePage`]); how a table is drawn is
//! the same for all.

mod deals;
mod draw;
mod face;
mod foolery;
mod fortuna;
mod fortunes;
mod fortuno;
mod reversal;
mod view;

pub use draw::{LooksOn, OwnPlace, table};
pub use face::{Look, bricks, dice, face, marbles, row};
pub use view::{DealStart, TablePage, TableView, Whole};

#[cfg(test)]
mod tests;
