//! Which type of step follows which.

use super::{super::step::StepKind, coder::Coder};
use crate::games::{AnyStepKind, OutOfBits};

const COUNT: usize = StepKind::ALL.len();
/// The row of the first step, which is a deal.
const START: usize = COUNT;
/// Weight of an almost certain type.
const SURE: u32 = 400;
/// Weight added by each step.
const LESSON: u32 = 24;
/// Above this the weights are halved.
const HEAVIEST: u32 = 1 << 12;

/// Initial weight of a type after any other.
const USUAL: [(StepKind, u32); 3] = [(StepKind::Play, 20), (StepKind::Flip, 20), (StepKind::Draw, 8)];

/// Initial weights of types after certain types.
const AFTER: [(StepKind, StepKind, u32); 24] = [
    (StepKind::Deal, StepKind::Flip, SURE),
    (StepKind::Flip, StepKind::Play, 40),
    (StepKind::Draw, StepKind::Play, 40),
    (StepKind::Play, StepKind::Play, 60),
    (StepKind::Pick, StepKind::Flip, 80),
    (StepKind::Seats, StepKind::Flip, 200),
    (StepKind::Redeal, StepKind::Flip, 200),
    (StepKind::Switch, StepKind::Flip, 80),
    (StepKind::Return, StepKind::Flip, 80),
    (StepKind::Chariot, StepKind::Seats, 30),
    (StepKind::Chariot, StepKind::Offer, 30),
    (StepKind::Chariot, StepKind::PassCard, 30),
    (StepKind::Offer, StepKind::Offer, 160),
    (StepKind::Offer, StepKind::Take, 40),
    (StepKind::PassCard, StepKind::PassCard, 200),
    (StepKind::Take, StepKind::Flip, 80),
    (StepKind::Jaccuse, StepKind::Take, 60),
    (StepKind::Accuse, StepKind::Give, SURE),
    (StepKind::Ask, StepKind::Give, 60),
    (StepKind::Dispute, StepKind::Rps, SURE),
    (StepKind::Slap, StepKind::Steal, 30),
    (StepKind::Steal, StepKind::Decline, 30),
    (StepKind::Orgy, StepKind::Draw, 20),
    (StepKind::Name, StepKind::Draw, 30),
];

/// How often each type has followed each other.
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
            for (kind, weight) in USUAL {
                row[kind.index()] = weight;
            }
        }
        weights[START][StepKind::Deal.index()] = SURE;
        for (before, after, weight) in AFTER {
            weights[before.index()][after.index()] = weight;
        }
        Kinds { weights, last: START }
    }

    /// The type of the next step.
    pub(super) fn code(&mut self, kind: StepKind, coder: &mut impl Coder) -> Result<StepKind, OutOfBits> {
        let row = &mut self.weights[self.last];
        let total = row.iter().sum();
        let at = row[..kind.index()].iter().sum();
        let start = coder.narrow(total, at, |at| part(row, at).1)?;
        let place = part(row, start).0;
        row[place] += LESSON;
        if total > HEAVIEST {
            row.iter_mut().for_each(|weight| *weight = weight.div_ceil(2));
        }
        self.last = place;
        Ok(StepKind::ALL[place])
    }
}

/// The type at this point of the range: its index and its part.
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
