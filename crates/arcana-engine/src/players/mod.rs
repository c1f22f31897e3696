//! The bots: each sees a view and the legal moves, never the state.

mod bot;
mod cache;
mod easy;
mod foolery;
mod fortuna;
mod fortunes;
mod fortuno;
mod played_on;
mod playout;
mod random;
mod reversal;
mod search;
mod skill;
#[cfg(test)]
mod tests;

pub use bot::{Bot, HasBots};
pub use easy::Easy;
pub use fortunes::Endings;
pub use playout::{Seated, asked, decide, play_out, seat, take_or_draw, try_play_out};
pub use random::Random;
pub use search::{Choice, Effort, Judged, Playouts, Search};
pub use skill::Skill;
