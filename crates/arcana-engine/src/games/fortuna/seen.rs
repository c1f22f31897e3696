//! What a viewer sees of a step: everything (fortuna.md, "State").

use super::{Fortuna, State, Step, View};
use crate::{
    chance::Chance,
    games::{Observe, SeenStep, Viewer},
};

impl Observe for Fortuna {
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

    fn seen<'a>(&self, step: &'a Step, _after: &Fortuna, _viewer: Viewer) -> SeenStep<'a, Step> {
        SeenStep::Whole(step)
    }

    fn resample_hidden(&self, _viewer: Viewer, _chance: &mut Chance) -> Fortuna {
        self.clone()
    }
}
