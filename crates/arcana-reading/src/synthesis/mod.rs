//! The summary of a reading, of a spread or of a deal: an answer to the question, then what joins the cards
//! (`reading.md`, "Summary").
//!
//! The cards as they lie ([`Laid`]) are known before the question; what it asks ([`Asked`]) only when a reading is told.

mod asked;
mod clause;
mod grammar;
mod laid;
mod tell;
mod tense;
mod words;

pub(crate) use asked::Asked;
pub(crate) use laid::{Laid, LaidCard, Pair, Roles};
pub(crate) use tell::{Telling, Told, tell};

#[cfg(test)]
mod tests;
