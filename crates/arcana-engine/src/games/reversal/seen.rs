//! What a viewer sees of a step: a choice is secret until all have chosen (reversal.md, "State").

use super::{Choice, Phase, Reversal, State, Step, View, choices};
use crate::{
    chance::Chance,
    games::{Observe, PlayerSet, SeenStep, Viewer},
};

impl Observe for Reversal {
    type View<'a> = View<'a>;
    type State = State;

    fn players(&self) -> usize {
        usize::from(self.players)
    }

    fn view(&self, viewer: Viewer) -> View<'_> {
        View { game: self, viewer }
    }

    fn state(&self, viewer: Viewer) -> State {
        self.view(viewer).state()
    }

    fn seen<'a>(&self, step: &'a Step, after: &Reversal, viewer: Viewer) -> SeenStep<'a, Step> {
        match step {
            Step::Choose { player, .. } => {
                let secret = matches!(after.phase, Phase::Choose { .. });
                SeenStep::whole_if(viewer.sees(*player) || !secret, step, |choice| choice)
            }
            Step::Roll { .. } | Step::Reroll { .. } => SeenStep::Whole(step),
        }
    }

    fn resample_hidden(&self, viewer: Viewer, chance: &mut Chance) -> Reversal {
        let mut other = self.clone();
        let Phase::Choose { waiting, choices: chosen } = &mut other.phase else { return other };
        let secret = PlayerSet::all(self.players()).without(*waiting);
        for player in secret.iter().filter(|player| !viewer.sees(*player)) {
            let legal: Vec<Choice> = choices(&self.options, self.luck[player.index()]).collect();
            chosen[player.index()] = legal[chance.below(legal.len() as u32) as usize];
        }
        other
    }
}
