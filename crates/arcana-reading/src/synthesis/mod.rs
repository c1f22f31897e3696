//! The synthesis of a reading: three to five sentences that connect its cards with each other, the verdict and the
//! question (`reading.md`, "Texts").
//!
//! First come the facts about all cards (`ReadingFacts`), then the sentences (`tell`).

mod facts;
mod meeting;
mod remark;
mod tell;
mod wordings;
mod words;

pub(super) use meeting::Meeting;
pub(super) use tell::tell;
pub(super) use words::SynthesisWords;

#[cfg(test)]
mod tests;
