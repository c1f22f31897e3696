//! Tables: where people play, against bots and each other.
//!
//! A table is stored as a whole after each change, and only if no other writer has changed it in between (`changes`).
//! Besides its record it holds its game in play (`session`), which is replayed from the log when it is not cached.

mod alarm;
mod changes;
mod feed;
mod finish;
mod hub;
mod in_play;
mod journal;
mod live;
mod pause;
mod record;
mod scene;
mod seats;
mod session;
mod setup;
mod show;
mod slots;
mod stuck;
mod tend;
#[cfg(test)]
mod tests;
mod token;
mod view;
mod waking;

pub use feed::{SeatChange, TableEvent, TableEventKind, TableFeed};
pub(super) use hub::Hub;
pub use record::{
    CloseReason, FinishedTable, SeatKind, SeatState, TableClock, TableFilter, TablePhase, TableRecord, TableWrite,
    WhenOut,
};
pub use scene::{TableScene, scene_of};
pub use seats::Guest;
pub use setup::{NewTable, SeatSetup, SitDown, TableSetup};
pub use show::Playing;
pub use token::{Invitation, SeatToken, TableTokens};
pub use view::TableView;
