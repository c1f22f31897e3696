//! Charts: plain data as SVG, which every browser shows without script, with a table that says the same in words.
//!
//! A length that is no number is drawn as none, so that no picture breaks by a figure that could not be computed.

mod axis;
mod bars;
mod histogram;
mod layout;
mod numbers;

pub use bars::{Bar, bars, counts};
pub use histogram::histogram;
pub use layout::on_layout;
pub use numbers::{Unit, whole};

#[cfg(test)]
mod tests;
