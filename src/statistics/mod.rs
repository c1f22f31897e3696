//! Statistics of many games. Counts are whole numbers that can be merged from any parts; only reports have fractions,
//! with intervals (`docs/statistics.md`).
//!
//! ```
//! use arcana::{
//!     games::Ruleset,
//!     players::Skill,
//!     statistics::{Simulation, SimulationSpec},
//! };
//!
//! let spec = SimulationSpec {
//!     ruleset: Ruleset::Fortunes,
//!     options: serde_json::json!({}),
//!     bots: vec![Skill::Random; 4],
//!     games: 100,
//!     seed: "any text".to_owned(),
//!     rotate: false,
//! };
//! let simulation = Simulation::new(spec).expect("four play Fortunes");
//! let mut tally = simulation.play(50..100, &|| true).expect("it is not stopped");
//! tally.merge(&simulation.play(0..50, &|| true).expect("it is not stopped"));
//! let report = simulation.report(&tally);
//! assert_eq!(report.seats[0].games, 100);
//! assert_eq!(report.extremes.longest.and_then(|longest| longest.seed).as_deref(), Some("any text/0"));
//! ```

pub mod course;
mod differences;
mod fortunes;
pub mod interval;
mod merge;
pub mod rating;
mod report;
mod results;
mod simulation;
mod summary;
mod tally;
#[cfg(test)]
mod tests;
mod text;

mod foolery;
mod fortuna;
mod fortuno;
mod reversal;

pub use self::interval::Moments;
pub use self::summary::{Bins, Histogram};
pub use self::tally::Counted;
pub use interval::{Estimate, Interval, wilson};
pub use merge::Merge;
pub use report::{AnyCounts, DifferenceReport, Extreme, Extremes, Report, SideReport};
pub use simulation::{MAX_GAMES, SimulatedGame, Simulation, SimulationFault, SimulationSpec, bot_label};
pub use summary::{Summary, SummaryReport};
pub use tally::{Tally, TallyError};
