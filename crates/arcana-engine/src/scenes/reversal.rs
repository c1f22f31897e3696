//! Reversal of Fortune: luck, choices and dice.

use super::{
    HasScene,
    parts::{Part, Seat, faces},
    view::SceneView,
};
use crate::{
    games::{
        Face, Observe, Player, Reversal, Viewer,
        reversal::{Action, Choice, LUCK_LIMIT, PhaseId, Step, TableDice, Throw},
    },
    narration::{joined, reversal::verb},
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
        Some(each.chain(round_told(view)).collect::<Vec<_>>().join(" "))
    }

    fn rule(view: &SceneView<'_, Reversal>) -> String {
        view.waits_for_table().unwrap_or_else(|| {
            format!("{} in secret how much luck to spend or to store.", view.all_due("choose", "chooses"))
        })
    }
}

/// The dice of a round that has just ended, and who took it.
fn round_told(view: &SceneView<'_, Reversal>) -> Vec<String> {
    let Some(finals) = final_dice(view) else { return Vec::new() };
    let throws: Vec<_> = finals.iter().map(|dice| throw(dice)).collect();
    let best = throws.iter().max();
    let winners: Vec<_> = Player::all(throws.len()).filter(|player| best == throws.get(player.index())).collect();
    let changed = matches!(view.made, Some(Step::Reroll { .. }));
    let names: Vec<_> = winners.iter().map(|player| view.name(*player)).collect();
    let successes = match best.map_or(0, |best| best.successes) {
        1 => "1 success".to_owned(),
        count => format!("{count} successes"),
    };
    let told = match winners[..] {
        [one] => format!("{} the round with {successes}.", view.does(one, "take", "takes")),
        _ => format!("{} are tied in the round.", joined(&names)),
    };
    let now = |(player, dice): (Player, &Vec<Face>)| {
        format!("{} {}.", view.does(player, "now have", "now has"), faces(dice.iter().copied(), "nothing"))
    };
    let now = Player::all(finals.len()).zip(&finals).filter(|_| changed).map(now);
    now.chain([told]).collect()
}

/// Successes, and the sum of the dice.
fn throw(dice: &[Face]) -> Throw {
    Throw { successes: dice.iter().filter(|face| face.0 > 3).count() as u8, sum: dice.iter().map(|face| face.0).sum() }
}

/// Each player's dice at the end of the round that this step has ended.
fn final_dice(view: &SceneView<'_, Reversal>) -> Option<Vec<Vec<Face>>> {
    let before = view.before?.state(Viewer::Public);
    let list = |dice: &TableDice| dice.iter().map(|dice| dice.iter().collect()).collect::<Vec<Vec<Face>>>();
    match view.made? {
        Step::Roll { dice } => (view.state.state != PhaseId::Reroll).then(|| list(dice)),
        Step::Reroll { dice } => {
            let rolled = list(&before.dice?);
            let again = rolled.into_iter().zip(list(dice)).zip(&before.choices);
            Some(again.map(|((rolled, again), choice)| replaced(rolled, again, *choice)).collect())
        }
        Step::Choose { .. } => None,
    }
}

/// The dice after the lowest liable ones were rolled again (reversal.md, "Rerolling").
fn replaced(mut dice: Vec<Face>, again: Vec<Face>, choice: Option<Choice>) -> Vec<Face> {
    let stores = choice.is_some_and(|choice| choice.action == Action::Store);
    dice.sort_unstable_by_key(|face| face.0);
    let liable = dice.iter_mut().filter(|face| (face.0 > 3) == stores);
    liable.zip(again).for_each(|(face, new)| *face = new);
    dice.sort_unstable_by_key(|face| face.0);
    dice
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
