//! Care: questions that cards must not answer, and whom to turn to instead (`reading.md`, "Care").
//!
//! A reading is made [`Untold`], and is told for what a person gave by `told_for`. Every format and the JSON then only have
//! what it holds.

mod kind;
mod language;
mod sentences;
mod told;
mod vocabulary;
mod words;

pub use self::{
    kind::{Care, Shows},
    sentences::{HelpLines, HelpLinesError},
    told::Untold,
};
