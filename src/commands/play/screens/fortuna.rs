//! Fortuna at the terminal.

use super::Screen;
use crate::{
    commands::play::{sheet::Sheet, table::Perspective},
    games::{
        Face, Fortuna,
        fortuna::{State, Step},
    },
    narration::fortuna::called,
};

impl Screen for Fortuna {
    fn sheet(perspective: &Perspective, state: &State) -> Sheet {
        let mut sheet = Sheet::default();
        sheet.row("Turns settled", state.turns.to_string());
        sheet.row("Points", perspective.each(|player| state.points.get(player.index())));
        sheet.row("Marbles", perspective.each(|player| state.marbles.get(player.index())));
        sheet.row_if("Gold disc", state.gold.map(|player| perspective.player(player).to_owned()));
        sheet.row_if("Roller", state.roller.map(|player| perspective.player(player).to_owned()));
        sheet.row_if("Dice", state.dice.as_ref().map(|dice| shown(dice.iter())));
        sheet.row_if("Bricks", state.bricks.as_ref().map(|bricks| shown(bricks.iter())));
        sheet.row_if("Call", state.call.map(|call| called(call.name)));
        sheet.row_if("To answer", state.opponent.map(|player| perspective.player(player).to_owned()));
        sheet
    }

    fn detail(_perspective: &Perspective, step: &Step) -> Option<String> {
        match step {
            Step::OpeningRoll { rolls } => {
                let each = rolls.iter().map(|roll| shown(roll.iter())).collect::<Vec<_>>();
                Some(format!("Opening roll: {}.", each.join(", ")))
            }
            Step::Roll { dice } => Some(format!("Dice: {}.", shown(dice.iter()))),
            Step::Flip { bricks } => Some(format!("Bricks: {}.", shown(bricks.iter()))),
            Step::Call { .. } | Step::Challenge { .. } | Step::Accept { .. } => None,
        }
    }

    fn changes(perspective: &Perspective, before: &State, after: &State) -> Vec<String> {
        let mut changes = Vec::new();
        if after.gold != before.gold {
            changes.extend(after.gold.map(|player| format!("{} has the gold disc.", perspective.player(player))));
        }
        if after.turns > before.turns {
            let points = perspective.each(|player| after.points.get(player.index()));
            let marbles = perspective.each(|player| after.marbles.get(player.index()));
            changes.push(format!("The turn is settled. Points: {points}. Marbles: {marbles}."));
        }
        changes
    }
}

/// The faces of dice or bricks; a brick's blank side is a dash.
fn shown(faces: impl Iterator<Item = Face>) -> String {
    let face = |Face(face)| if face == 0 { "–".to_owned() } else { face.to_string() };
    faces.map(face).collect::<Vec<_>>().join(" ")
}
