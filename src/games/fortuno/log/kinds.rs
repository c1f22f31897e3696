//! Which type of step follows which.

use super::{
    super::step::{
        self, ACCUSE, ASK, CHARIOT, DECLINE, DISPUTE, DRAW, FLIP, GIVE, JACCUSE, NAME, OFFER, ORGY, PASS_CARD, PLAY,
        RPS, SEATS, SLAP, STEAL, TAKE,
    },
    coder::Coder,
};
use crate::games::{OutOfBits, StepType};

const COUNT: usize = step::STEPS.len();
/// The row of the first step, which is a deal.
const START: usize = COUNT;
/// What weighs so much is all but certain.
const SURE: u32 = 400;
/// What one step more weighs.
const LESSON: u32 = 24;
/// Above this the weights are halved.
const HEAVIEST: u32 = 1 << 12;

/// What a type weighs after any other, before the log has taught anything.
const USUAL: [(StepType, u32); 3] = [(PLAY, 20), (FLIP, 20), (DRAW, 8)];

/// What weighs more after these.
const AFTER: [(StepType, StepType, u32); 24] = [
    (step::DEAL, FLIP, SURE),
    (FLIP, PLAY, 40),
    (DRAW, PLAY, 40),
    (PLAY, PLAY, 60),
    (step::PICK, FLIP, 80),
    (SEATS, FLIP, 200),
    (step::REDEAL, FLIP, 200),
    (step::SWITCH, FLIP, 80),
    (step::RETURN, FLIP, 80),
    (CHARIOT, SEATS, 30),
    (CHARIOT, OFFER, 30),
    (CHARIOT, PASS_CARD, 30),
    (OFFER, OFFER, 160),
    (OFFER, TAKE, 40),
    (PASS_CARD, PASS_CARD, 200),
    (TAKE, FLIP, 80),
    (JACCUSE, TAKE, 60),
    (ACCUSE, GIVE, SURE),
    (ASK, GIVE, 60),
    (DISPUTE, RPS, SURE),
    (SLAP, STEAL, 30),
    (STEAL, DECLINE, 30),
    (ORGY, DRAW, 20),
    (NAME, DRAW, 30),
];

/// How often each type has come after each other.
#[derive(Clone, Debug)]
pub(super) struct Kinds {
    weights: [[u32; COUNT]; COUNT + 1],
    /// The type of the step before, or [`START`].
    last: usize,
}

impl Kinds {
    pub(super) fn new() -> Kinds {
        let mut weights = [[1; COUNT]; COUNT + 1];
        for row in &mut weights {
            for (step_type, weight) in USUAL {
                row[step_type.0 as usize] = weight;
            }
        }
        weights[START][step::DEAL.0 as usize] = SURE;
        for (before, after, weight) in AFTER {
            weights[before.0 as usize][after.0 as usize] = weight;
        }
        Kinds { weights, last: START }
    }

    /// The type of the next step.
    pub(super) fn code(&mut self, step_type: StepType, coder: &mut impl Coder) -> Result<StepType, OutOfBits> {
        let row = &mut self.weights[self.last];
        let total = row.iter().sum();
        let at = row[..step_type.0 as usize].iter().sum();
        let start = coder.narrow(total, at, |at| part(row, at).1)?;
        let place = part(row, start).0;
        row[place] += LESSON;
        if total > HEAVIEST {
            row.iter_mut().for_each(|weight| *weight = weight.div_ceil(2));
        }
        self.last = place;
        Ok(StepType(place as u8))
    }
}

/// The type that this point falls to: its place, and the part that it takes up.
fn part(row: &[u32; COUNT], at: u32) -> (usize, (u32, u32)) {
    let mut start = 0;
    for (place, weight) in row.iter().enumerate() {
        if at < start + weight {
            return (place, (start, *weight));
        }
        start += weight;
    }
    (COUNT - 1, (start, 1))
}
