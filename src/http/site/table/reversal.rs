//! Reversal of Fortune: luck, choices and dice.

use maud::{Markup, html};

use super::{GamePage, Seat, TableView, words};
use crate::{
    games::{
        Player, Reversal,
        reversal::{LUCK_LIMIT, Step},
    },
    http::site::card,
    narration::reversal::verb,
};

impl GamePage for Reversal {
    fn middle(view: &TableView<'_, Reversal>) -> Markup {
        words("Rounds finished", view.state.rounds)
    }

    /// Points, the luck track, the choice and the dice.
    fn seat(view: &TableView<'_, Reversal>, player: Player) -> Seat {
        let (state, index) = (&view.state, player.index());
        let mut seat = Seat::default();
        seat.figure("Points", state.points[index]);
        seat.figure_if(
            "Choice",
            state.choices[index].map(|choice| format!("{} {}", verb(choice.action), choice.amount)),
        );
        seat.figure("Luck", state.luck[index]);
        let rerolled = match view.made {
            Some(Step::Reroll { dice }) => dice.iter().nth(index),
            Some(Step::Choose { .. } | Step::Roll { .. }) | None => None,
        };
        seat.cards = Some(html! {
            p.marbles aria-hidden="true" { @for step in 0..LUCK_LIMIT { span.marble.empty[step >= state.luck[index]] {} } }
            @if let Some(dice) = state.dice.and_then(|dice| dice.iter().nth(index)) {
                p.label { "Dice" } (card::dice(dice.iter(), "Dice"))
            }
            @if let Some(rerolls) = &state.rerolls { p { (rerolls[index]) " to be rerolled, the lowest liable ones" } }
            @if let Some(dice) = rerolled { p.label { "Rerolled" } (card::dice(dice.iter(), "Rerolled")) }
        });
        seat
    }
}
