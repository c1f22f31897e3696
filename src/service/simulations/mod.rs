//! Simulations: many games among bots, played in chunks by every service on the database, and counted.

mod feed;
mod hub;
mod manage;
mod play;
mod record;
mod scrub;
mod work;

pub use feed::SimulationFeed;
pub(super) use hub::Hub;
pub use manage::{SimulationEnd, SimulationRequest, SimulationView, UNFINISHED};
pub use record::{
    ChunkProgress, ChunksPlayed, ChunksRequest, ChunksTaken, NewSimulation, SimulationPhase, SimulationRecord,
};
