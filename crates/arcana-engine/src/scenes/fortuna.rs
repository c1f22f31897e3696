//! Fortuna: dice, bricks, marbles and the call.

use super::{
    HasScene,
    parts::{Part, Seat, faces},
    view::SceneView,
};
use crate::{
    games::{
        Fortuna, Observe, Player, Viewer,
        fortuna::{MARBLES, PhaseId, Step},
    },
    narration::{counted, fortuna::called},
};

impl HasScene for Fortuna {
    const PART: &'static str = "turn";

    fn part(game: &Fortuna) -> u32 {
        game.state(Viewer::Public).turns.into()
    }

    fn thrown(step: &Step) -> Vec<u8> {
        match step {
            Step::Roll { dice } => dice.iter().map(|face| face.0).collect(),
            Step::OpeningRoll { .. }
            | Step::Flip { .. }
            | Step::Call { .. }
            | Step::Accept { .. }
            | Step::Challenge { .. } => Vec::new(),
        }
    }

    fn is_throw(step: &Step) -> bool {
        match step {
            Step::Roll { .. } | Step::Flip { .. } => true,
            Step::OpeningRoll { .. } | Step::Call { .. } | Step::Accept { .. } | Step::Challenge { .. } => false,
        }
    }

    fn middle(view: &SceneView<'_, Fortuna>) -> Vec<Part> {
        let state = &view.state;
        let turn = state.turns + u16::from(!view.due.is_over());
        let rolls = state.roller.map(|roller| format!(": {} rolls", view.names.player(roller))).unwrap_or_default();
        let mut parts = vec![Part::Label(format!("Turn {turn}{rolls}"))];
        if let Some(Step::OpeningRoll { rolls }) = view.made {
            parts.extend(rolls.iter().map(|roll| Part::dice("Opening roll", roll.iter()).labelled("Opening roll")));
        }
        match state.dice {
            Some(dice) => parts.push(Part::dice("Dice", dice.iter()).labelled("Dice")),
            None => parts.extend(view.thrown.iter().copied().filter_map(last_turn)),
        }
        parts.extend(state.bricks.map(|bricks| Part::Bricks(bricks.iter().collect()).labelled("Bricks")));
        parts.extend(state.call.map(|call| Part::words("Call", called(call.name))));
        let held: u32 = state.marbles.iter().map(|held| u32::from(*held)).sum();
        let lost = u32::from(MARBLES) * view.players() as u32 - held;
        parts.push(Part::words("In the dungeon", counted(lost, "marble")));
        parts
    }

    fn seat(view: &SceneView<'_, Fortuna>, player: Player) -> Seat {
        let (state, marbles) = (&view.state, view.state.marbles[player.index()]);
        let mut seat = Seat::of(view, player);
        seat.mark("gold disc", state.gold == Some(player));
        seat.mark("rolls", state.roller == Some(player));
        seat.mark("answers", state.opponent == Some(player));
        seat.figure("Points", state.points[player.index()]);
        seat.figure("Marbles", marbles);
        seat.before = vec![Part::Marbles { held: marbles, places: None }];
        seat
    }

    /// The result of the dice or bricks.
    fn upshot(view: &SceneView<'_, Fortuna>) -> Option<String> {
        match view.made? {
            Step::Roll { dice } => Some(format!("They show {}.", faces(dice.iter(), "blank"))),
            Step::Flip { bricks } => Some(format!("They show {}.", faces(bricks.iter(), "blank"))),
            Step::OpeningRoll { .. } => {
                let gold = view.state.gold?;
                Some(format!("{} the gold disc.", view.does(gold, "take", "takes")))
            }
            Step::Call { .. } | Step::Accept { .. } | Step::Challenge { .. } => None,
        }
    }

    fn rule(view: &SceneView<'_, Fortuna>) -> String {
        if let Some(waits) = view.waits_for_table() {
            return waits;
        }
        match view.state.state {
            PhaseId::Call => format!("{} what the turn shows, or nothing.", view.all_due("call", "calls")),
            PhaseId::Answer => format!("{} the call.", view.all_due("accept or challenge", "accepts or challenges")),
            PhaseId::Opening | PhaseId::Roll | PhaseId::Flip | PhaseId::Over => String::new(),
        }
    }
}

/// A throw of the turn before, which stays on the table until the next roll.
fn last_turn(step: &Step) -> Option<Part> {
    match step {
        Step::Roll { dice } => Some(Part::dice("Last turn", dice.iter()).labelled("Last turn")),
        Step::Flip { bricks } => Some(Part::Bricks(bricks.iter().collect()).labelled("Its bricks")),
        Step::OpeningRoll { .. } | Step::Call { .. } | Step::Accept { .. } | Step::Challenge { .. } => None,
    }
}
