//! Reversal of Fortune: luck, choices and dice.

use super::{
    HasScene,
    parts::{Part, Seat, faces},
    view::SceneView,
};
use crate::{
    games::{
        Observe, Player, Reversal, Viewer,
        reversal::{LUCK_LIMIT, Step},
    },
    narration::reversal::verb,
};

impl HasScene for Reversal {
    const PART: &'static str = "round";

    fn part(game: &Reversal) -> u32 {
        game.state(Viewer::Public).rounds.into()
    }

    fn thrown(step: &Step) -> Vec<u8> {
        match step {
            Step::Roll { dice } | Step::Reroll { dice } => {
                dice.iter().flat_map(|dice| dice.iter().map(|face| face.0).collect::<Vec<_>>()).collect()
            }
            Step::Choose { .. } => Vec::new(),
        }
    }

    fn middle(view: &SceneView<'_, Reversal>) -> Vec<Part> {
        vec![Part::Label(format!("Round {}", view.state.rounds + u16::from(!view.due.is_over())))]
    }

    /// Points, luck, choice and dice.
    fn seat(view: &SceneView<'_, Reversal>, player: Player) -> Seat {
        let (state, index) = (&view.state, player.index());
        let mut seat = Seat::of(view, player);
        let choice = state.choices[index].map(|choice| format!("{} {} luck", verb(choice.action), choice.amount));
        seat.mark("has chosen", state.chosen.contains(&player) && choice.is_none());
        seat.figure("Points", state.points[index]);
        seat.figure_if("Choice", choice);
        seat.figure("Luck", state.luck[index]);
        let dice = state.dice.and_then(|dice| dice.iter().nth(index));
        seat.before.push(Part::Marbles { held: state.luck[index], places: Some(LUCK_LIMIT) });
        seat.before.extend(dice.map(|dice| Part::dice("Dice", dice.iter())));
        seat.before.extend(state.rerolls.as_ref().map(|rerolls| Part::Label(rolled_again(rerolls[index]))));
        if dice.is_none() {
            seat.after = last_round(view, index);
        }
        seat
    }

    /// The result of the dice.
    fn upshot(view: &SceneView<'_, Reversal>) -> Option<String> {
        let dice = match view.made? {
            Step::Roll { dice } | Step::Reroll { dice } => dice,
            Step::Choose { .. } => return None,
        };
        let rolled = Player::all(view.players()).zip(dice.iter()).filter(|(_, dice)| dice.iter().next().is_some());
        let each = rolled
            .map(|(player, dice)| format!("{} {}.", view.does(player, "roll", "rolls"), faces(dice.iter(), "nothing")));
        Some(each.collect::<Vec<_>>().join(" "))
    }

    fn rule(view: &SceneView<'_, Reversal>) -> String {
        view.waits_for_table().unwrap_or_else(|| {
            format!("{} in secret how much luck to spend or to store.", view.all_due("choose", "chooses"))
        })
    }
}

/// The dice of the round before, which stay on the table until the next roll: the first roll, and what was rolled again.
fn last_round(view: &SceneView<'_, Reversal>, player: usize) -> Vec<Part> {
    let (mut rolled, mut rerolled) = (None, None);
    for step in &view.thrown {
        match step {
            Step::Roll { dice } => rolled = dice.iter().nth(player).map(|dice| dice.iter().collect()),
            Step::Reroll { dice } => {
                let faces: Option<Vec<_>> = dice.iter().nth(player).map(|dice| dice.iter().collect());
                rerolled = faces.filter(|faces| !faces.is_empty());
            }
            Step::Choose { .. } => {}
        }
    }
    let label = (!view.thrown.is_empty()).then(|| Part::Label("Last round".to_owned()));
    label.into_iter().chain([Part::Throws { rolled, rerolled }]).collect()
}

/// The number of dice to roll again.
fn rolled_again(count: u8) -> String {
    match count {
        0 => "No die is rolled again".to_owned(),
        1 => "The lowest liable die is rolled again".to_owned(),
        count => format!("The {count} lowest liable dice are rolled again"),
    }
}
