//! Controls of Fortunes: wagers and bids are numbers, cards are played with a click.

use super::controls::{Choices, Controls, Input, PlayPage, StepForm};
use crate::{
    games::{Fortunes, Number, fortunes::Step},
    scenes::SceneView,
};

impl PlayPage for Fortunes {
    fn controls(view: &SceneView<'_, Fortunes>, legal: &Choices<Step>) -> Controls<Step> {
        let (mut controls, player) = (Controls::default(), legal.player);
        let (mut wager, mut bid, mut stakes) = (None, None, Vec::new());
        for step in &legal.steps {
            match step {
                Step::Deal { .. } => {}
                Step::Wager { amount, .. } => wager = wager.max(Some(amount.0)),
                Step::Bid { tricks, .. } => bid = bid.max(Some(tricks.0)),
                Step::Stake { .. } => stakes.push((view.choice(player, step), step.clone())),
                Step::Play { card, .. } => controls.hand.cards.extend(card.card().map(|card| (card, step.clone()))),
            }
        }
        controls.forms = vec![
            number(wager, "amount", "Chips", ("Wager", Step::Wager { player, amount: Number(0) })),
            number(bid, "tricks", "Tricks", ("Bid", Step::Bid { player, tricks: Number(0) })),
            StepForm::of_buttons("Before the trick", stakes),
        ];
        controls
    }
}

fn number(max: Option<i64>, name: &'static str, label: &'static str, (word, step): (&str, Step)) -> StepForm<Step> {
    let Some(max) = max else { return StepForm::default() };
    let inputs = vec![Input::Number { name, label, max }];
    StepForm { inputs, ..StepForm::of_buttons("", [(word.to_owned(), step)]) }
}
