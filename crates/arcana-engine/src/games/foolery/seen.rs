//! What a viewer sees of a step (foolery.md, "Who sees what"): hands and the cards of a give are private.

use super::{Foolery, Phase, State, Step, View, view};
use crate::{
    chance::Chance,
    games::{Observe, Player, SeenStep, Viewer},
};

impl Observe for Foolery {
    type View<'a> = View<'a>;
    type State = State;

    fn players(&self) -> usize {
        self.players
    }

    fn view(&self, viewer: Viewer) -> View<'_> {
        View::new(self, viewer)
    }

    fn state(&self, viewer: Viewer) -> State {
        State::new(self, viewer)
    }

    fn seen<'a>(&self, step: &'a Step, _after: &Foolery, viewer: Viewer) -> SeenStep<'a, Step> {
        match step {
            Step::Deal { hands } => SeenStep::whole_if(viewer == Viewer::All, step, |deal| {
                deal.dealing(hands.as_deref().unwrap_or_default(), viewer.player())
            }),
            Step::Give { player, cards } => {
                let open = viewer.sees(*player) || self.taker().is_some_and(|taker| viewer.sees(taker));
                SeenStep::whole_if(open, step, |give| give.counting(cards.hand().len()))
            }
            Step::Request { .. } | Step::Play { .. } | Step::Pass { .. } => SeenStep::Whole(step),
        }
    }

    fn resample_hidden(&self, viewer: Viewer, chance: &mut Chance) -> Foolery {
        view::resample(self, viewer, chance)
    }
}

impl Foolery {
    /// The recipient of the give that is due.
    fn taker(&self) -> Option<Player> {
        match self.phase {
            Phase::Exchange { give } => Some(self.give_due(give).2),
            Phase::Deal | Phase::Lead { .. } | Phase::Follow { .. } | Phase::Over => None,
        }
    }
}
