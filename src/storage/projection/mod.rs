//! The projection: statements that update it with new games, subtract deleted games, and query it.

pub(super) mod deletion;
mod generations;
mod layouts;
mod next_games;
mod pairs;
mod profile;
mod progress;
mod standings;

pub(super) use generations::{advance, begin, lease, replace, sweep};
pub(super) use layouts::count as count_layouts;
pub(super) use next_games::after as next_games;
pub(super) use pairs::versus;
pub(super) use profile::profile;
pub(super) use progress::{one, queried};
pub(super) use standings::{best, of_names};
