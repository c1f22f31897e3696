//! Controls of Reversal of Fortune: a button for each amount of luck to spend or to store.

use super::controls::{Choices, Controls, PlayPage, StepForm};
use crate::{
    games::{Reversal, reversal::Step},
    scenes::SceneView,
};

impl PlayPage for Reversal {
    fn controls(view: &SceneView<'_, Reversal>, legal: &Choices<Step>) -> Controls<Step> {
        let buttons = legal.steps.iter().map(|step| (view.choice(legal.player, step), step.clone()));
        Controls { forms: vec![StepForm::of_buttons("How much luck?", buttons)], ..Controls::default() }
    }
}
