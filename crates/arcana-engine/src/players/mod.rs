//! The bots: each sees a view and the legal moves, never the state.

mod bot;
mod cache;
mod easy;
mod foolery;
mod fortuna;
mod fortunes;
mod fortuno;
mod playout;
mod random;
mod reversal;
mod skill;

pub use bot::{Bot, HasBots};
pub use easy::Easy;
pub use playout::{Seated, asked, decide, play_out, seat, take_or_draw, try_play_out};
pub use random::Random;
pub use skill::Skill;
