//! Tables: where people play, against bots and each other.

mod token;

pub use token::{Invitation, SeatToken, TableTokens};
