//! Fortuna at the terminal.

use super::Screen;
use crate::{
    commands::play::{host::Perspective, sheet::Sheet},
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
        changes.extend(gold(perspective, before, after));
        changes.extend(settled(perspective, before, after));
        changes
    }

    fn changes_by_step(
        perspective: &Perspective,
        before: &State,
        after: &State,
        steps: &[Option<Step>],
    ) -> Vec<Vec<String>> {
        let mut by_step = vec![Vec::new(); steps.len()];
        let is_opening = |step: &Option<Step>| matches!(step, Some(Step::OpeningRoll { .. }));
        if let Some(opening) = steps.iter().rposition(is_opening) {
            by_step[opening].extend(gold(perspective, before, after));
        }
        // The dice of a turn are rolled as soon as the turn before it is settled.
        let next_rolled = |pair: &[Option<Step>]| matches!(pair, [step, Some(Step::Roll { .. })] if !is_opening(step));
        let settling: Vec<_> = (0..).zip(steps.windows(2)).filter(|(_, pair)| next_rolled(pair)).collect();
        let place = match settling.last() {
            Some((place, _)) if settling.len() >= turns_settled(before, after) => *place,
            Some(_) | None => steps.len().saturating_sub(1),
        };
        if let Some(changes) = by_step.get_mut(place) {
            changes.extend(settled(perspective, before, after));
        }
        by_step
    }
}

fn gold(perspective: &Perspective, before: &State, after: &State) -> Option<String> {
    let player = after.gold.filter(|_| after.gold != before.gold)?;
    Some(format!("{} has the gold disc.", perspective.player(player)))
}

fn turns_settled(before: &State, after: &State) -> usize {
    after.turns.saturating_sub(before.turns).into()
}

/// The points and marbles after the turns settled in between. What each of several turns changed is not known.
fn settled(perspective: &Perspective, before: &State, after: &State) -> Option<String> {
    let turns = match turns_settled(before, after) {
        0 => return None,
        1 => "The turn is settled".to_owned(),
        turns => format!("{turns} turns are settled"),
    };
    let points = perspective.each(|player| after.points.get(player.index()));
    let marbles = perspective.each(|player| after.marbles.get(player.index()));
    Some(format!("{turns}. Points: {points}. Marbles: {marbles}."))
}

/// The faces of dice or bricks; a brick's blank side is a dash.
fn shown(faces: impl Iterator<Item = Face>) -> String {
    let face = |Face(face)| if face == 0 { "–".to_owned() } else { face.to_string() };
    faces.map(face).collect::<Vec<_>>().join(" ")
}
