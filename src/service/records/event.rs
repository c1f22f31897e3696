//! What happened to an owner's things, as stored.

use chrono::NaiveDate;

use crate::service::records::{GameId, SimulationId, SimulationPhase, TableId};

/// What happened to something of an owner, besides games and readings that were stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnerEvent {
    /// A table changed that the owner has set up, or sits at.
    Table {
        /// The table.
        id: TableId,
        /// Its version then.
        version: u32,
        /// What became of it.
        change: TableNews,
    },
    /// A simulation ended.
    Simulation {
        /// The simulation.
        id: SimulationId,
        /// How it ended.
        phase: SimulationPhase,
    },
    /// The owner's try at the deal of a day was finished.
    DayFinished {
        /// The day.
        date: NaiveDate,
    },
}

/// What became of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableNews {
    /// It goes on.
    Changed,
    /// The game is over and stored; `None` if it was deleted since.
    Over(Option<GameId>),
    /// It was closed.
    Closed,
}
