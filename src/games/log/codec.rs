//! How a game's log is stored.

use super::{BitReader, BitWriter, Guess, OutOfBits, RawStep};
use crate::games::Game;

/// How a game's log is stored, and what a submitted log may leave out.
pub trait LogCodec: Game {
    /// The version that [`encode`](LogCodec::encode) writes.
    const VERSION: u8 = 1;

    /// Fills in what the table left out of a step and later steps tell: a deal without hands.
    ///
    /// `later` are the steps after it, up to the end of the log.
    fn normalize(&self, step: Self::Step, _later: &[RawStep<'_>]) -> Self::Step {
        step
    }

    /// Deals that might be the one that a step leaves out and later steps do not tell, up to `most`. None where no deal may
    /// be left out.
    fn guesses(&self, _later: &[RawStep<'_>], _most: usize) -> Vec<Guess<Self::Step>> {
        Vec::new()
    }

    /// Writes a log's steps compactly, so that they can be read without the rules.
    fn encode(players: usize, options: &Self::Options, steps: &[Self::Step], out: &mut BitWriter);

    /// Reads `step_count` steps as [`encode`](LogCodec::encode) of this `version` wrote them.
    ///
    /// # Errors
    /// When the bytes end early or hold no such steps.
    fn decode(
        version: u8,
        players: usize,
        options: &Self::Options,
        step_count: usize,
        bits: &mut BitReader<'_>,
    ) -> Result<Vec<Self::Step>, OutOfBits>;
}
