//! The summary of a reading, of a spread or of a deal: an answer to the question, then what joins the cards
//! (`reading.md`, "Summary").
//!
//! In the answer the question comes back as a clause where its subject and verb are plain, else a name, a topic or a
//! possession of it:
//!
//! | question | answer |
//! | --- | --- |
//! | two ways (`or`, `between … and`) | upright cards are for the first, the others against it; `decision` weighs each way's cards, its end twice |
//! | *when*, *how long* | the outcome's pips (if it is over, the root's) in its suit's unit: turned, later than that; a court or a Star gives none |
//! | *how many* · *where* | pips · the suit's quarter, a Star none |
//! | *why* · *who* | the root · the court that carries most, else a trait |
//! | *which* | what a card stands for, to choose by or, turned, to pass over |
//! | *how can I*, *what should I do* | one of the `sentences` of the card that helps, the House of Magic |
//! | yes or no: it begins with a verb | the side with more cards, clearly if by half of all or more; of as many neither |
//! | all else | what a card stands for |
//!
//! The first verb tells the time. A *how* or *which* about the past is answered as all else; so is, of the root, a *why*
//! about what comes. The card that helps is the root where the House of Magic is empty.
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
