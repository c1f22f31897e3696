//! Fortuno at the terminal.

use super::Screen;
use crate::{
    cards::Hand,
    commands::play::{sheet::Sheet, table::Eyes},
    games::{
        Fortuno, GameStep, Player,
        fortuno::{Direction, State, Step, StepKind},
    },
    narration::{counted, fortuno::asked},
};

/// Number of discards shown.
const UPPERMOST: usize = 5;

impl Screen for Fortuno {
    fn sheet(eyes: &Eyes, state: &State) -> Sheet {
        let mut sheet = Sheet::default();
        let direction = match state.direction {
            Direction::Forward => "",
            Direction::Backward => ", backwards",
        };
        let order = eyes.names().list(state.order.iter().copied());
        sheet.row("Turn", format!("{}, of {order}{direction}", eyes.player(state.turn.seat)));
        sheet.row("Cards", eyes.each(|player| state.hands.get(player.index()).map(|hand| hand.count)));
        let team = state.team.map(|team| eyes.names().list([team.original, team.lover]));
        sheet.row_if("In love", team);
        sheet.row("Hermits", eyes.each(|player| Some(state.hermit[player.index()]).filter(|turns| *turns > 0)));
        sheet.row("Out", eyes.names().list(state.eliminated.iter().copied()));
        let upper = state.discard.iter().rev().take(UPPERMOST).map(|discard| discard.card);
        sheet.row("Discard pile, top first", eyes.cards(upper));
        let top = state.discard.last().map(|discard| discard.card);
        sheet.row_if("Counts as", state.top.filter(|counts| Some(*counts) != top).map(|card| eyes.card(card)));
        sheet.row("Draw pile", counted(state.draw.count, "card"));
        sheet.row_if(
            "Pending",
            state.turn.pending.as_ref().map(|pending| format!("{} to draw", counted(pending.amount, "card"))),
        );
        sheet.row_if("Asked", asked(&state.moment));
        sheet.row("Offered", eyes.cards(state.moment.shown().iter().copied()));
        sheet.row("Did not call", eyes.names().list(state.catchable.iter()));
        for (player, hand) in eyes.everybody().zip(&state.hands) {
            if let Some(cards) = &hand.cards {
                sheet.hand(eyes, player, cards.iter().copied());
            }
        }
        sheet
    }

    /// Accusations.
    fn may_only_speak(_eyes: &Eyes, _state: &State, legal: &[Step]) -> bool {
        legal.iter().all(|step| step.kind() == StepKind::Accuse)
    }

    fn changes(eyes: &Eyes, before: &State, after: &State) -> Vec<String> {
        let mut changes = Vec::new();
        let dealt = before.hands.iter().all(|hand| hand.count == 0);
        let new = hand(after, eyes.seat) - hand(before, eyes.seat);
        if !new.is_empty() && !dealt {
            changes.push(format!("you takes {}.", eyes.cards(new)));
        }
        let shown = |state: &State, player: &Player| state.hands[player.index()].cards.is_some();
        for player in eyes.everybody().filter(|player| shown(after, player) && !shown(before, player)) {
            changes.push(format!("The hand of {}: {}.", eyes.player(player), eyes.cards(hand(after, player))));
        }
        changes.extend(
            after
                .eliminated
                .iter()
                .skip(before.eliminated.len())
                .map(|player| format!("{} is out of the game.", eyes.player(*player))),
        );
        changes
    }
}

/// The visible cards of a hand.
fn hand(state: &State, player: Player) -> Hand {
    state.hands[player.index()].cards.iter().flatten().copied().collect()
}
