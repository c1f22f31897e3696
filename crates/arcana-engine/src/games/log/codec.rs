//! How a game's log is stored.

use super::{BitReader, BitWriter, Guess, OutOfBits, RawStep};
use crate::games::Game;

/// How a game's log is stored, and what a submitted log may leave out.
pub trait LogCodec: Game {
    /// The version that [`encode`](LogCodec::encode) writes.
    const VERSION: u8 = 1;

    /// Fills in what a table step omits and later steps determine: a deal without hands.
    ///
    /// `later` are the steps after it, up to the end of the log.
    fn normalize(&self, step: Self::Step, _later: &[RawStep<'_>]) -> Self::Step {
        step
    }

    /// Up to `most` candidates for a deal that a step omits and later steps do not determine; empty if the game does
    /// not allow a deal to be omitted.
    fn guesses(&self, _later: &[RawStep<'_>], _most: usize) -> Vec<Guess<Self::Step>> {
        Vec::new()
    }

    /// Writes a log's steps in a compact form that can be read without the rules.
    fn encode(players: usize, options: &Self::Options, steps: &[Self::Step], out: &mut BitWriter);

    /// Reads `step_count` steps as [`encode`](LogCodec::encode) of this `version` wrote them.
    ///
    /// # Errors
    /// If the bytes end early or are not steps of this version.
    fn decode(
        version: u8,
        players: usize,
        options: &Self::Options,
        step_count: usize,
        bits: &mut BitReader<'_>,
    ) -> Result<Vec<Self::Step>, OutOfBits>;
}
