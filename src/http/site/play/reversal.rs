//! Controls of Reversal of Fortune: buttons that spend or store an amount of luck.

use super::controls::{Choices, Controls, PlayPage, StepForm};
use crate::{
    games::{
        Reversal,
        reversal::{Action, Step},
    },
    scenes::SceneView,
};

impl PlayPage for Reversal {
    fn controls(_view: &SceneView<'_, Reversal>, legal: &Choices<Step>) -> Controls<Step> {
        let of = |chosen: Action, verb: &'static str| {
            legal.steps.iter().filter_map(move |step| match step {
                Step::Choose { action, amount, .. } if *action == chosen => {
                    Some((format!("{verb} {}", amount.0), step.clone()))
                }
                Step::Choose { .. } | Step::Roll { .. } | Step::Reroll { .. } => None,
            })
        };
        let forms = vec![
            StepForm::of_buttons("Spend luck", of(Action::Spend, "Spend")),
            StepForm::of_buttons("Store luck", of(Action::Store, "Store")),
        ];
        Controls { forms, ..Controls::default() }
    }
}
