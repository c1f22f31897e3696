//! Tables: where people play, against bots and each other.
//!
//! A change of a table is a row: the request's step and all that follows from it. It is stored only if no other writer
//! has changed the table in between (`changes`). A service that does not hold the table, or holds an earlier version,
//! replays the rows.
//!
//! `setup` makes a table, `seats` fills it, `steps` plays from a seat. `live` is a table as a service holds it, `in_play` its
//! game, behind the trait of `session`; `changes` writes it, `tend` plays the bots and keeps the clocks. `hub` and `feed` tell
//! what happened to those who follow it.

mod alarm;
mod bots;
mod changes;
mod feed;
mod finish;
mod held;
mod hint;
mod hub;
mod in_play;
mod journal;
mod live;
mod pause;
mod play_now;
mod presence;
mod rematch;
mod scene;
mod seats;
mod session;
mod setup;
mod show;
mod steps;
mod stuck;
mod tend;
#[cfg(test)]
mod tests;
mod token;
mod view;
mod waking;

pub use super::records::{
    CloseReason, FinishedTable, Revision, SeatKind, SeatState, StoredTable, TableChanges, TableClock, TableFilter,
    TablePhase, TableRecord, TableWrite, WhenOut,
};
pub use bots::is_gone;
pub use feed::{SeatChange, TableEvent, TableEventKind, TableFeed};
pub use held::{HeldSeat, SeatMark, agents_nonce, only_seat};
pub use hint::{Hint, HintedStep};
pub(super) use hub::Hub;
pub use live::UNTOUCHED;
pub use rematch::{Rematch, rejoined};
pub use scene::{Shown, TableScene, scene_of, scenes_since};
pub use seats::Guest;
pub use session::SentStep;
pub use setup::{NewTable, SeatSetup, SitDown, TableSetup};
pub use show::Playing;
pub use token::{Invitation, SeatToken, TableTokens};
pub use view::TableView;
