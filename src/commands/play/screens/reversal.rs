//! Reversal of Fortune at the terminal.

use super::Screen;
use crate::{
    commands::play::{host::Perspective, sheet::Sheet},
    games::{
        Player, Reversal,
        reversal::{Action, Dice, LUCK_LIMIT, State, Step, TableDice},
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
            changes.push(choices(perspective, |player| {
                let choice = after.choices.get(player.index()).copied().flatten()?;
                Some(format!("{} {}", verb(choice.action), choice.amount))
            }));
        }
        changes.extend(round_over(perspective, before, after));
        changes
    }

    fn changes_by_step(
        perspective: &Perspective,
        before: &State,
        after: &State,
        steps: &[Option<Step>],
    ) -> Vec<Vec<String>> {
        let mut by_step = vec![Vec::new(); steps.len()];
        for (step, changes) in steps.iter().zip(&mut by_step) {
            if let Some(Step::Roll { .. }) = step {
                changes.push(choices(perspective, |player| {
                    let shown = after.choices.get(player.index()).copied().flatten();
                    let shown = shown.map(|choice| format!("{} {}", verb(choice.action), choice.amount));
                    shown.or_else(|| chosen(player, steps)).or_else(|| from_luck(player, before, after))
                }));
            }
        }
        let rolls = |step: &Option<Step>| matches!(step, Some(Step::Roll { .. } | Step::Reroll { .. }));
        if let Some(last) = steps.iter().rposition(rolls) {
            by_step[last].extend(round_over(perspective, before, after));
        }
        by_step
    }
}

fn choices(perspective: &Perspective, choice: impl Fn(Player) -> Option<String>) -> String {
    format!("Choices: {}.", perspective.each(choice))
}

/// The choice of a player in a visible step.
fn chosen(of: Player, steps: &[Option<Step>]) -> Option<String> {
    steps.iter().flatten().find_map(|step| match step {
        Step::Choose { player, action, amount } if *player == of => Some(format!("{} {}", verb(*action), amount.0)),
        Step::Choose { .. } | Step::Roll { .. } | Step::Reroll { .. } => None,
    })
}

/// The choice of a player in a round that is over, whose choices are not shown any more, as told by the luck.
fn from_luck(player: Player, before: &State, after: &State) -> Option<String> {
    let (old, new) = (*before.luck.get(player.index())?, *after.luck.get(player.index())?);
    Some(match new.checked_sub(old) {
        None => format!("{} {}", verb(Action::Spend), old - new),
        Some(0) => "nothing".to_owned(),
        // The options may let players store more than there is room for.
        Some(stored) if new == LUCK_LIMIT => format!("{} at least {stored}", verb(Action::Store)),
        Some(stored) => format!("{} {stored}", verb(Action::Store)),
    })
}

fn round_over(perspective: &Perspective, before: &State, after: &State) -> Option<String> {
    let points = perspective.each(|player| after.points.get(player.index()));
    let luck = perspective.each(|player| after.luck.get(player.index()));
    (after.rounds > before.rounds).then(|| format!("The round is over. Points: {points}. Luck: {luck}."))
}

/// The dice of each player who has any.
fn each(perspective: &Perspective, dice: &TableDice) -> String {
    perspective.each(|player| dice.as_slice().get(player.index()).filter(|own| !own.is_empty()).map(|own| shown(*own)))
}

fn shown(dice: Dice) -> String {
    dice.iter().map(|face| face.0.to_string()).collect::<Vec<_>>().join(" ")
}
