//! Submitted logs, replayed step by step.

use super::{Log, LogCodec, RawStep, Refusal, check::next, slip};
use crate::games::{Code, Violation, violation};

/// Replays submitted steps: judges each when its turn comes.
///
/// Gives the finished game and the steps, complete and typed.
///
/// # Errors
/// The first bad step; `incomplete` when the game is not over after the last; `bad_players` and `bad_options`.
pub fn replay<G: LogCodec>(players: usize, options: G::Options, raw: &[RawStep<'_>]) -> Result<(G, Log<G>), Refusal> {
    let mut game = G::new(players, options.clone()).map_err(Refusal::of_document)?;
    let mut steps = Vec::with_capacity(raw.len());
    for (index, step) in raw.iter().enumerate() {
        match next(&game, *step, &raw[index + 1..]) {
            Ok(step) => {
                game.apply_unchecked(&step);
                steps.push(step);
            }
            Err(fault) => return Err(refused(&game, index, fault, &raw[index + 1..])),
        }
    }
    if !game.due().is_over() {
        let fault = violation!(Code::Incomplete, "The log ends after {} steps, before the game is over.", raw.len());
        return Err(Refusal::of_step(&game, raw.len(), fault));
    }
    Ok((game, Log { players, options, steps }))
}

fn refused<G: LogCodec>(game: &G, index: usize, fault: Violation, later: &[RawStep<'_>]) -> Refusal {
    let unknown = fault.code == Code::DealUnknown;
    let refusal = Refusal::of_step(game, index, fault);
    if unknown { slip::explained(game, refusal, later) } else { refusal }
}
