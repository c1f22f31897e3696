//! Reversal of Fortune at the terminal.

use super::Screen;
use crate::{
    commands::play::{sheet::Sheet, table::Perspective},
    games::{
        Reversal,
        reversal::{Dice, State, Step, TableDice},
    },
    narration::reversal::verb,
};

impl Screen for Reversal {
    fn sheet(perspective: &Perspective, state: &State) -> Sheet {
        let mut sheet = Sheet::default();
        sheet.row("Rounds finished", state.rounds.to_string());
        sheet.row("Points", perspective.each(|player| state.points.get(player.index())));
        sheet.row("Luck", perspective.each(|player| state.luck.get(player.index())));
        sheet.row("Chosen", perspective.names().list(state.chosen.iter().copied()));
        sheet
    }

    fn detail(perspective: &Perspective, step: &Step) -> Option<String> {
        match step {
            Step::Choose { .. } => None,
            Step::Roll { dice } => Some(format!("Dice: {}.", each(perspective, dice))),
            Step::Reroll { dice } => Some(format!("Rerolled: {}.", each(perspective, dice))),
        }
    }

    fn changes(perspective: &Perspective, before: &State, after: &State) -> Vec<String> {
        let mut changes = Vec::new();
        if after.dice.is_some() && before.dice.is_none() {
            let choices = perspective.each(|player| {
                let choice = after.choices.get(player.index()).copied().flatten()?;
                Some(format!("{} {}", verb(choice.action), choice.amount))
            });
            changes.push(format!("Choices: {choices}."));
        }
        if after.rounds > before.rounds {
            let points = perspective.each(|player| after.points.get(player.index()));
            let luck = perspective.each(|player| after.luck.get(player.index()));
            changes.push(format!("The round is over. Points: {points}. Luck: {luck}."));
        }
        changes
    }
}

/// The dice of each player who has any.
fn each(perspective: &Perspective, dice: &TableDice) -> String {
    perspective.each(|player| dice.as_slice().get(player.index()).filter(|own| !own.is_empty()).map(|own| shown(*own)))
}

fn shown(dice: Dice) -> String {
    dice.iter().map(|face| face.0.to_string()).collect::<Vec<_>>().join(" ")
}
