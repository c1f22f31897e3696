//! Charts: SVG that works without script, with a table of the same data.
//!
//! Lengths that are not finite are drawn as zero, so that a missing figure does not break a chart.

mod axis;
mod bars;
mod curve;
mod heat_map;
mod histogram;
mod numbers;

pub use bars::{Bar, bars, counts};
pub use curve::{After, curve};
pub use heat_map::on_layout;
pub use histogram::histogram;
pub use numbers::{Unit, games};

#[cfg(test)]
mod tests;
