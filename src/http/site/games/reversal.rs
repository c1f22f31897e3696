//! Reversal of Fortune: luck, choices and dice.

use maud::{Markup, html};

use super::{GamePage, Seat, TableView, words};
use crate::{
    games::{
        Player, Reversal,
        reversal::{Action, LUCK_LIMIT, Step},
    },
    http::site::{
        card,
        narration::{Names, Narration},
    },
};

impl GamePage for Reversal {
    fn narrate(names: &Names<'_>, step: &Step) -> Narration {
        match step {
            Step::Choose { player, action, amount } => {
                names.by(*player, format_args!("chooses to {} {} luck", verb(*action), amount.0))
            }
            Step::Roll { dice: _ } => Narration::table("The dice are rolled."),
            Step::Reroll { dice: _ } => Narration::table("The liable dice are rolled again."),
        }
    }

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

const fn verb(action: Action) -> &'static str {
    match action {
        Action::Spend => "spend",
        Action::Store => "store",
    }
}
