//! Controls of Foolery: cards to tick and play or give, and lists of wishes.

use super::controls::{Choices, Controls, Input, PlayPage, StepForm};
use crate::{
    cards::{Card, Hand},
    games::{
        Foolery,
        foolery::{Cards, Step, StepKind, Wants, Wish},
    },
    narration::{Names, foolery::wished},
    scenes::SceneView,
};

impl PlayPage for Foolery {
    const SPEAKS: bool = true;

    fn controls(view: &SceneView<'_, Foolery>, legal: &Choices<Step>) -> Controls<Step> {
        let (player, mut controls) = (legal.player, Controls::default());
        let played = legal.cards::<Foolery>(StepKind::Play);
        let given = legal.cards::<Foolery>(StepKind::Give);
        let hand = &mut controls.hand;
        if !(played | given).is_empty() {
            hand.inputs.push(Input::Cards { name: "cards", cards: played | given });
        }
        if !played.is_empty() {
            hand.buttons.push(("Play".to_owned(), Step::Play { player, cards: Cards::of(Hand::EMPTY) }));
        }
        if !given.is_empty() {
            hand.buttons.push(("Give".to_owned(), Step::Give { player, cards: Cards::of(Hand::EMPTY) }));
        }
        if legal.has(StepKind::Pass) {
            hand.buttons.push(("Pass".to_owned(), Step::Pass { player }));
        }
        controls.forms.extend(request(view.names, legal));
        controls
    }
}

/// One or two wishes for returned cards.
fn request(names: &Names<'_>, legal: &Choices<Step>) -> Option<StepForm<Step>> {
    let wants: Vec<_> = legal.kind(StepKind::Request).filter_map(wants_of).collect();
    let first = wants.first()?.first;
    let wishes = || (0..Wish::COUNT).filter_map(Wish::new).filter(|wish| *wish != Wish::Card(Card::FOOL));
    let options = || wishes().map(|wish| (wish.to_string(), wished(names, wish))).collect();
    let mut inputs = vec![Input::Choice { name: "wants", label: "First".to_owned(), options: options(), none: None }];
    if wants.iter().any(|wants| wants.second.is_some()) {
        let label = "Second".to_owned();
        inputs.push(Input::Choice { name: "wants", label, options: options(), none: Some("nothing else") });
    }
    let step = Step::Request { player: legal.player, wants: Wants { first, second: None } };
    Some(StepForm { inputs, ..StepForm::of_buttons("Wish for cards", [("Wish".to_owned(), step)]) })
}

const fn wants_of(step: &Step) -> Option<Wants> {
    match step {
        Step::Request { wants, .. } => Some(*wants),
        Step::Deal { .. } | Step::Give { .. } | Step::Play { .. } | Step::Pass { .. } => None,
    }
}
