//! Tables: where people play, against bots and each other.

mod record;
mod token;

pub use record::{
    CloseReason, FinishedTable, Phase, SeatKind, SeatState, TableClock, TableFilter, TableRecord, TableWrite, WhenOut,
};
pub use token::{Invitation, SeatToken, TableTokens};
