//! Fortuna: dice, bricks, marbles and the call.

use super::{
    HasScene,
    parts::{Part, Seat, faces},
    view::SceneView,
};
use crate::{
    games::{
        Fortuna, Game, Observe, Player, Viewer,
        fortuna::{Answer, End, MARBLES, PhaseId, Special, Step, Turn, View, settle},
    },
    narration::{
        counted,
        fortuna::{self, MEANINGS, called},
        joined,
    },
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
        if !view.due.is_over() {
            let meanings = MEANINGS.map(|(name, what)| Part::words(name, what)).into();
            parts.push(Part::Folded { class: Some("meanings"), summary: "What counts".to_owned(), parts: meanings });
        }
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
            Step::Flip { bricks } => {
                let told = format!("They show {}.", faces(bricks.iter(), "blank"));
                Some(
                    [Some(told), settled(view, None, Answer::Accept)]
                        .into_iter()
                        .flatten()
                        .collect::<Vec<_>>()
                        .join(" "),
                )
            }
            Step::OpeningRoll { .. } => {
                let gold = view.state.gold?;
                Some(format!("{} the gold disc.", view.does(gold, "take", "takes")))
            }
            Step::Accept { .. } => settled(view, view.before?.view(Viewer::Public).call(), Answer::Accept),
            Step::Challenge { .. } => settled(view, view.before?.view(Viewer::Public).call(), Answer::Challenge),
            Step::Call { .. } => None,
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

/// What the turn that has just been settled was: what was right, what is scored and which marbles move, and why the game
/// is over. The call is `None` where nothing is called.
fn settled(view: &SceneView<'_, Fortuna>, call: Option<Option<Special>>, answer: Answer) -> Option<String> {
    let before = view.before?.view(Viewer::Public);
    let (roller, turn) = (before.roller()?, settled_turn(view, before)?);
    let shown = turn.shown(before.options());
    let settlement = settle(before.options(), &turn, call.unwrap_or(shown.special()), answer);
    let was =
        call.map_or("", |call| if call == shown.special() { ": the call was right" } else { ": the call was wrong" });
    let mut told = vec![format!("The turn showed {}{was}.", fortuna::shown(shown))];
    told.push(format!(
        "{} {}.",
        view.does(roller, "score", "scores"),
        counted(settlement.points.unsigned_abs(), "point")
    ));
    told.extend(Player::all(view.players()).filter_map(|player| {
        let marbles = view.state.marbles[player.index()];
        let moved = i32::from(marbles) - i32::from(before.totals().marbles[player.index()]);
        let verbs = if moved < 0 { ["lose", "loses"] } else { ["get back", "gets back"] };
        let moves =
            || format!("{} {}.", view.does(player, verbs[0], verbs[1]), counted(moved.unsigned_abs(), "marble"));
        (moved != 0).then(moves)
    }));
    told.extend(view.game.outcome().map(|outcome| ended(view, outcome.detail.end)));
    Some(told.join(" "))
}

/// The turn that this step has settled; `None` if it goes on.
fn settled_turn(view: &SceneView<'_, Fortuna>, before: View<'_>) -> Option<Turn> {
    let after = view.game.view(Viewer::Public);
    match view.made? {
        Step::Flip { bricks } if after.turn().is_none() => Some(Turn::new(&before.dice()?, bricks)),
        Step::Accept { .. } | Step::Challenge { .. } => before.turn(),
        Step::Flip { .. } | Step::Roll { .. } | Step::OpeningRoll { .. } | Step::Call { .. } => None,
    }
}

/// Why the game is over.
fn ended(view: &SceneView<'_, Fortuna>, end: End) -> String {
    match end {
        End::Marbles => {
            let out: Vec<_> =
                Player::all(view.players()).filter(|player| view.state.marbles[player.index()] == 0).collect();
            let names: Vec<_> = out.iter().map(|player| view.names.player(*player)).collect();
            format!(
                "The game ends, since {} {} no marbles.",
                joined(&names),
                if names.len() == 1 { "has" } else { "have" }
            )
        }
        End::Threshold => "The game ends, since the agreed points are reached.".to_owned(),
        End::MaxTurns => "The game ends, since all turns have been played.".to_owned(),
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
