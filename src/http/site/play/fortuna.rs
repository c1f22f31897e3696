//! Controls of Fortuna: a call, possibly against an opponent, and the answer to it.

use super::controls::{Choices, Controls, Input, PlayPage, StepForm};
use crate::{
    games::{Fortuna, Player, fortuna::Step},
    narration::fortuna::called,
    scenes::SceneView,
    spelling::capital,
};

impl PlayPage for Fortuna {
    fn controls(view: &SceneView<'_, Fortuna>, legal: &Choices<Step>) -> Controls<Step> {
        let (mut calls, mut answers, mut opponents) = (Vec::new(), Vec::new(), Vec::<Player>::new());
        for step in &legal.steps {
            match step {
                Step::OpeningRoll { .. } | Step::Roll { .. } | Step::Flip { .. } => {}
                Step::Call { name, opponent, .. } => {
                    opponents.extend(opponent.filter(|opponent| !opponents.contains(opponent)));
                    let label = capital(called(*name));
                    if !calls.iter().any(|(other, _)| *other == label) {
                        calls.push((label, step.clone()));
                    }
                }
                Step::Challenge { .. } | Step::Accept { .. } => {
                    answers.push((view.choice(legal.player, step), step.clone()));
                }
            }
        }
        let mut call = StepForm::of_buttons("Call", calls);
        if !opponents.is_empty() {
            let option = |player: &Player| (player.0.to_string(), view.names.player(*player).to_owned());
            let options = opponents.iter().map(option).collect();
            call.inputs.push(Input::Choice { name: "opponent", label: "Against".to_owned(), options, none: None });
        }
        Controls { forms: vec![call, StepForm::of_buttons("The call", answers)], ..Controls::default() }
    }
}
