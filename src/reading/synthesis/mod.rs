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

use facts::{Facts, Leaning, Share, Turned};
use meeting::Meeting;
use remark::{Remark, Remarks};
use wordings::Wordings;
use words::words;

#[cfg(test)]
mod tests;
