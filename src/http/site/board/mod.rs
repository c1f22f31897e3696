//! The board: a game as a viewer sees it, for replays and for play.
//!
//! Each game describes its middle and its seats in its own file ([`BoardPage`]); the drawing is the same for all.

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

pub use draw::{LooksOn, OwnPlace, board, middle};
pub use face::{Look, bricks, dice, face, marbles, row};
pub use view::{BoardPage, BoardView, DealStart, Played, Whole};

#[cfg(test)]
mod tests;
