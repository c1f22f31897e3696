//! Positions in a log where tricks end.

use super::{Step, rules::PLAYERS};

/// Number of steps up to the end of each trick, deal by deal.
pub fn trick_ends(steps: &[Step]) -> Vec<Vec<u32>> {
    let (mut deals, mut cards) = (Vec::new(), 0);
    for (made, step) in (1..).zip(steps) {
        match step {
            Step::Deal { .. } => {
                deals.push(Vec::new());
                cards = 0;
            }
            Step::Play { .. } => {
                cards += 1;
                if cards % PLAYERS == 0
                    && let Some(ends) = deals.last_mut()
                {
                    ends.push(made);
                }
            }
            Step::Wager { .. } | Step::Bid { .. } | Step::Stake { .. } => {}
        }
    }
    deals
}
