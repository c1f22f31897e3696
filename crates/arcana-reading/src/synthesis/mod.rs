//! The synthesis of a reading: three to five sentences that connect its cards with each other, the verdict and the
//! question (`reading.md`, "Texts").
//!
//! First come the facts about all cards (`ReadingFacts`), then the sentences (`tell`).

pub(crate) mod facts;
pub(crate) mod meeting;
mod remark;
mod tell;

pub(super) use meeting::Meeting;
pub(super) use tell::tell;

#[cfg(test)]
mod tests;
