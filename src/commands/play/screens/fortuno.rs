//! Fortuno at the terminal.

use super::Screen;
use crate::{
    cards::Hand,
    commands::play::{host::Perspective, sheet::Sheet},
    games::{
        Fortuno, GameStep, Player,
        fortuno::{Direction, State, Step, StepKind},
    },
    narration::{counted, fortuno::decision},
};

/// Number of discards shown.
const DISCARDS_SHOWN: usize = 5;

impl Screen for Fortuno {
    fn sheet(perspective: &Perspective, state: &State) -> Sheet {
        let mut sheet = Sheet::default();
        let direction = match state.direction {
            Direction::Forward => "",
            Direction::Backward => ", backwards",
        };
        let order = perspective.names().list(state.order.iter().copied());
        sheet.row("Turn", format!("{}, of {order}{direction}", perspective.player(state.turn.seat)));
        sheet.row("Cards", perspective.each(|player| state.hands.get(player.index()).map(|hand| hand.count)));
        let team = state.team.map(|team| perspective.names().list([team.original, team.lover]));
        sheet.row_if("In love", team);
        sheet.row("Hermits", perspective.each(|player| Some(state.hermit[player.index()]).filter(|turns| *turns > 0)));
        sheet.row("Out", perspective.names().list(state.eliminated.iter().copied()));
        let upper = state.discard.iter().rev().take(DISCARDS_SHOWN).map(|discard| discard.card);
        sheet.row("Discard pile, top first", perspective.cards(upper));
        let top = state.discard.last().map(|discard| discard.card);
        sheet.row_if("Counts as", state.top.filter(|counts| Some(*counts) != top).map(|card| perspective.card(card)));
        sheet.row("Draw pile", counted(state.draw.count, "card"));
        sheet.row_if(
            "Pending",
            state.turn.pending.as_ref().map(|pending| format!("{} to draw", counted(pending.amount, "card"))),
        );
        sheet.row_if("To be decided", decision(&state.moment));
        sheet.row("Offered", perspective.cards(state.moment.shown().iter().copied()));
        sheet.row("Did not call", perspective.names().list(state.catchable.iter()));
        for (player, hand) in perspective.all_players().zip(&state.hands) {
            if let Some(cards) = &hand.cards {
                sheet.hand(perspective, player, cards.iter().copied());
            }
        }
        sheet
    }

    /// Accusations.
    fn may_only_speak(_perspective: &Perspective, _state: &State, legal: &[Step]) -> bool {
        legal.iter().all(|step| step.kind() == StepKind::Accuse)
    }

    fn changes(perspective: &Perspective, before: &State, after: &State) -> Vec<String> {
        let mut changes = Vec::new();
        let dealt = before.hands.iter().all(|hand| hand.count == 0);
        let new = hand(after, perspective.seat) - hand(before, perspective.seat);
        if !new.is_empty() && !dealt {
            changes.push(format!("you takes {}.", perspective.cards(new)));
        }
        let shown = |state: &State, player: &Player| state.hands[player.index()].cards.is_some();
        for player in perspective.all_players().filter(|player| shown(after, player) && !shown(before, player)) {
            changes.push(format!(
                "The hand of {}: {}.",
                perspective.player(player),
                perspective.cards(hand(after, player))
            ));
        }
        changes.extend(
            after
                .eliminated
                .iter()
                .skip(before.eliminated.len())
                .map(|player| format!("{} is out of the game.", perspective.player(*player))),
        );
        changes
    }
}

/// The visible cards of a hand.
fn hand(state: &State, player: Player) -> Hand {
    state.hands[player.index()].cards.iter().flatten().copied().collect()
}
