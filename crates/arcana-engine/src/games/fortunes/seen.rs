//! What a viewer sees of a step (fortunes.md, "State"): the hands and the cards set aside are hidden.

use super::{Fortunes, State, Step, View, rules::PLAYERS, view};
use crate::{
    chance::Chance,
    games::{Observe, SeenStep, Viewer},
};

impl Observe for Fortunes {
    type View<'a> = View<'a>;
    type State = State;

    fn players(&self) -> usize {
        PLAYERS
    }

    fn view(&self, viewer: Viewer) -> View<'_> {
        View::new(self, viewer)
    }

    fn state(&self, viewer: Viewer) -> State {
        State::new(self, viewer)
    }

    fn seen<'a>(&self, step: &'a Step, _after: &Fortunes, viewer: Viewer) -> SeenStep<'a, Step> {
        match step {
            Step::Deal { hands, .. } => SeenStep::whole_if(viewer == Viewer::All, step, |deal| {
                deal.dealing(hands.as_deref().unwrap_or_default(), viewer.player())
            }),
            Step::Wager { .. } | Step::Bid { .. } | Step::Stake { .. } | Step::Play { .. } => SeenStep::Whole(step),
        }
    }

    fn resample_hidden(&self, viewer: Viewer, chance: &mut Chance) -> Fortunes {
        view::resample(self, viewer, chance)
    }
}
