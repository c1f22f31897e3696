//! Fortuno: the discard pile, what is pending, the hands.

use maud::{Markup, html};

use super::{GamePage, Seat, TableView, line, words};
use crate::{
    games::{Fortuno, Player, fortuno::Direction},
    narration::fortuno::asked,
};

/// How many cards of the discard pile are drawn.
const UPPERMOST: usize = 8;

impl GamePage for Fortuno {
    /// The pile, and what holds for the turn.
    fn middle(view: &TableView<'_, Fortuno>) -> Markup {
        let state = &view.state;
        let upper = || state.discard.iter().rev().take(UPPERMOST).map(|discard| discard.card);
        let direction = match state.direction {
            Direction::Forward => "with the seats",
            Direction::Backward => "against the seats",
        };
        html! {
            (line(
                &format!("Discard pile, {} cards, the uppermost first", state.discard.len()),
                &view.row(upper(), "Discard pile"),
            ))
            @if let Some(top) = state.top.filter(|top| Some(*top) != upper().next()) {
                (words("Counts as", view.names.deck.card_name(top)))
            }
            (words("Draw pile", format_args!("{} cards", state.draw.count)))
            (words("Turn", format_args!("{}, going {direction}", view.names.player(state.turn.seat))))
            @if let Some(pending) = &state.turn.pending {
                (words("Pending", format_args!("{} cards to draw", pending.amount)))
            }
            @if let Some(asked) = asked(&state.moment) { (words("Asked", asked)) }
            @if state.window { (words("Calls", "the window is open")) }
            @if !state.out.is_empty() { (line("Out of the game", &view.row(state.out, "Out of the game"))) }
        }
    }

    /// The hand.
    fn seat(view: &TableView<'_, Fortuno>, player: Player) -> Seat {
        let (state, hand) = (&view.state, &view.state.hands[player.index()]);
        let mut seat = Seat::default();
        seat.mark("out", state.eliminated.contains(&player));
        seat.mark("did not call", state.catchable.contains(player));
        seat.mark("lover", state.team.is_some_and(|team| team.original == player || team.lover == player));
        seat.figure("Cards", hand.count);
        seat.figure_if("Hermit for", Some(state.hermit[player.index()]).filter(|turns| *turns > 0));
        seat.cards = Some(view.row(hand.cards.iter().flatten().copied(), "Hand"));
        seat
    }
}
