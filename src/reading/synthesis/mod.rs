//! The synthesis of a reading: three to five sentences that join its cards to one another, to its verdict and to the
//! question (`reading.md`, "Texts").
//!
//! First what the cards say together (`Facts`), then the words for it ([`tell`]).

mod facts;
mod meeting;
mod remark;
mod tell;
mod wordings;
mod words;

pub(super) use tell::tell;
pub(super) use words::meeting_of;

#[cfg(test)]
mod tests;
