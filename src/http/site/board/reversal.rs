//! Reversal of Fortune: luck, choices and dice.

use maud::{Markup, html};

use super::{
    face,
    parts::{Seat, SeenHand},
    view::{BoardPage, BoardView},
};
use crate::{
    cards::{Card, Hand},
    games::{
        Observe, Player, Reversal, Viewer,
        reversal::{LUCK_LIMIT, State, Step},
    },
    narration::reversal::verb,
};

impl BoardPage for Reversal {
    const PART: &'static str = "round";

    fn part(game: &Reversal) -> u32 {
        game.state(Viewer::Public).rounds.into()
    }

    fn hand(_state: &State, _player: Player) -> Option<SeenHand> {
        None
    }

    fn moved(_step: &Step) -> Hand {
        Hand::EMPTY
    }

    fn thrown(step: &Step) -> Vec<u8> {
        match step {
            Step::Roll { dice } | Step::Reroll { dice } => {
                dice.iter().flat_map(|dice| dice.iter().map(|face| face.0).collect::<Vec<_>>()).collect()
            }
            Step::Choose { .. } => Vec::new(),
        }
    }

    fn play_of(_player: Player, _card: Card) -> Option<Step> {
        None
    }

    fn middle(view: &BoardView<'_, Reversal>) -> Markup {
        html! { p.label { "Round " (view.state.rounds + u16::from(!view.due.is_over())) } }
    }

    /// Points, luck, choice and dice.
    fn seat(view: &BoardView<'_, Reversal>, player: Player) -> Seat {
        let (state, index) = (&view.state, player.index());
        let mut seat = Seat::default();
        let choice = state.choices[index].map(|choice| format!("{} {} luck", verb(choice.action), choice.amount));
        seat.mark("has chosen", state.chosen.contains(&player) && choice.is_none());
        seat.figure("Points", state.points[index]);
        seat.figure_if("Choice", choice);
        seat.figure("Luck", state.luck[index]);
        let dice = state.dice.and_then(|dice| dice.iter().nth(index));
        seat.before = Some(html! {
            (face::marbles(state.luck[index], Some(LUCK_LIMIT)))
            @if let Some(dice) = dice { (face::dice(dice.iter(), "Dice")) }
            @if let Some(rerolls) = &state.rerolls { p.label { (rolled_again(rerolls[index])) } }
        });
        seat.after = dice.is_none().then(|| last_round(view, index));
        seat
    }

    /// The result of the dice.
    fn upshot(view: &BoardView<'_, Reversal>) -> Option<String> {
        let dice = match view.made? {
            Step::Roll { dice } | Step::Reroll { dice } => dice,
            Step::Choose { .. } => return None,
        };
        let rolled = Player::all(view.players()).zip(dice.iter()).filter(|(_, dice)| dice.iter().next().is_some());
        let each = rolled.map(|(player, dice)| {
            format!("{} {}.", view.does(player, "roll", "rolls"), face::faces(dice.iter(), "nothing"))
        });
        Some(each.collect::<Vec<_>>().join(" "))
    }

    fn rule(view: &BoardView<'_, Reversal>) -> String {
        view.waits_for_table().unwrap_or_else(|| {
            format!("{} in secret how much luck to spend or to store.", view.all_due("choose", "chooses"))
        })
    }
}

/// The dice of the round before, which stay on the table until the next roll: the first roll, and what was rolled again.
fn last_round(view: &BoardView<'_, Reversal>, player: usize) -> Markup {
    html! {
        @if !view.thrown.is_empty() { p.label { "Last round" } }
        div.throws {
            @for step in &view.thrown {
                @match step {
                    Step::Roll { dice } => @if let Some(dice) = dice.iter().nth(player) {
                        (face::dice(dice.iter(), "Last round"))
                    },
                    Step::Reroll { dice } => @if let Some(dice) = dice.iter().nth(player).filter(|dice| dice.iter().next().is_some()) {
                        span.label { "rerolled" } (face::dice(dice.iter(), "Rerolled in the last round"))
                    },
                    Step::Choose { .. } => {},
                }
            }
        }
    }
}

/// The number of dice to roll again.
fn rolled_again(count: u8) -> String {
    match count {
        0 => "No die is rolled again".to_owned(),
        1 => "The lowest liable die is rolled again".to_owned(),
        count => format!("The {count} lowest liable dice are rolled again"),
    }
}
