//! The table of a game as a viewer sees it, for replays and for play.
//!
//! Each game describes its middle and its seats in its own file ([`TablePage`]); the drawing is the same for all.

mod deals;
mod draw;
mod face;
mod foolery;
mod fortuna;
mod fortunes;
mod fortuno;
mod parts;
mod reversal;
mod sentences;
mod view;

pub use draw::{LooksOn, OwnPlace, table};
pub use face::{Look, bricks, dice, face, marbles, row};
pub use view::{DealStart, Played, TablePage, TableView, Whole};

#[cfg(test)]
mod tests;
