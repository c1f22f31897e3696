//! Fortuna: dice, bricks and the call.

use maud::{Markup, html};

use super::{GamePage, Seat, TableView, line, words};
use crate::{
    games::{Fortuna, Player, fortuna::Step},
    http::site::card,
    narration::fortuna::called,
};

/// The most marbles that are drawn for a player.
const MARBLES_DRAWN: u8 = 40;

impl GamePage for Fortuna {
    fn middle(view: &TableView<'_, Fortuna>) -> Markup {
        let (state, name) = (&view.state, |player| view.names.player(player));
        html! {
            (words("Turns settled", state.turns))
            @if let Some(Step::OpeningRoll { rolls }) = view.made {
                @for roll in rolls.iter() { (line("Opening roll", &card::dice(roll.iter(), "Opening roll"))) }
            }
            @if let Some(roller) = state.roller { (words("Roller", name(roller))) }
            @if let Some(dice) = state.dice { (line("Dice", &card::dice(dice.iter(), "Dice"))) }
            @if let Some(bricks) = state.bricks { (line("Bricks", &card::dice(bricks.iter(), "Bricks"))) }
            @if let Some(call) = state.call { (words("Call", called(call.name))) }
            @if let Some(opponent) = state.opponent { (words("To answer", name(opponent))) }
        }
    }

    /// Points and marbles.
    fn seat(view: &TableView<'_, Fortuna>, player: Player) -> Seat {
        let (state, marbles) = (&view.state, view.state.marbles[player.index()]);
        let mut seat = Seat::default();
        seat.mark("gold disc", state.gold == Some(player));
        seat.figure("Points", state.points[player.index()]);
        seat.figure("Marbles", marbles);
        seat.cards = Some(html! {
            p.marbles aria-hidden="true" { @for _ in 0..marbles.min(MARBLES_DRAWN) { span.marble {} } }
        });
        seat
    }
}
