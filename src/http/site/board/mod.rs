//! The board: the scene of a viewer, drawn for replays and for play.

mod draw;
mod face;
mod results;

pub use draw::{LooksOn, OwnPlace, board, middle};
pub use face::{Look, bricks, dice, face, marbles, row};
pub use results::{BoardPage, DealStart, Whole};

#[cfg(test)]
mod tests;
